package dev.tidemark.report;

import java.util.List;

import dev.tidemark.format.json.JsonObject;

/**
 * A command's whole answer, twice: as blocks for people and as a document for scripts.
 *
 * @param command the command's name, as it stands in the document's header
 * @param blocks in reading order
 * @param document the JSON contract's fields of this command, without the {@code tidemark} header
 */
public record Report(String command, Outcome outcome, List<Block> blocks, JsonObject document) {
    public Report {
        blocks = List.copyOf(blocks);
    }
}
