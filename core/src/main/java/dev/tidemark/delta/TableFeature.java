package dev.tidemark.delta;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The table features that some release of Delta knows.
 *
 * <p>Authority: Delta 4.2: {@code TableFeature.scala}; Kernel 4.2: {@code TableFeatures.java}.
 */
public enum TableFeature {
    ALLOW_COLUMN_DEFAULTS("allowColumnDefaults", Role.WRITER),
    APPEND_ONLY("appendOnly", Role.WRITER),
    CATALOG_MANAGED("catalogManaged", Role.READER),
    CHANGE_DATA_FEED("changeDataFeed", Role.WRITER),
    CHECK_CONSTRAINTS("checkConstraints", Role.WRITER),
    CHECKPOINT_PROTECTION("checkpointProtection", Role.WRITER),
    CLUSTERING("clustering", Role.WRITER),
    COLUMN_MAPPING("columnMapping", Role.READER),
    COORDINATED_COMMITS("coordinatedCommits-preview", Role.WRITER),
    DELETION_VECTORS("deletionVectors", Role.READER),
    DOMAIN_METADATA("domainMetadata", Role.WRITER),
    GENERATED_COLUMNS("generatedColumns", Role.WRITER),
    ICEBERG_COMPAT_V1("icebergCompatV1", Role.WRITER),
    ICEBERG_COMPAT_V2("icebergCompatV2", Role.WRITER),
    IDENTITY_COLUMNS("identityColumns", Role.WRITER),
    IN_COMMIT_TIMESTAMP("inCommitTimestamp", Role.WRITER),
    INVARIANTS("invariants", Role.WRITER),
    MATERIALIZE_PARTITION_COLUMNS("materializePartitionColumns", Role.WRITER),
    ROW_TRACKING("rowTracking", Role.WRITER),
    TIMESTAMP_NTZ("timestampNtz", Role.READER),
    TYPE_WIDENING("typeWidening", Role.READER),
    TYPE_WIDENING_PREVIEW("typeWidening-preview", Role.READER),
    V2_CHECKPOINT("v2Checkpoint", Role.READER),
    VACUUM_PROTOCOL_CHECK("vacuumProtocolCheck", Role.READER),
    VARIANT_SHREDDING("variantShredding", Role.READER),
    VARIANT_SHREDDING_PREVIEW("variantShredding-preview", Role.READER),
    VARIANT_TYPE("variantType", Role.READER),
    VARIANT_TYPE_PREVIEW("variantType-preview", Role.READER),
    // Known to Kernel alone.
    COLLATIONS("collations", Role.WRITER),
    COLLATIONS_PREVIEW("collations-preview", Role.WRITER),
    GEOSPATIAL("geospatial", Role.READER),
    ICEBERG_COMPAT_V3("icebergCompatV3", Role.WRITER),
    ICEBERG_WRITER_COMPAT_V1("icebergWriterCompatV1", Role.WRITER),
    ICEBERG_WRITER_COMPAT_V3("icebergWriterCompatV3", Role.WRITER);

    private static final Set<TableFeature> KERNEL_ALONE = EnumSet.range(COLLATIONS, ICEBERG_WRITER_COMPAT_V3);
    private static final Set<TableFeature> SPARK_ALONE = EnumSet.of(COORDINATED_COMMITS, ICEBERG_COMPAT_V1);

    /** Whom a feature binds. */
    public enum Role {
        /** Writers alone. */
        WRITER,
        /** Readers and writers. */
        READER
    }

    private final String spelling;
    private final Role role;

    TableFeature(String spelling, Role role) {
        this.spelling = spelling;
        this.role = role;
    }

    /** The name as protocols spell it. */
    public String spelling() {
        return spelling;
    }

    /** Whether readers must know it. */
    public boolean bindsReaders() {
        return role == Role.READER;
    }

    /** Whether Spark's Delta has heard of it. */
    public boolean isKnownToSpark() {
        return !KERNEL_ALONE.contains(this);
    }

    /** Whether Delta Kernel has heard of it. */
    public boolean isKnownToKernel() {
        return !SPARK_ALONE.contains(this);
    }

    /** The features that it cannot do without. */
    public List<TableFeature> requires() {
        return switch (this) {
            case ROW_TRACKING, CLUSTERING -> List.of(DOMAIN_METADATA);
            case ICEBERG_COMPAT_V1, ICEBERG_COMPAT_V2 -> List.of(COLUMN_MAPPING);
            case CATALOG_MANAGED -> List.of(IN_COMMIT_TIMESTAMP, VACUUM_PROTOCOL_CHECK);
            default -> List.of();
        };
    }

    /** The feature of a name, whatever its case. */
    public static Optional<TableFeature> of(String name) {
        for (TableFeature feature : values()) {
            if (feature.spelling.equals(name.toLowerCase(Locale.ROOT)) || feature.spelling.equalsIgnoreCase(name)) {
                return Optional.of(feature);
            }
        }
        return Optional.empty();
    }
}
