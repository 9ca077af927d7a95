package dev.tidemark.source;

import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * A file that a batch reads.
 *
 * @param path as the source holds it
 * @param version the table version it came with; null for a source without versions
 * @param index its place in that version; null for a source without versions
 * @param sizeBytes as the source holds it
 * @param rowsOrNull null when the source does not tell
 * @param newest the newest time in the watermarked column, as far as the source tells
 */
public record SourceFile(
        String path,
        @Nullable Long version,
        @Nullable Long index,
        long sizeBytes,
        @Nullable Long rowsOrNull,
        NewestTime newest) {
    /** A file of which the source does not tell event times. */
    public SourceFile(
            String path, @Nullable Long version, @Nullable Long index, long sizeBytes, @Nullable Long rowsOrNull) {
        this(path, version, index, sizeBytes, rowsOrNull, NewestTime.UNKNOWN);
    }

    /** Its rows as a batch's progress counts them, before deletion vectors apply. */
    public OptionalLong rows() {
        return rowsOrNull == null ? OptionalLong.empty() : OptionalLong.of(rowsOrNull);
    }

    /** The same file with its rows counted. */
    public SourceFile withRows(long rows) {
        return new SourceFile(path, version, index, sizeBytes, rows, newest);
    }
}
