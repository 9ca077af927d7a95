package dev.tidemark.source.delta;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.source.data.TimestampText;
import org.jspecify.annotations.Nullable;

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

    /** Whether a widened type that is tracked has to be allowed. */
    boolean seesTypeChanges() {
        return followsTypeWidening() && !truth("typeWidening.bypassStreamingTypeChangeCheck", false);
    }

    boolean tracksTypeWidening(boolean byDefault) {
        return truth("typeWidening.enableStreamingSchemaTracking", byDefault);
    }

    boolean allowsStartOutOfRange() {
        return truth("changeDataFeed.timestampOutOfRange.enabled", false);
    }

    boolean validatesLastCommits() {
        return truth("streaming.trailingCommitValidation.enabled", true);
    }

    boolean validatesOffsets() {
        return truth("streaming.offsetValidation.enabled", true);
    }

    boolean mergesSchemaChanges() {
        return truth("streaming.schemaTracking.mergeConsecutiveSchemaChanges.enabled", true);
    }

    boolean checksOwnerOfSchemaLog() {
        return truth("streaming.schemaTracking.metadataPathCheck.enabled", true);
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

    /** The session's time zone; null when it is not told, or there is no such zone. */
    @Nullable
    ZoneId zone() {
        String name = confs.get("spark.sql.session.timeZone");
        try {
            return name == null ? null : TimestampText.zone(name);
        } catch (DateTimeException noSuchZone) {
            return null;
        }
    }
}
