package dev.tidemark.state.rocksdb;

/**
 * A file of a snapshot that lies outside its archive, shared with neighbouring snapshots.
 *
 * @param localName as RocksDB knows it, such as {@code 000008.sst}
 * @param storedName as it is named below {@code SSTs} or {@code logs}
 * @param sizeBytes what it must hold
 */
record ImmutableFile(String localName, String storedName, long sizeBytes) {}
