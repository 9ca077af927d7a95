package dev.tidemark.source;

import java.util.List;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/**
 * What a source hands to one batch.
 *
 * @param files null when the source does not read files
 * @param rows null when it cannot be told
 * @param timestampMs what the column {@code timestamp} holds in every row, of a source that makes up its rows; null elsewhere
 */
public record SourceBatch(
        @Nullable List<SourceFile> files,
        @Nullable Long rows,
        @Nullable Long timestampMs) {
    /** Nothing at all. */
    public static final SourceBatch EMPTY = new SourceBatch(List.of(), 0L);

    public SourceBatch {
        files = files == null ? null : List.copyOf(files);
    }

    /** A batch of rows that are somewhere else. */
    public SourceBatch(@Nullable List<SourceFile> files, @Nullable Long rows) {
        this(files, rows, null);
    }

    /** A batch of files; its rows are told when those of every file are. */
    public static SourceBatch of(List<SourceFile> files) {
        long rows = 0;
        for (SourceFile file : files) {
            OptionalLong known = file.rows();
            if (known.isEmpty()) {
                return new SourceBatch(files, null);
            }
            rows += known.getAsLong();
        }
        return new SourceBatch(files, rows);
    }
}
