package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongPredicate;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.PathKeys;
import dev.tidemark.delta.vector.RowSet;
import dev.tidemark.delta.vector.VectorPlace;
import dev.tidemark.delta.vector.VectorReader;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.WatermarkDescription;
import dev.tidemark.sink.BatchSink;
import dev.tidemark.sink.ForgetfulSink;
import dev.tidemark.sink.file.FileBatchSink;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.StreamSource;
import dev.tidemark.source.data.DataFileReader;
import dev.tidemark.source.data.TimestampText;
import dev.tidemark.source.delta.DeltaSources;
import dev.tidemark.source.delta.TableReadings;
import dev.tidemark.source.file.FileStreamSource;
import org.jspecify.annotations.Nullable;

/** The tables and directories that a query reads and writes, opened where they lie now. */
final class World {
    private static final String SINK_INTERVAL = "spark.sql.streaming.fileSink.log.compactInterval";
    private static final String UNREAD_FORMAT = "of another parser";
    private static final Set<String> FILE_SINKS = Set.of("parquet", "json", "csv", "orc", "text", "avro", "xml");

    /** Options of parsers under which a line is a row, with the value that says so. */
    private static final List<Map.Entry<String, String>> PARSER_OPTIONS = List.of(
            Map.entry("multiLine", "false"),
            Map.entry("mode", "PERMISSIVE"),
            Map.entry("lineSep", "\n"),
            Map.entry("encoding", "UTF-8"),
            Map.entry("wholeText", "false"));

    private static final int MAX_SCHEMA_LOG_BYTES = 64 << 20;

    private final QueryDescription query;
    private final OverlayStorage checkpoint;
    private final LogFiles files;
    private final String checkpointPlace;
    private final Readings readings;
    private final Reach reach;

    World(
            QueryDescription query,
            OverlayStorage checkpoint,
            LogFiles files,
            String checkpointPlace,
            Readings readings,
            Reach reach) {
        this.query = query;
        this.checkpoint = checkpoint;
        this.files = files;
        this.checkpointPlace = checkpointPlace;
        this.readings = readings;
        this.reach = reach;
    }

    /** A place that evidence names; empty when nothing is there. */
    Optional<Storage> open(@Nullable String path) throws IOException {
        if (path == null) {
            return Optional.empty();
        }
        Storage storage = openNew(path);
        return storage.stat(StoragePath.ROOT).isPresent() ? Optional.of(storage) : Optional.empty();
    }

    /** A place that need not exist. */
    Storage openNew(String path) throws IOException {
        return readings.places().open(path);
    }

    /** Follows the sources whose tables or directories are there. */
    void follow(SourceChecks sources, SparkBehaviour behaviour) throws IOException {
        DeclaredSources makers = new DeclaredSources(query, behaviour, checkpoint, files, checkpointPlace);
        for (int i = 0; i < query.sources().size(); i++) {
            SourceDescription source = query.sources().get(i);
            Optional<LiveSource.Maker> madeUp = makers.of(i, sources.source(i));
            if (madeUp.isPresent()) {
                sources.replace(i, new LiveSource(sources.source(i), madeUp.get()));
                continue;
            }
            String path = source.path();
            boolean isDelta = SourceKind.of(source) == SourceKind.DELTA;
            String directory = path == null || isDelta ? path : FileStreamSource.directoryOf(path);
            Optional<Storage> place = open(directory);
            if (directory != null && place.isEmpty() && isGone(directory)) {
                place = Optional.of(openNew(directory));
            }
            if (place.isEmpty() || path == null) {
                continue;
            }
            SourceChecks.Source logs = sources.source(i);
            if (isDelta) {
                sources.replace(i, new LiveSource(logs, new DeltaMaker(i, source, place.get(), path)));
            } else if (SourceKind.of(source) == SourceKind.FILE) {
                sources.replace(i, new LiveSource(logs, new FileMaker(i, source, place.get(), path, logs, behaviour)));
            }
        }
    }

    /** Whether a table or directory is not there although the directory it stood in is. */
    private boolean isGone(String path) throws IOException {
        String parent = path.replaceFirst("/+[^/]+/*$", "");
        return !parent.isEmpty() && !parent.equals(path) && open(parent).isPresent();
    }

    private final class DeltaMaker implements LiveSource.Maker {
        private final int index;
        private final SourceDescription source;
        private final Storage table;
        private final String path;
        private @Nullable DeltaSources sources;

        DeltaMaker(int index, SourceDescription source, Storage table, String path) {
            this.index = index;
            this.source = source;
            this.table = table;
            this.path = path;
        }

