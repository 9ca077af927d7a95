package dev.tidemark.delta.replay;

import java.io.IOException;
import java.util.OptionalLong;

/** Reads a table as one engine does. */
public sealed interface TableReader permits SparkReader, KernelReader {
    /**
     * Reads one version.
     *
     * @param version empty for the latest
     * @throws IOException when the log cannot be listed
     */
    Replay read(OptionalLong version) throws IOException;
}
