package dev.tidemark.view.table;

import java.time.Instant;
import java.util.Locale;

import dev.tidemark.delta.action.Add;
import dev.tidemark.format.json.JsonObject;

/** {@code table files}: one line a live file. */
public final class FileLines {
    private FileLines() {}

    /** A file. */
    public static Line of(Add add) {
        String vector = add.deletionVector() == null
                ? ""
                : "  " + Words.count(add.deletionVector().cardinality(), "row") + " deleted";
        String text = String.format(
                Locale.ROOT,
                "%12d  %s  %s%s",
                add.sizeBytes(),
                Instant.ofEpochMilli(add.modificationTimeMs()),
                add.path(),
                vector);
        JsonObject.Builder json = JsonObject.builder()
                .put("path", add.path())
                .put("partitionValues", ActionJson.texts(add.partitionValues().byColumn()))
                .put("size", add.sizeBytes())
                .put("modificationTime", add.modificationTimeMs());
        if (add.deletionVector() != null) {
            json.put("deletionVector", ActionJson.of(add.deletionVector()));
        }
        return new Line(text, json.build());
    }
}