        private DeltaSources sources() throws IOException {
            if (sources == null) {
                WatermarkDescription watermark = source.watermark();
                DeltaSources.Setup setup = new DeltaSources.Setup(
                        source.options(), query.confs(), deltaVersion(), watermark == null ? null : watermark.column());
                DeltaSources.DataFiles data = new TableFiles(table, dataFiles(source, table));
                TableReadings read = readings.table(path, table, "file:" + plain(path), setup.release());
                sources = new DeltaSources(setup, read, new TrackingLogs(), data);
            }
            return sources;
        }

        @Override
        public void analyse() throws IOException {
            sources().analyse();
        }

        @Override
        public void analyseWrite() throws IOException {
            sources().analyseWrite();
        }

        @Override
        public StreamSource create() throws IOException {
            return sources().create(checkpointPlace + "/sources/" + index);
        }
    }

    private final class FileMaker implements LiveSource.Maker {
        private final SourceDescription source;
        private final Storage input;
        private final String path;
        private final int index;
        private final SourceChecks.Source logs;
        private final SparkBehaviour behaviour;

        FileMaker(
                int index,
                SourceDescription source,
                Storage input,
                String path,
                SourceChecks.Source logs,
                SparkBehaviour behaviour) {
            this.behaviour = behaviour;
            this.index = index;
            this.source = source;
            this.input = input;
            this.path = path;
            this.logs = logs;
        }

        @Override
        public StreamSource create() throws IOException {
            String id = logs.sourceId().orElse(source.name() == null ? Integer.toString(index) : source.name());
            StoragePath directory = StoragePath.inside("sources/" + id)
                    .orElseThrow(() -> new UndecidedException("the source's name " + id + " is no directory name"));
            DataFiles data = dataFiles(source, input);
            return new FileStreamSource(
                    knownOptions(),
                    query.confs(),
                    new FileStreamSource.Directory(input, path),
                    new FileStreamSource.LogPlace(checkpoint, directory, checkpointPlace + "/" + directory),
                    new FileStreamSource.LogWriter() {
                        @Override
                        public void write(StoragePath path, String content) {
                            files.write(path, content);
                        }

                        @Override
                        public void delete(StoragePath path) throws IOException {
                            checkpoint.delete(path);
                        }
                    },
                    data::rows);
        }

        @Override
        public void analyse() throws IOException { // DataSource.sourceSchema looks for a directory that is no pattern
            FileStreamSource.requireThere(
                    path, input.stat(StoragePath.ROOT).isPresent(), behaviour.messagesNameSqlState());
        }

        private Map<String, String> knownOptions() {
            Map<String, String> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            known.putAll(source.options());
            behaviour.fileOptionsUnknown().forEach(known::remove);
            return known;
        }
    }

    private String deltaVersion() {
        String version = query.versions().delta();
        return version == null ? DeltaBehaviour.DEFAULT.release() : version;
    }

    private static String plain(String path) {
        return path.replaceFirst("^file:/*", "/");
    }

    /** The schema logs of Delta's sources, which lie in the checkpoint. */
    private final class TrackingLogs implements DeltaSources.SchemaLogs {
        @Override
        public Map<Long, String> entries(String location) throws IOException {
            Map<Long, String> entries = new HashMap<>();
            StoragePath directory = inCheckpoint(location);
            try {
                checkpoint.forEachEntry(directory, entry -> {
                    if (entry.isFile() && entry.name().matches("\\d{1,18}")) {
                        entries.put(Long.parseLong(entry.name()), "");
                    }
                });
            } catch (FileNotFoundException absent) {
                return entries;
            }
            for (Map.Entry<Long, String> entry : entries.entrySet()) {
                byte[] bytes =
                        checkpoint.readAtMost(directory.child(Long.toString(entry.getKey())), MAX_SCHEMA_LOG_BYTES);
                entry.setValue(new String(bytes, StandardCharsets.UTF_8));
            }
            return entries;
        }

        private StoragePath inCheckpoint(String location) {
            String place = plain(location);
            for (String checkpointName : checkpoints()) {
                String root = plain(checkpointName) + "/";
                Optional<StoragePath> inside =
                        place.startsWith(root) ? StoragePath.inside(place.substring(root.length())) : Optional.empty();
                if (inside.isPresent()) {
                    return inside.get();
                }
            }
            String below = place.substring(place.lastIndexOf("/_schema_log_") + 1);
            return StoragePath.inside(below)
                    .orElseThrow(() -> new UndecidedException("the schema log at " + location + " was not found"));
        }

        @Override
        public void write(String location, String name, String content) {
            files.write(inCheckpoint(location).child(name), content);
        }

        @Override
        public List<String> checkpoints() {
            return List.of(checkpointPlace, checkpoint.location());
        }
    }

    /** Reads data files of a source where that is allowed. */
    final class DataFiles {
        private final Storage storage;
        private final DataFileReader reader;
        private final Readings.FilesRead read;

