package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.source.delta.SchemaRules.Leniency;
import org.jspecify.annotations.Nullable;

/**
 * The schema that a stream reads a table with, and what becomes of a change of it: it is refused, or with a schema log
 * written there, and the stream stops to begin again with it.
 */
final class StreamSchema {
    private final DeltaSourceOptions options;
    private final StreamConfs confs;
    private final DeltaSourceBehaviour behaviour;
    private final TableHistory history;
    private final StreamedCommits commits;
    private final @Nullable SchemaLog schemaLog;
    private final String metadataPath;
    private final TableHistory.Version atInit;
    private final SchemaLog.@Nullable Entry persistedAtInit;
    private final Metadata readMetadata;
    private final Protocol readProtocol;
    private final StructSchema readSchema;
    private final String tableId;
    private boolean isCheckedAtStart;

    /**
     * @param atInit the table as it was when the stream began
     * @param metadataPath where the stream keeps what is its own, as entries of the schema log name it
     */
    StreamSchema(
            DeltaSourceOptions options,
            StreamConfs confs,
            DeltaSourceBehaviour behaviour,
            TableHistory history,
            StreamedCommits commits,
            @Nullable SchemaLog schemaLog,
            TableHistory.Version atInit,
            String metadataPath) {
        this.options = options;
        this.confs = confs;
        this.behaviour = behaviour;
        this.history = history;
        this.commits = commits;
        this.schemaLog = schemaLog;
        this.metadataPath = metadataPath;
        this.atInit = atInit;
        this.persistedAtInit = schemaLog == null ? null : schemaLog.current().orElse(null);
        this.readMetadata = readMetadata(atInit.metadata(), persistedAtInit);
        this.readProtocol = persistedAtInit == null || persistedAtInit.protocol() == null
                ? atInit.protocol()
                : persistedAtInit.protocol();
        this.readSchema = persistedAtInit == null ? SchemaRules.schemaOf(readMetadata) : persistedAtInit.schema();
        this.tableId = String.valueOf(atInit.metadata().id());
    }

    /** The table's id, as offsets name it. */
    String tableId() {
        return tableId;
    }

    private static Metadata readMetadata(Metadata latest, SchemaLog.@Nullable Entry persisted) {
        if (persisted == null) {
            return latest;
        }
        return new Metadata(
                latest.id(),
                latest.tableName(),
                latest.description(),
                latest.format(),
                latest.schemaString(),
                persisted.partitionColumns(),
                persisted.configuration() == null ? latest.configuration() : persisted.configuration(),
                latest.createdTimeMs());
    }

    /** Whether the schema log decides what is read. */
    boolean isTracking() {
        return !confs.allowsUnsafeColumnMappingChanges()
                && schemaLog != null
                && schemaLog.current().isPresent();
    }

    /** Whether there is a schema log without an entry. */
    boolean isReadyToTrack() {
        return !confs.allowsUnsafeColumnMappingChanges()
                && schemaLog != null
                && schemaLog.current().isEmpty();
    }

    /** The version whose schema the stream reads with. */
    long readVersion() {
        return persistedAtInit == null ? atInit.version() : persistedAtInit.version();
    }

    /** Whether a version's metadata or protocol differ from what the stream reads with; null where it has none. */
    boolean isChange(@Nullable Metadata metadata, @Nullable Protocol protocol, long version) {
        if (persistedAtInit != null && persistedAtInit.version() >= version) {
            return false;
        }
        if (protocol != null && !isSame(protocol, readProtocol)) {
            return true;
        }
        if (metadata == null) {
            return false;
        }
        Map<String, @Nullable String> properties = SchemaRules.deltaProperties(metadata.configuration());
        return !SchemaRules.isSame(SchemaRules.schemaOf(metadata), readSchema)
                || !SchemaRules.partitionColumnsOf(metadata).equals(SchemaRules.partitionColumnsOf(readMetadata))
                || !properties.equals(SchemaRules.deltaProperties(readMetadata.configuration()));
    }

