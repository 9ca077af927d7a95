package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.io.Storage;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes Delta's source as Spark makes it, in two steps: the query is analysed, then, in the query's own thread, the source
 * is created. Authority: Delta 4.0 DeltaDataSource.sourceSchema and createSource.
 */
public final class DeltaSources {
    private final Map<String, String> options;
    private final StreamConfs confs;
    private final TableReadings table;
    private final TableHistory history;
    private final SchemaLogs schemaLogs;
    private final @Nullable String eventTime;
    private final DataFiles data;

    /** The schema logs of a checkpoint. */
    public interface SchemaLogs {
        /**
         * The entries of a log by number, each file's text; empty when there is no such log.
         *
         * @param location as the user gave it, with the log's own directory behind it
         */
        Map<Long, String> entries(String location) throws IOException;

        /** Adds an entry. */
        void write(String location, String name, String content);

        /** The names of the checkpoint under which a log must lie: as the query knows it, and where it lies now. */
        List<String> checkpoints();
    }

    /** What data files hold, when they may be read. */
    public interface DataFiles {
        /**
         * The rows of a file of the table.
         *
         * @param path as the log holds it
         * @return empty when it is not read or does not tell
         */
        OptionalLong rows(String path) throws IOException;

        /**
         * The newest time in a column of a file of the table.
         *
         * @param path as the log holds it
         * @param column as the file holds it
         * @param vector which rows do not count; null when all do
         */
        NewestTime newest(String path, String column, @Nullable DeletionVectorDescriptor vector) throws IOException;

        /** No data file is read. */
        static DataFiles unread() {
            return new DataFiles() {
                @Override
                public OptionalLong rows(String path) {
                    return OptionalLong.empty();
                }

                @Override
                public NewestTime newest(String path, String column, @Nullable DeletionVectorDescriptor vector) {
                    return NewestTime.UNKNOWN;
                }
            };
        }
    }

    /**
     * What the source is made of.
     *
     * @param options of the reader
     * @param confs of the session
     * @param release of Delta
     * @param eventTime the column that has a watermark; null when none has
     */
    public record Setup(
            Map<String, String> options,
            Map<String, String> confs,
            String release,
            @Nullable String eventTime) {
        /** Of a source without a watermark. */
        public Setup(Map<String, String> options, Map<String, String> confs, String release) {
            this(options, confs, release, null);
        }
    }

    /**
     * Prepares to make the source.
     *
     * @param location of the table, as messages print it
     */
    public DeltaSources(Setup setup, Storage table, String location, SchemaLogs schemaLogs, DataFiles data)
            throws IOException {
        this(setup, new TableReadings(table, location, setup.release()), schemaLogs, data);
    }

    /**
     * Prepares to make the source over a table of which something may have been read already.
     *
     * @param table read as the same release of Delta
     */
    public DeltaSources(Setup setup, TableReadings table, SchemaLogs schemaLogs, DataFiles data) {
        this.options = setup.options();
        this.confs = new StreamConfs(setup.confs());
        this.table = table;
        this.history = table.history();
        this.schemaLogs = schemaLogs;
        this.eventTime = setup.eventTime();
        this.data = data;
    }

    /**
     * What happens before {@code start()} returns.
     *
     * @throws dev.tidemark.source.SourceFailureException with what is thrown to the caller
     */
    public void analyse() throws IOException {
        DeltaSourceOptions.requireAnalysable(options);
        TableHistory.Version latest = latest();
        Optional<String> location = trackingLocation(latest);
        if (location.isPresent()) {
            SchemaLog log = schemaLog(location.get(), latest);
            if (confs.mergesSchemaChanges()) {
                mergeChanges(log);
            }
        }
        if (SchemaRules.schemaOf(latest.metadata()).size() == 0) {
            throw DeltaSourceErrors.schemaNotSet();
        }
    }

