package dev.tidemark.delta.action;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * {@code protocol}: what a reader and a writer must be able to do.
 *
 * @param minReaderVersion 0 when the line has none
 * @param minWriterVersion 0 when the line has none
 * @param readerFeatures null when the line has none; legal only with reader version 3
 * @param writerFeatures null when the line has none; legal only with writer version 7
 */
public record Protocol(
        int minReaderVersion,
        int minWriterVersion,
        @Nullable List<String> readerFeatures,
        @Nullable List<String> writerFeatures)
        implements Action {
    public Protocol {
        readerFeatures = readerFeatures == null ? null : List.copyOf(readerFeatures);
        writerFeatures = writerFeatures == null ? null : List.copyOf(writerFeatures);
    }

    @Override
    public String name() {
        return "protocol";
    }
}