    private static boolean isSame(Protocol one, Protocol other) {
        return one.minReaderVersion() == other.minReaderVersion()
                && one.minWriterVersion() == other.minWriterVersion()
                && setOf(one.readerFeatures()).equals(setOf(other.readerFeatures()))
                && setOf(one.writerFeatures()).equals(setOf(other.writerFeatures()));
    }

    private static Set<String> setOf(@Nullable List<String> features) {
        return features == null ? Set.of() : new HashSet<>(features);
    }

    /** Refuses what the table became since. Authority: DeltaSourceBase.checkReadIncompatibleSchemaChangeOnStreamStartOnce. */
    void checkAtStartOnce(long startVersion, @Nullable Long endVersion) throws IOException {
        if (isTracking() || isCheckedAtStart) {
            return;
        }
        TableHistory.Version snapshot = null;
        try {
            snapshot = history.at(startVersion);
        } catch (ReaderException failed) {
            if (!confs.allowsUnsafeColumnMappingChanges() && SchemaRules.hasColumnMapping(atInit.metadata())) {
                throw DeltaSourceErrors.noSnapshotForColumnMapping(failed.error());
            }
        }
        boolean checks = !confs.allowsUnsafeColumnMappingChanges()
                || followsTypeWidening()
                || !confs.allowsUnsafeChangesAtStart();
        if (snapshot != null && checks) {
            check(snapshot.metadata(), snapshot.version(), Moment.START);
            if (endVersion != null) {
                for (TableHistory.Commit commit : commits.between(startVersion, endVersion)) {
                    for (Action action : history.actions(commit)) {
                        if (action instanceof Metadata metadata) {
                            check(metadata, commit.version(), Moment.START);
                        }
                    }
                }
            }
        }
        isCheckedAtStart = true;
    }

    /** Refuses metadata that the stream meets. */
    void check(Metadata metadata, long version) {
        if (!isTracking()) {
            check(metadata, version, Moment.RUNNING);
        }
    }

    /** When a schema is checked. */
    private enum Moment {
        START,
        RUNNING
    }

    /** Authority: DeltaSourceBase.checkReadIncompatibleSchemaChanges. */
    private void check(Metadata metadata, long version, Moment moment) {
        boolean isBackfill = version < atInit.version();
        Metadata newer = isBackfill ? atInit.metadata() : metadata;
        Metadata older = isBackfill ? metadata : atInit.metadata();
        if (behaviour.refusesChangedTableId() && !String.valueOf(newer.id()).equals(String.valueOf(older.id()))) {
            throw DeltaSourceErrors.differentTable(String.valueOf(newer.id()), String.valueOf(older.id()));
        }
        if (wantsSchemaLog(newer, older)) {
            throw DeltaSourceErrors.incompatibleSchemaChange(
                    SchemaRules.schemaOf(older), SchemaRules.schemaOf(newer), behaviour.namesNonAdditiveChanges());
        }
        if (moment == Moment.START && confs.allowsUnsafeChangesAtStart()) {
            return;
        }
        StructSchema data = SchemaRules.schemaOf(metadata);
        boolean passesMissing = SchemaRules.hasColumnMapping(atInit.metadata())
                && confs.allowsUnsafeColumnMappingChanges()
                && isBackfill;
        boolean samePartitions = confs.allowsUnsafePartitionChanges()
                || SchemaRules.partitionColumnsOf(newer).equals(SchemaRules.partitionColumnsOf(older));
        boolean isCompatible = SchemaRules.isReadCompatible(
                        data, readSchema, new Leniency(passesMissing, followsTypeWidening() && !tracksTypeWidening()))
                && (passesMissing || samePartitions);
        if (!isCompatible) {
            throw DeltaSourceErrors.schemaChanged(version, asRead(readSchema), asRead(data), options.namesAStart());
        }
    }

    /** A change feed has three columns more. Authority: CDCReader.cdcReadSchema. */
    private StructSchema asRead(StructSchema table) {
        if (!options.readsChangeFeed()) {
            return table;
        }
        List<StructSchema.Field> fields = new ArrayList<>(table.fields());
        fields.add(StructSchema.Field.of("_change_type", SparkType.Text.STRING));
        fields.add(StructSchema.Field.of("_commit_version", SparkType.Simple.LONG));
        fields.add(StructSchema.Field.of("_commit_timestamp", SparkType.Simple.TIMESTAMP));
        return new StructSchema(fields);
    }

