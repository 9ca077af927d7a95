package dev.tidemark.delta.replay;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.SchemaTraits;
import dev.tidemark.delta.TableFeature;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.delta.error.SparkErrors;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * What Spark demands of a table's protocol and metadata before it reads.
 *
 * <p>Authority: Delta 4.2: the requirements in {@code Protocol}, {@code Snapshot.init}, {@code DeltaLog.protocolCheck},
 * {@code DeltaLog.assertTableFeaturesMatchMetadata}.
 */
public final class SparkProtocolRules {
    private static final int FEATURE_READER = 3;
    private static final int FEATURE_WRITER = 7;
    private static final String COORDINATOR = "delta.coordinatedCommits.commitCoordinator-preview";

    private final String table;
    private final DeltaBehaviour behaviour;

    /** The rules for one table, named as messages print it. */
    public SparkProtocolRules(String table, DeltaBehaviour behaviour) {
        this.table = table;
        this.behaviour = behaviour;
    }

    /** Throws when Spark cannot even make a protocol of it. */
    static void requireDecodable(Protocol protocol) {
        boolean readerFeatures = protocol.minReaderVersion() >= FEATURE_READER;
        boolean writerFeatures = protocol.minWriterVersion() >= FEATURE_WRITER;
        if (readerFeatures != (protocol.readerFeatures() != null)) {
            throw SparkErrors.undecodable("requirement failed: Mismatched minReaderVersion and readerFeatures.");
        }
        if (writerFeatures != (protocol.writerFeatures() != null)) {
            throw SparkErrors.undecodable("requirement failed: Mismatched minWriterVersion and writerFeatures.");
        }
        if (readerFeatures && !writerFeatures) {
            throw SparkErrors.undecodable("DELTA_READ_FEATURE_PROTOCOL_REQUIRES_WRITE");
        }
    }

    static boolean isDecodable(Protocol protocol) {
        try {
            requireDecodable(protocol);
            return true;
        } catch (ReaderException undecodable) {
            return false;
        }
    }

    /** Throws what Spark throws when it opens a table with these. */
    void requireReadable(Protocol protocol, Metadata metadata) {
        Map<String, @Nullable String> configuration = metadata.configuration();
        if (configuration == null) {
            throw SparkErrors.nullPointer(
                    "Cannot invoke \"scala.collection.immutable.Map.get(Object)\" because \"configs$1\" is null");
        }
        requireCoordinatorKnown(protocol, configuration);
        requireSupported(protocol);
        SchemaTraits schema = schema(metadata);
        requireFeaturesListed(protocol, configuration, schema);
        if (schema != null && schema.unknownToSpark().isPresent()) {
            throw SparkErrors.invalidDataType(schema.unknownToSpark().get());
        }
        if (schema != null && !schema.isStruct()) {
            throw SparkErrors.schemaOfNoStruct(String.valueOf(metadata.schemaString()));
        }
    }

    private static void requireCoordinatorKnown(Protocol protocol, Map<String, @Nullable String> configuration) {
        if (configuration.get(COORDINATOR) != null && !lists(protocol, TableFeature.COORDINATED_COMMITS)) {
            throw SparkErrors.coordinatorWithoutFeature();
        }
    }

    /** Whether a protocol lists a feature, for readers or writers. */
    static boolean lists(Protocol protocol, TableFeature feature) {
        List<String> features = protocol.writerFeatures() == null ? List.of() : protocol.writerFeatures();
        return features.stream().anyMatch(feature.spelling()::equalsIgnoreCase);
    }

    /** Throws what Spark throws on a protocol whose reader version or features it does not know. */
    public void requireSupported(Protocol protocol) {
        Set<String> unknown = new TreeSet<>();
        List<String> features = protocol.readerFeatures() == null ? List.of() : protocol.readerFeatures();
        for (String feature : features) {
            boolean known = TableFeature.of(feature)
                    .filter(found -> found.isKnownToSpark() && found.bindsReaders())
                    .filter(found -> found.spelling().equals(feature))
                    .isPresent();
            if (!known) {
                unknown.add(feature);
            }
        }
        if (!DeltaBehaviour.READER_VERSIONS.contains(protocol.minReaderVersion())) {
            throw SparkErrors.invalidProtocolVersion(
                    table,
                    protocol.minReaderVersion(),
                    protocol.minWriterVersion(),
                    behaviour.release(),
                    DeltaBehaviour.READER_VERSIONS,
                    DeltaBehaviour.WRITER_VERSIONS);
        }
        if (!unknown.isEmpty()) {
            throw SparkErrors.unsupportedReaderFeatures(table, behaviour.release(), unknown);
        }
    }

    private static @Nullable SchemaTraits schema(Metadata metadata) {
        if (metadata.schemaString() == null) {
            return null;
        }
        Parsed<SchemaTraits> schema = SchemaTraits.of(Location.of("metaData.schemaString"), metadata.schemaString());
        if (schema.value().isEmpty()) {
            Damage damage = schema.damage().orElseThrow();
            throw SparkErrors.malformedSchema(damage.kind(), damage.found());
        }
        return schema.value().get();
    }

