package dev.tidemark.checkpoint.survey;

import dev.tidemark.checkpoint.log.JsonFields;
import dev.tidemark.evidence.Location;

/** Lines of a source's log, of which a survey only wants to know whether they are JSON objects. */
final class EntryLine {
    private EntryLine() {}

    static String requireJson(Location at, String line) {
        JsonFields.of(at, line);
        return line;
    }
}