    private boolean wantsSchemaLog(Metadata newer, Metadata older) {
        if (followsTypeWidening() && tracksTypeWidening() && SchemaRules.hasTypeChange(newer, older)) {
            return true;
        }
        return !confs.allowsUnsafeColumnMappingChanges() && SchemaRules.hasColumnMappingChange(newer, older);
    }

    private boolean followsTypeWidening() {
        if (!behaviour.knowsTypeWidening() || !confs.followsTypeWidening()) {
            return false;
        }
        List<String> features = atInit.protocol().readerFeatures();
        return features != null && (features.contains("typeWidening") || features.contains("typeWidening-preview"));
    }

    private boolean tracksTypeWidening() {
        return confs.tracksTypeWidening(behaviour.tracksTypeWidening());
    }

    /** Begins the schema log where a batch begins. Authority: validateAndResolveMetadataForLogInitialization. */
    void startTracking(TableHistory.Version snapshot, long to) throws IOException {
        long from = snapshot.version();
        List<Metadata> schemas = new ArrayList<>(List.of(snapshot.metadata()));
        Protocol protocol = snapshot.protocol();
        for (TableHistory.Commit commit : commits.between(from, to)) {
            for (Action action : history.actions(commit)) {
                if (action instanceof Metadata metadata) {
                    schemas.add(metadata);
                } else if (action instanceof Protocol found) {
                    if (!featuresOf(found).containsAll(featuresOf(protocol))) {
                        throw DeltaSourceErrors.trackingCannotStart(from, to);
                    }
                    protocol = found;
                }
            }
        }
        Metadata last = schemas.get(schemas.size() - 1);
        for (Metadata earlier : schemas.subList(0, schemas.size() - 1)) {
            if (SchemaRules.hasColumnMappingChange(last, earlier)
                    || !SchemaRules.isReadCompatible(
                            SchemaRules.schemaOf(earlier), SchemaRules.schemaOf(last), Leniency.NONE)) {
                throw DeltaSourceErrors.trackingCannotStart(from, to);
            }
        }
        begin(to, last, protocol);
    }

    private static Set<String> featuresOf(Protocol protocol) {
        Set<String> features = new HashSet<>(setOf(protocol.readerFeatures()));
        features.addAll(setOf(protocol.writerFeatures()));
        return features;
    }

    /** Writes the first entry of the schema log, and stops the stream when it reads with another schema. */
    void begin(long version, Metadata metadata, Protocol protocol) {
        SchemaLog.Entry entry = SchemaLog.Entry.of(tableId, version, metadata, protocol, metadataPath);
        requireSchemaLog().add(entry);
        if (isChange(metadata, protocol, version)) {
            throw DeltaSourceErrors.metadataEvolved(entry);
        }
    }

    /** Where a new entry goes. */
    enum Place {
        NEXT,
        CURRENT
    }

    /** Writes a changed schema to the log and stops the stream. Authority: updateMetadataTrackingLogAndFailTheStreamIfNeeded. */
    void evolve(@Nullable Metadata metadata, @Nullable Protocol protocol, long version, Place place) {
        if (!isChange(metadata, protocol, version)) {
            return;
        }
        SchemaLog.Entry entry = SchemaLog.Entry.of(
                tableId,
                version,
                metadata == null ? readMetadata : metadata,
                protocol == null ? readProtocol : protocol,
                metadataPath);
        if (place == Place.CURRENT) {
            requireSchemaLog().replace(entry);
        } else {
            requireSchemaLog().add(entry);
        }
        throw DeltaSourceErrors.metadataEvolved(entry);
    }

    private SchemaLog requireSchemaLog() {
        if (schemaLog == null) {
            throw new IllegalStateException("no schema log");
        }
        return schemaLog;
    }
}
