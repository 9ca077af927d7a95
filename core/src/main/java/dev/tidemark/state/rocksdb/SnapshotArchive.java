package dev.tidemark.state.rocksdb;

import java.util.List;

/**
 * What a snapshot's zip holds: the metadata, and the small files that RocksDB needs beside its tables.
 *
 * @param entries the files of the database's directory, without the metadata and without the options, which no reader
 *     needs and whose text could name classes
 * @param foreignNames entries that no Spark writes and that were left out
 */
record SnapshotArchive(SnapshotManifest manifest, List<Entry> entries, List<String> foreignNames) {
    /** One small file by its plain name. */
    record Entry(String name, byte[] bytes) {}

    SnapshotArchive {
        entries = List.copyOf(entries);
        foreignNames = List.copyOf(foreignNames);
    }
}
