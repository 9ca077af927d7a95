package dev.tidemark.state;

import dev.tidemark.io.StoragePath;

/**
 * One file a version is made of.
 *
 * @param path below the checkpoint
 * @param version the version in its name
 * @param sizeBytes as the storage has it; 0 when the file is missing
 */
public record StateFile(StoragePath path, long version, StateFileKind kind, long sizeBytes, long modifiedAtMs) {}
