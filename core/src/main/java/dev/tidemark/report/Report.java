package dev.tidemark.report;

import java.util.List;
import java.util.Optional;

import dev.tidemark.format.json.JsonObject;

/**
 * A command's whole answer, twice: as blocks for people and as a document for scripts.
 *
 * @param command the command's name, as it stands in the document's header
 * @param blocks in reading order
 * @param document the JSON contract's fields of this command, without the {@code tidemark} header
 * @param concerns the findings, for formats that know nothing else
 */
public record Report(String command, Outcome outcome, List<Block> blocks, JsonObject document, List<Concern> concerns) {
    public Report {
        blocks = List.copyOf(blocks);
        concerns = List.copyOf(concerns);
    }

    /** A report that carries no findings for other programs. */
    public Report(String command, Outcome outcome, List<Block> blocks, JsonObject document) {
        this(command, outcome, blocks, document, List.of());
    }

    /** The answer in one sentence, with its reason and its remedy; empty when the report only lists. */
    public Optional<Block.Verdict> verdict() {
        return blocks.stream()
                .filter(Block.Verdict.class::isInstance)
                .map(Block.Verdict.class::cast)
                .findFirst();
    }
}
