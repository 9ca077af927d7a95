package dev.tidemark.delta.log;

import java.util.Optional;

/**
 * Picks the files that a reader would read. The two implementations are Spark's and Kernel's ways; where they cannot
 * pick, they throw {@link dev.tidemark.delta.error.ReaderException} with the reader's own error.
 */
public sealed interface SegmentPlanner permits SparkSegmentPlanner, KernelSegmentPlanner {
    /**
     * The files of the latest version.
     *
     * @param hint what {@code _last_checkpoint} says, as far as the reader believes it
     * @return empty when the reader takes the log for empty
     */
    Optional<LogSegment> latest(Optional<LastCheckpoint> hint);

    /** The files of one version; the hint is not asked. */
    LogSegment at(long version);
}