        private DataFiles(Storage storage, DataFileReader reader, Readings.FilesRead read) {
            this.storage = storage;
            this.reader = reader;
            this.read = read;
        }

        OptionalLong rows(StoragePath file) throws IOException {
            return reach.dataFiles() == Reach.DataFiles.READ ? read.rows(reader, file) : OptionalLong.empty();
        }

        /** Whether a file is there. */
        boolean has(StoragePath file) throws IOException {
            return read.isThere(storage, file);
        }

        /** What is wrong with a file, as Spark says it behind the file's name; empty when nothing is, or it is not read. */
        Optional<String> flaw(StoragePath file) throws IOException {
            return reach.dataFiles() == Reach.DataFiles.READ ? reader.flaw(file) : Optional.empty();
        }

        /** The newest event time in some files. */
        NewestTime newest(List<StoragePath> files, String column) throws IOException {
            NewestTime newest = NewestTime.NONE;
            for (StoragePath file : files) {
                newest = newest.and(newest(file, column, null, row -> false));
            }
            return newest;
        }

        NewestTime newest(
                StoragePath file, String column, @Nullable DeletionVectorDescriptor vector, LongPredicate isHidden)
                throws IOException {
            return reach.dataFiles() == Reach.DataFiles.READ
                    ? read.newest(reader, file, column, vector, isHidden)
                    : NewestTime.UNKNOWN;
        }
    }

    /** The data files of a Delta table, by the paths that its log holds. */
    private final class TableFiles implements DeltaSources.DataFiles {
        private final Storage table;
        private final DataFiles files;

        TableFiles(Storage table, DataFiles files) {
            this.table = table;
            this.files = files;
        }

        @Override
        public OptionalLong rows(String path) throws IOException {
            Optional<StoragePath> file = there(path);
            return file.isEmpty() ? OptionalLong.empty() : files.rows(file.get());
        }

        @Override
        public NewestTime newest(String path, String column, @Nullable DeletionVectorDescriptor vector)
                throws IOException {
            Optional<StoragePath> file = there(path);
            LongPredicate isHidden = vector == null ? row -> false : hidden(vector);
            return file.isEmpty() || isHidden == null
                    ? NewestTime.UNKNOWN
                    : files.newest(file.get(), column, vector, isHidden);
        }

        private Optional<StoragePath> there(String path) throws IOException {
            Optional<StoragePath> file = PathKeys.inTable(path);
            return file.isPresent() && reach.dataFiles() == Reach.DataFiles.READ && files.has(file.get())
                    ? file
                    : Optional.empty();
        }

        /** The rows that a deletion vector hides; null when it cannot be read. */
        private @Nullable LongPredicate hidden(DeletionVectorDescriptor vector) throws IOException {
            if (reach.dataFiles() != Reach.DataFiles.READ) {
                return null;
            }
            Optional<RowSet> rows = Optional.empty();
            VectorPlace place = VectorPlace.of(vector);
            if (place instanceof VectorPlace.Inline) {
                rows = VectorReader.readInline(Location.of("deletionVector"), vector)
                        .value();
            } else if (place instanceof VectorPlace.InTable inTable
                    && table.stat(inTable.file()).isPresent()) {
                rows = VectorReader.read(table, inTable.file(), vector).value();
            }
            if (rows.isEmpty() || rows.get().last() >= Integer.MAX_VALUE) {
                return null;
            }
            BitSet hidden = new BitSet();
            rows.get().forEach(row -> hidden.set((int) row));
            return row -> row < Integer.MAX_VALUE && hidden.get((int) row);
        }
    }

    /** The data files of a source. */
    DataFiles dataFiles(SourceDescription source, Storage storage) {
        String format = source.format().toLowerCase(Locale.ROOT);
        boolean isLineByLine = PARSER_OPTIONS.stream()
                .allMatch(option -> source.option(option.getKey())
                        .map(value -> value.trim().equalsIgnoreCase(option.getValue()))
                        .orElse(true));
        String read = isLineByLine ? format : UNREAD_FORMAT;
        return new DataFiles(
                storage,
                new DataFileReader(storage, read, sessionZone()),
                readings.files(String.valueOf(source.path()), read));
    }

    private @Nullable ZoneId sessionZone() {
        try {
            return query.conf("spark.sql.session.timeZone")
                    .map(TimestampText::zone)
                    .orElse(null);
        } catch (DateTimeException odd) {
            return null;
        }
    }

    /**
     * Whether the data files that a version added came along with a table. They are all where Spark looks for them, or lost;
     * to a copy some may not have been copied: those behind the newest version of which one is there.
     */
    boolean cameAlong(String path, Storage table, long version) throws IOException {
        if (!readings.places().isMoved(path)) {
            return true;
        }
        OptionalLong newest = readings.newestWithData(path, () -> newestWithData(table));
        return newest.isPresent() && newest.getAsLong() >= version;
    }

