package dev.tidemark.checkpoint.offset;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A file of the offset log: what a batch was planned to read, under which watermark and configurations.
 *
 * @param version of the file's format: 1, or 2 for an offset map
 * @param metadata null when the line is empty, which Spark accepts, and when it was not readable
 * @param sources in the order written
 */
public record OffsetEntry(int version, @Nullable OffsetMetadata metadata, List<SourceLine> sources) {
    /** The oldest format, one line a source in plan order. */
    public static final int POSITIONAL = 1;

    /** The offset map of Spark 4.2, one line a source with its id. */
    public static final int MAP = 2;

    public OffsetEntry {
        sources = List.copyOf(sources);
    }

    /** The line of a source; of doubles the last counts, as in Spark's map. */
    public Optional<SourceLine> source(String sourceId) {
        return sources.stream().filter(line -> line.sourceId().equals(sourceId)).reduce((first, second) -> second);
    }
}