    /**
     * Creates the source.
     *
     * @param metadataPath where the source may keep things in the checkpoint, as the query names it
     * @throws dev.tidemark.source.SourceFailureException with what kills the query
     */
    public StreamSource create(String metadataPath) throws IOException {
        DeltaSourceOptions checked = new DeltaSourceOptions(options);
        TableHistory.Version latest = latest();
        DeltaSourceBehaviour rules = DeltaSourceBehaviour.of(table.behaviour().release());
        Optional<String> location = trackingLocation(latest);
        SchemaLog log = location.isEmpty() ? null : schemaLog(location.get(), latest);
        if (log != null) {
            requireOwnLog(log, metadataPath);
            requireUnblocked(log, checked, metadataPath, rules);
        }
        if (SchemaRules.schemaOf(latest.metadata()).size() == 0) {
            throw DeltaSourceErrors.schemaNotSet();
        }
        LoggedFacts facts = new LoggedFacts(table, data, eventTimeColumn(latest));
        return new DeltaStreamSource(checked, confs, rules, history, facts, log, latest, metadataPath);
    }

    private @Nullable EventTimeColumn eventTimeColumn(TableHistory.Version latest) {
        return eventTime == null
                ? null
                : EventTimeColumn.of(eventTime, latest.metadata(), confs.zone()).orElse(null);
    }

    private TableHistory.Version latest() throws IOException {
        try {
            return history.latest();
        } catch (ReaderException failed) {
            throw DeltaSourceErrors.table(failed.error());
        }
    }

