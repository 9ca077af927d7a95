package dev.tidemark.delta.log;

import dev.tidemark.evidence.Location;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;

/**
 * An entry of {@code _delta_log} and what its name says.
 *
 * @param name what the name says
 * @param entry what stands there; a directory too may bear a commit's name
 */
public record LogFile(LogFileName name, FileEntry entry) {
    /** Where it lies in its storage. */
    public StoragePath path() {
        return entry.path();
    }

    /** For messages and evidence: the path below the table. */
    public Location location() {
        return Location.of(entry.path().value());
    }

    /** Whether it has bytes; Delta passes over checkpoints that have none. */
    public boolean isEmpty() {
        return entry.isFile() && entry.sizeBytes() == 0;
    }

    /** Whether its bytes should be Parquet: all checkpoint files but JSON manifests. */
    public boolean isParquet() {
        return name.value().endsWith(".parquet");
    }
}