    /** The newest version of which a data file is there; empty when there is none of any commit that is left. */
    private static OptionalLong newestWithData(Storage table) throws IOException {
        List<LogFile> commits = new ArrayList<>();
        for (LogFile file : LogListing.of(table).from(0)) {
            if (file.name() instanceof LogFileName.Commit) {
                commits.add(file);
            }
        }
        DataDirectories directories = new DataDirectories(table);
        for (int i = commits.size() - 1; i >= 0; i--) {
            LogFile file = commits.get(i);
            boolean[] holds = {false};
            try (InputStream in = table.open(file.entry().path())) {
                ActionFileReader.read(
                        in,
                        Location.of(file.entry().path().value()),
                        ActionDetail.SUMMARY,
                        (action, line) ->
                                holds[0] |= !holds[0] && action instanceof Add add && directories.hold(add.path()));
            }
            if (holds[0] && file.name() instanceof LogFileName.Commit commit) {
                return OptionalLong.of(commit.version());
            }
            if (directories.areAllGone()) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }

    /** The directories of data files. Where one is not there, no file of it is looked for. */
    private static final class DataDirectories {
        private static final StoragePath LOG = new StoragePath("_delta_log");

        private final Storage table;
        private final Set<StoragePath> gone = new HashSet<>();
        private final boolean isLogAlone;

        DataDirectories(Storage table) throws IOException {
            this.table = table;
            boolean[] holdsMore = {false};
            table.forEachEntry(
                    StoragePath.ROOT, entry -> holdsMore[0] |= !entry.path().equals(LOG));
            this.isLogAlone = !holdsMore[0];
        }

        /** Whether there is nothing but the log. */
        boolean areAllGone() {
            return isLogAlone;
        }

        boolean hold(String path) {
            Optional<StoragePath> file = isLogAlone ? Optional.empty() : PathKeys.inTable(path);
            try {
                return file.isPresent()
                        && !isGone(file.get().parent())
                        && table.stat(file.get()).isPresent();
            } catch (IOException refused) {
                return false;
            }
        }

        private boolean isGone(StoragePath directory) throws IOException {
            if (gone.contains(directory)) {
                return true;
            }
            boolean isGone = !directory.isRoot() && table.stat(directory).isEmpty();
            if (isGone) {
                gone.add(directory);
            }
            return isGone;
        }
    }

    /**
     * The sink; null when the description does not name one.
     *
     * @param queryId null when the query gets a new one
     */
    @Nullable
    BatchSink sink(@Nullable String queryId, Ledger ledger) throws IOException {
        BatchSink sink = openSink(queryId);
        if (sink != null) {
            ledger.deliveries().forEach((batchId, delivery) -> {
                if (delivery.times() > 0) {
                    sink.recall(batchId);
                }
            });
        }
        return sink;
    }

    /** What is at the place of a sink that keeps what it is given. */
    enum SinkPlace {
        THERE,
        GONE,
        NOT_AT_HAND
    }

    /** What is at the sink's place; gone it is where nothing is there and its neighbours are. */
    SinkPlace sinkPlace() throws IOException {
        SinkDescription sink = query.sink();
        if (sink == null || sink.path() == null) {
            return SinkPlace.THERE;
        }
        String path = sink.path();
        String format = sink.format().toLowerCase(Locale.ROOT);
        if (!(format.equals("delta") || FILE_SINKS.contains(format))
                || open(path).isPresent()) {
            return SinkPlace.THERE;
        }
        return isGone(path) ? SinkPlace.GONE : SinkPlace.NOT_AT_HAND;
    }

    private @Nullable BatchSink openSink(@Nullable String queryId) throws IOException {
        SinkDescription sink = query.sink();
        if (sink == null) {
            return null;
        }
        String format = sink.format().toLowerCase(Locale.ROOT);
        String path = sink.path();
        if (format.equals("delta") && path != null) {
            DeltaBehaviour behaviour = DeltaBehaviour.of(deltaVersion()).orElse(DeltaBehaviour.DEFAULT);
            return readings.deltaSink(path, behaviour, queryId == null ? "a new query id" : queryId)
                    .orElseThrow(() -> new UndecidedException("the sink table cannot be read"));
        }
        return switch (format) {
            case "console", "noop", "memory" -> new ForgetfulSink(false);
            default -> {
                if (!FILE_SINKS.contains(format)) {
                    yield new ForgetfulSink(true);
                }
                yield path == null ? null : new FileBatchSink(openNew(path), sinkInterval());
            }
        };
    }

    private int sinkInterval() {
        return query.conf(SINK_INTERVAL)
                .filter(value -> value.trim().matches("[1-9]\\d{0,8}"))
                .map(value -> Integer.parseInt(value.trim()))
                .orElse(10);
    }
}