    private Optional<String> option(String name) {
        return options.entrySet().stream()
                .filter(option -> option.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private Optional<String> rootLocation() {
        return option("schemaTrackingLocation").or(() -> option("schemaLocation"));
    }

    private Optional<String> trackingLocation(TableHistory.Version latest) {
        String suffix = option("streamingSourceTrackingId").map(id -> "_" + id).orElse("");
        return rootLocation()
                .map(root -> root + "/_schema_log_" + latest.metadata().id() + suffix);
    }

    /**
     * Analyses the query together with its checkpoint, which it has by then.
     *
     * @throws dev.tidemark.source.SourceFailureException when the schema log lies elsewhere
     */
    public void analyseWrite() {
        String root = rootLocation().orElse(null);
        List<String> checkpoints = schemaLogs.checkpoints();
        if (root == null || confs.allowsTrackingOutsideCheckpoint() || checkpoints.isEmpty()) {
            return;
        }
        String place = plain(root);
        boolean isInside = checkpoints.stream()
                .map(DeltaSources::plain)
                .anyMatch(directory -> place.equals(directory) || place.startsWith(directory + "/"));
        if (!isInside) {
            throw DeltaSourceErrors.trackingOutsideCheckpoint(root, checkpoints.get(0));
        }
    }

    private static String plain(String place) {
        String path = place.replaceFirst("^file:/*", "/");
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private SchemaLog schemaLog(String location, TableHistory.Version latest) throws IOException {
        SchemaLog log = new SchemaLog(location, (name, content) -> schemaLogs.write(location, name, content));
        schemaLogs.entries(location).forEach(log::restore);
        String tableId = String.valueOf(latest.metadata().id());
        log.current().filter(entry -> !entry.tableId().equals(tableId)).ifPresent(entry -> {
            throw DeltaSourceErrors.trackingOfOtherTable(entry.tableId(), tableId);
        });
        return log;
    }

    /** Authority: DeltaSourceMetadataTrackingLog.getMergedConsecutiveMetadataChanges. */
    private void mergeChanges(SchemaLog log) throws IOException {
        SchemaLog.Entry current = log.current().orElse(null);
        if (current == null) {
            return;
        }
        SchemaLog.Entry merged = null;
        for (TableHistory.Commit commit : history.commitsFrom(current.version())) {
            Metadata metadata = null;
            Protocol protocol = null;
            boolean hasFiles = false;
            List<Action> actions = history.actions(commit);
            for (Action action : actions) {
                metadata = action instanceof Metadata found ? found : metadata;
                protocol = action instanceof Protocol found ? found : protocol;
                hasFiles |= action instanceof FileAction;
            }
            if (hasFiles || (metadata == null && protocol == null)) {
                break;
            }
            if (commit.version() != current.version()) {
                merged = merged(current, commit.version(), metadata, protocol);
            }
        }
        if (merged != null) {
            log.replace(merged);
        }
    }

    private static SchemaLog.Entry merged(
            SchemaLog.Entry current, long version, @Nullable Metadata metadata, @Nullable Protocol protocol) {
        return new SchemaLog.Entry(
                current.tableId(),
                version,
                metadata == null ? current.schema() : SchemaRules.schemaOf(metadata),
                metadata == null ? current.partitionColumns() : SchemaRules.partitionColumnsOf(metadata),
                metadata == null ? current.configuration() : metadata.configuration(),
                protocol == null ? current.protocol() : protocol,
                current.previous(),
                current.sourcePath());
    }

    /** A schema log belongs to one source. Authority: DeltaSourceMetadataTrackingLog.create. */
    private void requireOwnLog(SchemaLog log, String metadataPath) {
        String owner = log.current().map(SchemaLog.Entry::sourcePath).orElse(metadataPath);
        if (confs.checksOwnerOfSchemaLog() && !metadataPath.equals(owner)) {
            throw DeltaSourceErrors.requirement("The Delta source metadata path used for execution '" + metadataPath
                    + "' is different from the one persisted for previous processing '" + owner
                    + "'. Please check if the schema location has been reused across different streaming sources. Pick a"
                    + " new `schemaTrackingLocation` or use `streamingSourceTrackingId` to distinguish between streaming"
                    + " sources.");
        }
    }

    /** Authority: DeltaSourceMetadataEvolutionSupport.validateIfSchemaChangeCanBeUnblocked. */
    private void requireUnblocked(
            SchemaLog log, DeltaSourceOptions checked, String metadataPath, DeltaSourceBehaviour rules) {
        SchemaLog.Entry current = log.current().orElse(null);
        SchemaLog.Entry previous = log.previous().orElse(null);
        if (current == null || previous == null) {
            return;
        }
        SchemaRules.NonAdditive change = SchemaRules.nonAdditiveChange(
                        current.schema(), previous.schema(), rules.knowsTypeWidening() && confs.seesTypeChanges())
                .orElse(null);
        if (change == null) {
            return;
        }
        Unblocking unblocking = new Unblocking(checked, confs, metadataPath.hashCode(), current.version(), rules);
        boolean isBlocked = (change.isRename()
                        && !unblocking.by("allowSourceColumnRename", "allowSourceColumnRenameAndDrop"))
                || (change.isDrop() && !unblocking.by("allowSourceColumnDrop", "allowSourceColumnRenameAndDrop"))
                || (change.isTypeWidening() && !unblocking.by("allowSourceColumnTypeChange", null));
        if (!rules.takesUnblockingOptions()) {
            requireUnblockedByConf(change, unblocking, previous.version(), isBlocked);
        } else if (isBlocked) {
            throw DeltaSourceErrors.mustUnblock(change, previous.version(), current.version(), metadataPath.hashCode());
        }
    }

    /** Who renames and drops needs the conf for both. Authority: Delta 3.3. */
    private static void requireUnblockedByConf(
            SchemaRules.NonAdditive change, Unblocking unblocking, long from, boolean isBlocked) {
        boolean isBoth = change.isRename() && change.isDrop();
        if (isBoth ? !unblocking.by("allowSourceColumnRenameAndDrop", null) : isBlocked) {
            throw DeltaSourceErrors.mustUnblockByConf(change, from, unblocking.version(), unblocking.hash());
        }
    }

    private record Unblocking(
            DeltaSourceOptions options, StreamConfs confs, int hash, long version, DeltaSourceBehaviour rules) {
        boolean by(String name, @Nullable String combined) {
            String option =
                    rules.takesUnblockingOptions() ? options.unblocking(name).orElse("") : "";
            return option.equals("always")
                    || option.equals(Long.toString(version))
                    || confs.unblocks(name, hash, version)
                    || (combined != null && confs.unblocks(combined, hash, version));
        }
    }
}
