package dev.tidemark.state.rocksdb;

/** One version that a changelog builds on. Spark 4.2: LineageItem. */
record LineageItem(long version, String uniqueId) {}
