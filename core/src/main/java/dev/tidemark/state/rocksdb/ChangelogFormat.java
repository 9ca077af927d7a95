package dev.tidemark.state.rocksdb;

/**
 * The four forms of a changelog. Spark 4.2: RocksDBFileManager.getChangelogWriterVersion.
 *
 * @param number as it stands in the header, 1 for the form without one
 * @param hasColumnFamilies records carry a type and keys begin with a column family's id
 * @param hasLineage the header names the versions this one was built on
 */
record ChangelogFormat(int number, boolean hasColumnFamilies, boolean hasLineage) {
    /** No header; what Spark 3.5 writes and the only form it reads. */
    public static final ChangelogFormat V1 = new ChangelogFormat(1, false, false);

    /** Column families. */
    public static final ChangelogFormat V2 = new ChangelogFormat(2, true, false);

    /** Unique ids. */
    public static final ChangelogFormat V3 = new ChangelogFormat(3, false, true);

    /** Column families and unique ids. */
    public static final ChangelogFormat V4 = new ChangelogFormat(4, true, true);
}