    private static void requireFeaturesListed(
            Protocol protocol, Map<String, @Nullable String> configuration, @Nullable SchemaTraits schema) {
        if (protocol.minReaderVersion() < FEATURE_READER && protocol.minWriterVersion() < FEATURE_WRITER) {
            return;
        }
        Set<TableFeature> listed = new LinkedHashSet<>();
        List<String> features = protocol.writerFeatures() == null ? List.of() : protocol.writerFeatures();
        for (String feature : features) {
            TableFeature.of(feature).filter(TableFeature::isKnownToSpark).ifPresent(listed::add);
        }
        Set<TableFeature> needed = new LinkedHashSet<>(listed);
        needed.addAll(activeFeatures(new Properties(configuration), schema, listed));
        for (TableFeature feature : List.copyOf(needed)) {
            needed.addAll(feature.requires());
        }
        needed.removeAll(listed);
        if (!needed.isEmpty()) {
            throw SparkErrors.featureMismatch(
                    needed.stream().map(TableFeature::spelling).toList());
        }
    }

    private record Properties(Map<String, @Nullable String> configuration) {
        boolean isTrue(String key) {
            String value = configuration.get(key);
            if (value == null) {
                return false;
            }
            if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
                return value.equalsIgnoreCase("true");
            }
            throw SparkErrors.illegalArgument("For input string: \"" + value + "\"");
        }

        void requireKnownValues() {
            String mapping = configuration.get("delta.columnMapping.mode");
            if (mapping != null && !List.of("none", "id", "name").contains(mapping.toLowerCase(Locale.ROOT))) {
                throw SparkErrors.unknownColumnMapping(mapping);
            }
            String policy = configuration.get("delta.checkpointPolicy");
            if (policy != null && !List.of("classic", "v2").contains(policy.toLowerCase(Locale.ROOT))) {
                throw SparkErrors.illegalArgument("Invalid policy " + policy);
            }
        }

        boolean has(String key) {
            return configuration.get(key) != null;
        }

        boolean is(String key, String value) {
            return value.equalsIgnoreCase(configuration.get(key));
        }

        boolean isOtherThan(String key, String value) {
            return has(key) && !is(key, value);
        }

        boolean hasPrefix(String prefix) {
            return configuration.keySet().stream()
                    .anyMatch(key -> key.toLowerCase(Locale.ROOT).startsWith(prefix));
        }
    }

    /** The features that the metadata make necessary (Delta: FeatureAutomaticallyEnabledByMetadata). */
    private static Set<TableFeature> activeFeatures(
            Properties properties, @Nullable SchemaTraits schema, Set<TableFeature> listed) {
        Set<TableFeature> active = new LinkedHashSet<>();
        properties.requireKnownValues();
        addIf(active, properties.isTrue("delta.appendOnly"), TableFeature.APPEND_ONLY);
        addIf(active, properties.hasPrefix("delta.constraints."), TableFeature.CHECK_CONSTRAINTS);
        addIf(active, properties.isTrue("delta.enableChangeDataFeed"), TableFeature.CHANGE_DATA_FEED);
        addIf(active, properties.isOtherThan("delta.columnMapping.mode", "none"), TableFeature.COLUMN_MAPPING);
        addIf(active, properties.isTrue("delta.enableDeletionVectors"), TableFeature.DELETION_VECTORS);
        addIf(active, properties.isTrue("delta.enableRowTracking"), TableFeature.ROW_TRACKING);
        addIf(active, properties.isTrue("delta.enableIcebergCompatV1"), TableFeature.ICEBERG_COMPAT_V1);
        addIf(active, properties.isTrue("delta.enableIcebergCompatV2"), TableFeature.ICEBERG_COMPAT_V2);
        addIf(
                active,
                properties.isTrue("delta.enableMaterializePartitionColumnsFeature"),
                TableFeature.MATERIALIZE_PARTITION_COLUMNS);
        addIf(active, properties.is("delta.checkpointPolicy", "v2"), TableFeature.V2_CHECKPOINT);
        addIf(active, properties.has(COORDINATOR), TableFeature.COORDINATED_COMMITS);
        addIf(
                active,
                properties.isTrue("delta.enableTypeWidening") && !listed.contains(TableFeature.TYPE_WIDENING_PREVIEW),
                TableFeature.TYPE_WIDENING);
        addIf(active, properties.isTrue("delta.enableInCommitTimestamps"), TableFeature.IN_COMMIT_TIMESTAMP);
        addIf(
                active,
                properties.isTrue("delta.enableVariantShredding")
                        && !listed.contains(TableFeature.VARIANT_SHREDDING_PREVIEW),
                TableFeature.VARIANT_SHREDDING);
        if (schema != null) {
            addIf(active, schema.hasInvariant(), TableFeature.INVARIANTS);
            addIf(active, schema.hasGeneratedColumn(), TableFeature.GENERATED_COLUMNS);
            addIf(active, schema.hasIdentityColumn(), TableFeature.IDENTITY_COLUMNS);
            addIf(active, schema.hasTimestampNtz(), TableFeature.TIMESTAMP_NTZ);
            addIf(
                    active,
                    schema.hasVariant() && !listed.contains(TableFeature.VARIANT_TYPE_PREVIEW),
                    TableFeature.VARIANT_TYPE);
        }
        return active;
    }

    private static void addIf(Set<TableFeature> active, boolean isActive, TableFeature feature) {
        if (isActive) {
            active.add(feature);
        }
    }
}
