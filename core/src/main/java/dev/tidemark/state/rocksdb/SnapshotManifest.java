package dev.tidemark.state.rocksdb;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The {@code metadata} entry of a snapshot archive. Spark 4.2: RocksDBCheckpointMetadata.
 *
 * @param formatVersion the first line's number; Spark 3.5, 4.1 and 4.2 take 1 only
 * @param sstFiles the tables, below {@code SSTs}
 * @param logFiles archived write-ahead logs, below {@code logs}; Spark copies and never replays them
 * @param counts rows as the writer counted them
 * @param families the column families by name, empty for a store without
 */
record SnapshotManifest(
        int formatVersion,
        List<ImmutableFile> sstFiles,
        List<ImmutableFile> logFiles,
        Counts counts,
        Map<String, Family> families) {
    /**
     * Rows as the writer counted them.
     *
     * @param keys -1 when it did not count
     * @param internalKeys -1 when the writer was older than Spark 4.0
     */
    public record Counts(long keys, long internalKeys) {
        /** All entries, or empty when they were not counted. */
        public OptionalLong total() {
            return keys < 0 ? OptionalLong.empty() : OptionalLong.of(keys + Math.max(0, internalKeys));
        }
    }

    /**
     * A column family of Spark's own making: a prefix of the keys.
     *
     * @param isInternal counters, indexes and timers; false where the writer did not say
     */
    public record Family(int id, boolean isInternal) {}

    public SnapshotManifest {
        sstFiles = List.copyOf(sstFiles);
        logFiles = List.copyOf(logFiles);
        families = Map.copyOf(families);
    }

    /** Whether keys begin with a column family's id. */
    public boolean hasFamilies() {
        return !families.isEmpty();
    }

    /** The name of the column family with that id. */
    public Optional<String> familyName(int id) {
        return families.entrySet().stream()
                .filter(family -> family.getValue().id() == id)
                .map(Map.Entry::getKey)
                .min(String::compareTo);
    }
}
