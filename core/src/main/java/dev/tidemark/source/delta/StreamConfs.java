package dev.tidemark.source.delta;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The session confs that the source asks. Authority: Delta 4.0 DeltaSQLConf. */
record StreamConfs(Map<String, String> confs) {
    private static final String DELTA = "spark.databricks.delta.";

    StreamConfs {
        confs = Map.copyOf(confs);
    }

    private boolean truth(String key, boolean fallback) {
        return Optional.ofNullable(confs.get(DELTA + key))
                .map(value -> value.trim().equalsIgnoreCase("true"))
                .orElse(fallback);
    }

    boolean allowsUnsafeColumnMappingChanges() {
        return truth("streaming.unsafeReadOnIncompatibleColumnMappingSchemaChanges.enabled", false);
    }

    boolean allowsUnsafePartitionChanges() {
        return truth("streaming.unsafeReadOnPartitionColumnChanges.enabled", false);
    }

    boolean allowsUnsafeChangesAtStart() {
        return truth("streaming.unsafeReadOnIncompatibleSchemaChangesDuringStreamStart.enabled", false);
    }

    boolean followsTypeWidening() {
        return truth("typeWidening.allowTypeChangeStreamingDeltaSource", true);
    }

    boolean tracksTypeWidening(boolean byDefault) {
        return truth("typeWidening.enableStreamingSchemaTracking", byDefault);
    }

    boolean allowsStartOutOfRange() {
        return truth("changeDataFeed.timestampOutOfRange.enabled", false);
    }

    boolean validatesOffsets() {
        return truth("streaming.offsetValidation.enabled", true);
    }

    boolean mergesSchemaChanges() {
        return truth("streaming.schemaTracking.mergeConsecutiveSchemaChanges.enabled", true);
    }

    boolean allowsTrackingOutsideCheckpoint() {
        return truth("streaming.allowSchemaLocationOutsideCheckpointLocation", false);
    }

    /** Whether a conf lets a change of the schema at a version pass. */
    boolean unblocks(String action, int checkpointHash, long version) {
        String key = DELTA + "streaming." + action;
        String ofStream = key + ".ckpt_" + checkpointHash;
        return is(key, "always") || is(ofStream, "always") || is(ofStream, Long.toString(version));
    }

    private boolean is(String key, String value) {
        return value.equals(Optional.ofNullable(confs.get(key))
                .map(found -> found.toLowerCase(Locale.ROOT))
                .orElse(null));
    }

    Optional<String> timeZone() {
        return Optional.ofNullable(confs.get("spark.sql.session.timeZone"));
    }
}
