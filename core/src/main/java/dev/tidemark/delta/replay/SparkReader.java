package dev.tidemark.delta.replay;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.CalendarInterval;
import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.TableFeature;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.delta.action.TornLine;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.delta.error.SparkErrors;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LastCheckpoint;
import dev.tidemark.delta.log.LastCheckpointParser;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.log.LogSegment;
import dev.tidemark.delta.log.SparkSegmentPlanner;
import dev.tidemark.delta.log.VersionChecksum;
import dev.tidemark.delta.log.VersionChecksumParser;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table as Spark does: opens the latest version first, even when an older one is asked for; takes protocol and
 * metadata from the version's checksum when it has both; falls back to an older checkpoint when a task fails on one.
 *
 * <p>Authority: Delta 4.2: {@code DeltaLog.forTable}, {@code SnapshotManagement}, {@code Snapshot},
 * {@code CheckpointProvider}.
 */
public final class SparkReader implements TableReader {
    private static final int CHECKPOINT_RETRIES = 2;
    private static final int MAX_SMALL_FILE_BYTES = 64 << 20;
    /** The columns of an action, as the state of a version asks for them. */
    private static final int ALL_COLUMNS = 10;

    private static final String JSON_EOF = "com.fasterxml.jackson.core.io.JsonEOFException";
    private static final String JSON_PARSE = "com.fasterxml.jackson.core.JsonParseException";
    private static final String NO_STRUCT = "org.apache.spark.sql.catalyst.util.CannotParseJSONFieldException";
    private static final String SOURCE_UNSHOWN = "REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)";
    private static final StoragePath HINT = LogListing.DIRECTORY.child("_last_checkpoint");

    private final Storage table;
    private final DeltaBehaviour behaviour;
    private final String log;
    private final SparkProtocolRules rules;
    private final LogLoader loader;
    private final FaultCollector faults = new FaultCollector();

    /** A reader of the table at the root of a storage. One reader serves one read. */
    public SparkReader(Storage table, DeltaBehaviour behaviour, ActionDetail detail) {
        this.table = table;
        this.behaviour = behaviour;
        this.log = table.location() + "/_delta_log";
        this.rules = new SparkProtocolRules(table.location(), behaviour);
        this.loader = new LogLoader(table, PathStyle.SPARK, detail);
    }

    /** A version that was opened: enough to know protocol and metadata. */
    private static final class Snapshot {
        private final LogSegment segment;
        private final @Nullable VersionChecksum checksum;
        private final SegmentContents contents;
        private Protocol protocol;
        private Metadata metadata;

        Snapshot(LogSegment segment, @Nullable VersionChecksum checksum, SegmentContents contents, Pair found) {
            this.segment = segment;
            this.checksum = checksum;
            this.contents = contents;
            this.protocol = found.protocol();
            this.metadata = found.metadata();
        }
    }

    private record Pair(Protocol protocol, Metadata metadata) {}

    /** What the files of a segment hold, as far as they were read. */
    private static final class SegmentContents {
        private final SparkLogReplay replay;
        private final List<LogContents> checkpoint = new ArrayList<>();
        private final List<LogContents> sidecars = new ArrayList<>();
        private final List<LogContents> deltas = new ArrayList<>();
        private final List<PairCandidate> pairs = new ArrayList<>();
        private @Nullable Long inCommitTimestampMs;
        private boolean isComplete;

        SegmentContents(DeltaBehaviour behaviour) {
            this.replay = new SparkLogReplay(behaviour);
        }
    }

    /** A protocol or metadata, and whether Spark's first query would see it. */
    private record PairCandidate(Action action, boolean isSeen) {}

    @Override
    public Replay read(OptionalLong version) throws IOException {
        LogListing listing = LogListing.of(table);
        SparkSegmentPlanner planner = new SparkSegmentPlanner(listing, log);
        Snapshot snapshot = null;
        try {
            Optional<LogSegment> segment = planner.latest(hint(planner));
            if (segment.isEmpty()) {
                return emptyTable(version);
            }
            boolean wantsLatest =
                    version.isEmpty() || version.getAsLong() == segment.get().version();
            snapshot = open(planner, segment.get(), wantsLatest);
            requireOpenByPath(snapshot);
            if (!wantsLatest) {
                snapshot = at(planner, snapshot, version.getAsLong(), true);
            }
            requireState(snapshot);
            return replayed(snapshot, null);
        } catch (ReaderException refused) {
            return salvaged(listing, snapshot, version, named(refused.error()));
        }
    }

    /**
     * Opens the latest version as the analysis of a query does: protocol and metadata, from the version's checksum when that
     * has both. What is wrong with the files of the log then comes out only when somebody wants the files of the version.
     */
    public Replay open() throws IOException {
        return open(OptionalLong.empty());
    }

    /** Opens a version; the latest one where none is named. */
    public Replay open(OptionalLong version) throws IOException {
        LogListing listing = LogListing.of(table);
        SparkSegmentPlanner planner = new SparkSegmentPlanner(listing, log);
        try {
            Optional<LogSegment> segment = planner.latest(hint(planner));
            if (segment.isEmpty()) {
                return emptyTable(version);
            }
            Snapshot snapshot = open(planner, segment.get(), false);
            requireOpenByPath(snapshot);
            if (version.isPresent() && version.getAsLong() != segment.get().version()) {
                snapshot = at(planner, snapshot, version.getAsLong(), false);
            }
            return replayed(snapshot, null);
        } catch (ReaderException refused) {
            return new Replay(null, null, TableState.NOTHING, null, named(refused.error()), faults.all());
        }
    }

    private void requireOpenByPath(Snapshot snapshot) {
        if (behaviour.blocksCatalogManagedByPath()
                && SparkProtocolRules.lists(snapshot.protocol, TableFeature.CATALOG_MANAGED)) {
            throw SparkErrors.catalogManagedByPath(log);
        }
    }

    /** The error as this release names it. */
    private DeltaError named(DeltaError error) {
        boolean isUnnamed = "DELTA_LOG_FILE_NOT_FOUND".equals(error.condition()) && !behaviour.namesMissingLogFiles();
        return isUnnamed ? new DeltaError("java.io.FileNotFoundException", null, error.message()) : error;
    }

    private Snapshot at(SparkSegmentPlanner planner, Snapshot latest, long version, boolean wantsState)
            throws IOException {
        if (version > latest.segment.version()) {
            throw SparkErrors.noSuchVersion(version);
        }
        return open(planner, planner.at(version), wantsState);
    }

    private Replay emptyTable(OptionalLong version) {
        if (version.isPresent() && version.getAsLong() >= 0) {
            ReaderException error = SparkErrors.noSuchVersion(version.getAsLong());
            return new Replay(-1L, null, TableState.NOTHING, null, error.error(), faults.all());
        }
        Metadata metadata = new Metadata(
                null, null, null, new Metadata.Format("parquet", Map.of()), null, List.of(), Map.of(), null);
        TableState state = new TableState(
                new Protocol(1, 2, null, null), metadata, LiveFiles.of(List.of()), List.of(), List.of(), List.of());
        return new Replay(-1L, -1L, state, null, null, faults.all());
    }

    // ---- the hint

    private Optional<LastCheckpoint> hint(SparkSegmentPlanner planner) throws IOException {
        byte[] bytes;
        try {
            bytes = table.readAtMost(HINT, MAX_SMALL_FILE_BYTES);
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        } catch (IOException refused) {
            faults.add(LogFault.Kind.BAD_HINT, Location.of(HINT.value()), "unreadable: " + refused.getMessage());
            return planner.hintFromListing();
        }
        Location at = Location.of(HINT.value());
        if (new String(bytes, StandardCharsets.UTF_8).strip().equals("null")) {
            throw SparkErrors.nullPointer(
                    "Cannot invoke \"org.apache.spark.sql.delta.LastCheckpointInfo.version()\" because it is null");
        }
        Parsed<LastCheckpoint> parsed = LastCheckpointParser.parse(at, bytes);
        String why = null;
        if (parsed.damage().isPresent()) {
            why = parsed.damage().get().message();
        } else if (parsed.value().orElseThrow().digest() == LastCheckpoint.Digest.MISMATCH
                || parsed.value().orElseThrow().digest() == LastCheckpoint.Digest.MATCHES_PROTOCOL_ONLY) {
            why = "its checksum does not match its content";
        }
        if (why == null) {
            return parsed.value();
        }
        faults.add(LogFault.Kind.BAD_HINT, at, why + "; Spark looks for checkpoints in the listing instead");
        return planner.hintFromListing();
    }

    // ---- opening: protocol and metadata

    private Snapshot open(SparkSegmentPlanner planner, LogSegment first, boolean wantsState) throws IOException {
        LogSegment segment = first;
        ReaderException firstError = null;
        for (int attempt = 0; ; attempt++) {
            try {
                return openOnce(segment, wantsState);
            } catch (ReaderException failed) {
                boolean mayRetry = failed.isSparkException() && segment.checkpoint() != null;
                if (firstError == null && (!mayRetry || attempt >= CHECKPOINT_RETRIES)) {
                    throw failed;
                }
                firstError = firstError == null ? failed : firstError;
                Optional<LogSegment> older = mayRetry && attempt < CHECKPOINT_RETRIES
                        ? planner.withCheckpointBelow(segment.version(), segment.checkpointVersion())
                        : Optional.empty();
                if (older.isEmpty()) {
                    throw failed.isSparkException() ? firstError : failed;
                }
                segment = older.get();
            }
        }
    }

    private Snapshot openOnce(LogSegment segment, boolean wantsState) throws IOException {
        VersionChecksum checksum = checksum(segment);
        Pair told = checksum == null ? null : pairOf(checksum);
        SegmentContents contents = new SegmentContents(behaviour);
        if (told == null || wantsState) {
            load(segment, contents, wantsState ? LogContents.Kept.ALL : LogContents.Kept.NO_FILES);
        }
        Pair found = told;
        if (found == null) {
            requireFirstQuery(contents);
            found = pair(contents, segment.version());
        }
        rules.requireReadable(found.protocol(), found.metadata());
        return new Snapshot(segment, checksum, contents, found);
    }

    /** Both or nothing: with one of them missing Spark asks the log. */
    private static @Nullable Pair pairOf(VersionChecksum checksum) {
        Protocol protocol = checksum.protocol();
        Metadata metadata = checksum.metadata();
        return protocol == null || metadata == null ? null : new Pair(protocol, withDefaults(metadata));
    }

    /** What Delta's class gives a field that a checksum leaves out. */
    private static Metadata withDefaults(Metadata metadata) {
        return new Metadata(
                metadata.id(),
                metadata.tableName(),
                metadata.description(),
                metadata.format() == null ? new Metadata.Format("parquet", Map.of()) : metadata.format(),
                metadata.schemaString(),
                metadata.partitionColumns() == null ? List.of() : metadata.partitionColumns(),
                metadata.configuration() == null ? Map.of() : metadata.configuration(),
                metadata.createdTimeMs());
    }

    private @Nullable VersionChecksum checksum(LogSegment segment) throws IOException {
        StoragePath path = LogListing.DIRECTORY.child(LogFileName.padded(segment.version()) + ".crc");
        byte[] bytes;
        try {
            bytes = table.readAtMost(path, MAX_SMALL_FILE_BYTES);
        } catch (FileNotFoundException absent) {
            return null;
        } catch (IOException refused) {
            faults.add(LogFault.Kind.BAD_CHECKSUM, Location.of(path.value()), "unreadable: " + refused.getMessage());
            return null;
        }
        Parsed<VersionChecksum> parsed = VersionChecksumParser.parse(Location.of(path.value()), bytes);
        if (parsed.damage().isPresent()) {
            faults.add(
                    LogFault.Kind.BAD_CHECKSUM,
                    Location.of(path.value()),
                    parsed.damage().get().message() + "; readers pass over it");
            return null;
        }
        VersionChecksum checksum = parsed.value().orElseThrow();
        boolean hasWrongType = checksum.irregularities().stream()
                .anyMatch(irregularity -> irregularity.kind() == Irregularity.Kind.WRONG_TYPE);
        Protocol protocol = checksum.protocol();
        boolean isUsable = !hasWrongType && (protocol == null || SparkProtocolRules.isDecodable(protocol));
        return isUsable ? checksum : null;
    }

    private void load(LogSegment segment, SegmentContents contents, LogContents.Kept kept) throws IOException {
        CheckpointFiles checkpoint = segment.checkpoint();
        if (checkpoint != null) {
            for (LogFile file : checkpoint.files()) {
                LogContents read = loader.read(file, kept);
                contents.checkpoint.add(read);
                take(read, contents, false);
            }
            if (kept == LogContents.Kept.ALL) {
                for (Sidecar sidecar : sidecars(segment, contents)) {
                    LogContents read = loader.read(sidecarFile(sidecar), kept);
                    contents.sidecars.add(read);
                    take(read, contents, false);
                }
            }
        }
        loader.readAll(segment.deltas(), kept, read -> {
            contents.deltas.add(read);
            take(read, contents, LogSegment.versionOf(read.file()) == segment.version());
        });
        contents.isComplete = kept == LogContents.Kept.ALL;
    }

    private void take(LogContents read, SegmentContents contents, boolean isOfVersion) {
        faults.addAll(read);
        for (LogContents.Entry entry : read.protocolsAndMetadata()) {
            boolean isSeen = entry.action() instanceof Metadata metadata ? metadata.id() != null : true;
            contents.pairs.add(new PairCandidate(entry.action(), isSeen));
        }
        if (isOfVersion) {
            read.inCommitTimestamp().ifPresent(timestamp -> contents.inCommitTimestampMs = timestamp);
        }
        read.forEachFirst(contents.replay::apply);
        read.forgetActions();
    }

    /** Spark's query for protocol and metadata reads every line of the segment but no path and no sidecar. */
    private void requireFirstQuery(SegmentContents contents) {
        for (LogContents read : contents.checkpoint) {
            if (!hidesItsDamage(read)) {
                requireReadByTask(read);
            }
        }
        for (LogContents read : contents.deltas) {
            requireReadByTask(read, "protocol", "metaData", "commitInfo");
        }
        for (PairCandidate candidate : contents.pairs) {
            if (candidate.isSeen() && candidate.action() instanceof Protocol protocol) {
                SparkProtocolRules.requireDecodable(protocol);
            }
        }
    }

    /** The first query reads few columns of a checkpoint; when the others alone are broken it does not notice. */
    private static boolean hidesItsDamage(LogContents read) {
        return read.file().isParquet()
                && read.problem() instanceof LogContents.Problem.Broken broken
                && broken.part() == LogContents.Problem.Part.ROWS
                && read.hasActions();
    }

    private static Pair pair(SegmentContents contents, long version) {
        Protocol protocol = null;
        Metadata metadata = null;
        for (PairCandidate candidate : contents.pairs) {
            if (candidate.isSeen() && candidate.action() instanceof Protocol found) {
                protocol = found;
            } else if (candidate.isSeen() && candidate.action() instanceof Metadata found) {
                metadata = found;
            }
        }
        if (protocol == null) {
            throw SparkErrors.stateNotRecoverable("protocol", version);
        }
        if (metadata == null) {
            throw SparkErrors.stateNotRecoverable("metadata", version);
        }
        return new Pair(protocol, metadata);
    }

    // ---- the whole state

    private void requireState(Snapshot snapshot) {
        LogSegment segment = snapshot.segment;
        SegmentContents contents = snapshot.contents;
        if (segment.checkpoint() != null) {
            requireCheckpointProvider(snapshot, segment.checkpoint());
        }
        requireInterval(snapshot.metadata, "delta.deletedFileRetentionDuration");
        requireInterval(snapshot.metadata, "delta.setTransactionRetentionDuration");
        for (LogContents read : contents.checkpoint) {
            requireReadByTask(read);
        }
        for (LogContents read : contents.sidecars) {
            requireReadByTask(read);
        }
        for (LogContents read : contents.deltas) {
            requireReadByTask(read);
        }
        for (List<LogContents> files : List.of(contents.checkpoint, contents.sidecars, contents.deltas)) {
            for (LogContents read : files) {
                if (!read.badPaths().isEmpty()) {
                    throw SparkErrors.badPath(read.badPaths().get(0).why());
                }
                if (read.hasEmptyPath()) {
                    throw SparkErrors.jobAborted("java.lang.IllegalArgumentException: requirement failed");
                }
            }
        }
        for (PairCandidate candidate : contents.pairs) {
            if (candidate.action() instanceof Protocol protocol) {
                SparkProtocolRules.requireDecodable(protocol);
            }
        }
        if (snapshot.metadata.format() == null) {
            throw SparkErrors.nullPointer("Cannot invoke \"Object.getClass()\" because \"<parameter1>\" is null");
        }
    }

    private static void requireInterval(Metadata metadata, String property) {
        Optional<String> value = metadata.property(property);
        if (value.isPresent() && CalendarInterval.millis(value.get()).isEmpty()) {
            throw SparkErrors.invalidInterval(value.get());
        }
    }

    /** What the driver does before its tasks read a checkpoint. */
    private void requireCheckpointProvider(Snapshot snapshot, CheckpointFiles checkpoint) {
        LogContents top = snapshot.contents.checkpoint.get(0);
        LastCheckpoint hint = snapshot.segment.hint();
        boolean hintHasSchema = hint != null && hint.hasSchema();
        boolean isV2 = checkpoint.kind() == CheckpointFiles.Kind.V2;
        if (isV2 && hintSidecars(snapshot.segment).isEmpty()) {
            requireMarked(top, checkpoint);
        }
        if (checkpoint.kind() == CheckpointFiles.Kind.CLASSIC && !checksumRulesOutV2(snapshot)) {
            requireReadByTask(top);
            requireOneMark(top);
            isV2 = top.checkpointMarks() > 0;
        }
        if (isV2) {
            requireV2Feature(snapshot.protocol);
        }
        if (!checkpoint.isJson() && !hintHasSchema) {
            requireFooter(top);
        } else if (!checkpoint.isJson() && hint != null && !hint.schemaHasAdd()) {
            throw SparkErrors.fieldNotFound("add");
        }
        if (!snapshot.contents.sidecars.isEmpty()) {
            requireFooter(snapshot.contents.sidecars.get(0));
        }
    }

    private static void requireV2Feature(Protocol protocol) {
        List<String> features = protocol.readerFeatures() == null ? List.of() : protocol.readerFeatures();
        if (features.stream().noneMatch(TableFeature.V2_CHECKPOINT.spelling()::equalsIgnoreCase)) {
            throw SparkErrors.requirement(null);
        }
    }

    private static boolean checksumRulesOutV2(Snapshot snapshot) {
        Protocol protocol = snapshot.checksum == null ? null : snapshot.checksum.protocol();
        if (protocol == null) {
            return false;
        }
        List<String> features = protocol.readerFeatures() == null ? List.of() : protocol.readerFeatures();
        return features.stream().noneMatch(TableFeature.V2_CHECKPOINT.spelling()::equalsIgnoreCase);
    }

    private void requireMarked(LogContents manifest, CheckpointFiles checkpoint) {
        if (!checkpoint.isJson()) {
            requireReadByTask(manifest);
            requireOneMark(manifest);
            if (manifest.checkpointMarks() == 0) {
                throw SparkErrors.noCheckpointMetadata("V2 Checkpoint " + fileText(manifest.file()));
            }
            return;
        }
        if (manifest.problem() != null) {
            throw SparkErrors.fileNotFound(fileText(manifest.file()));
        }
        for (LogContents.BadLine bad : manifest.badLines()) {
            boolean insideAnAction = bad.fault() == LineFault.TRUNCATED;
            throw SparkErrors.manifestMalformed(insideAnAction, bad.damage().found());
        }
        requireOneMark(manifest);
        if (manifest.checkpointMarks() == 0) {
            throw SparkErrors.noCheckpointMetadata("Json V2 Checkpoint");
        }
    }

    private static void requireOneMark(LogContents manifest) {
        if (manifest.checkpointMarks() > 1) {
            throw SparkErrors.illegalState("More than 1 CheckpointMetadata actions found in the checkpoint file");
        }
        boolean isParquet = manifest.file().name().value().endsWith(".parquet");
        if (isParquet && manifest.checkpointMarks() == 0 && !manifest.sidecars().isEmpty()) {
            throw SparkErrors.illegalState(
                    "sidecar files present in checkpoint even when checkpoint metadata is missing");
        }
    }

    /** The driver opens a Parquet file's footer itself to learn its columns. */
    private void requireFooter(LogContents read) {
        LogContents.Problem problem = read.problem();
        if (problem instanceof LogContents.Problem.Broken broken) {
            switch (broken.part()) {
                case NOT_PARQUET ->
                    throw SparkErrors.notParquet(
                            fileText(read.file()), broken.damage().found());
                case FOOTER -> throw SparkErrors.ioException(broken.damage().found());
                case ROWS -> {
                    return;
                }
            }
        }
        if (problem instanceof LogContents.Problem.Missing || problem instanceof LogContents.Problem.IsDirectory) {
            throw SparkErrors.fileNotFound(fileText(read.file()));
        }
    }

    private void requireReadByTask(LogContents read, String... columns) {
        LogContents.Problem problem = read.problem();
        if (problem instanceof LogContents.Problem.Broken broken) {
            throw SparkErrors.failedReadFile(
                    fileText(read.file()), broken.damage().found());
        }
        if (problem != null) {
            throw SparkErrors.readFileNotExist(fileText(read.file()));
        }
        for (LogContents.BadLine bad : read.badLines()) {
            throw unparsed(read, bad, List.of(columns));
        }
        for (LogContents.OddLine odd : read.oddLines()) {
            if (odd.irregularity().kind() == Irregularity.Kind.NOT_UTF8
                    && !odd.irregularity().field().isEmpty()) {
                int asked = columns.length == 0 ? ALL_COLUMNS : columns.length;
                DeltaError cause =
                        new DeltaError(JSON_PARSE, null, odd.irregularity().field());
                throw SparkErrors.malformedLine(fileText(read.file()), asked, cause);
            }
            boolean isAsked = columns.length == 0
                    || List.of(columns).contains(odd.irregularity().action());
            if (odd.irregularity().kind() == Irregularity.Kind.NOT_UTF8
                    || (isAsked && odd.irregularity().kind() == Irregularity.Kind.WRONG_TYPE)) {
                String where =
                        odd.irregularity().action() + "." + odd.irregularity().field();
                throw SparkErrors.failedReadFile(fileText(read.file()), "Malformed record: " + where);
            }
        }
    }

    /** Authority: Spark 4.1 JacksonParser.convertObject, which reads on behind a value that it could not convert. */
    private ReaderException unparsed(LogContents read, LogContents.BadLine bad, List<String> columns) {
        String file = fileText(read.file());
        int asked = columns.isEmpty() ? ALL_COLUMNS : columns.size();
        String why = bad.damage().found();
        if (bad.damage().cause() instanceof TornLine torn) {
            boolean isWanted = torn.action() != null && (columns.isEmpty() || columns.contains(torn.action()));
            boolean isInValue = torn.skipped().endsWith("VALUE_STRING");
            String source = columns.isEmpty() && isInValue ? torn.shown() : SOURCE_UNSHOWN;
            boolean isMarker = torn.skipped().contains("close marker");
            String said = isWanted || isMarker ? torn.wanted(source) : torn.skipped();
            String className = torn.isBehindComma() && !isWanted ? JSON_PARSE : JSON_EOF;
            return SparkErrors.malformedLine(file, asked, new DeltaError(className, null, said));
        }
        return switch (bad.fault()) {
            case MALFORMED -> SparkErrors.malformedLine(file, asked, new DeltaError(JSON_PARSE, null, why));
            case SCALAR, ARRAY -> SparkErrors.malformedLine(file, asked, new DeltaError(NO_STRUCT, null, ""));
            case NULL, TRUNCATED, TOO_LONG -> SparkErrors.failedReadFile(file, why);
        };
    }

    private String fileText(LogFile file) {
        return table.location() + "/" + file.path();
    }

    // ---- sidecars

    private static Optional<List<Sidecar>> hintSidecars(LogSegment segment) {
        LastCheckpoint.V2 v2 = segment.hint() == null ? null : segment.hint().v2();
        return v2 == null ? Optional.empty() : v2.completeSidecars();
    }

    private static List<Sidecar> sidecars(LogSegment segment, SegmentContents contents) {
        Optional<List<Sidecar>> known = hintSidecars(segment);
        if (known.isPresent()) {
            return known.get();
        }
        List<Sidecar> found = new ArrayList<>();
        for (LogContents top : contents.checkpoint) {
            if (top.checkpointMarks() > 0) {
                found.addAll(top.sidecars());
            }
        }
        return found;
    }

    private LogFile sidecarFile(Sidecar sidecar) throws IOException {
        return SidecarPaths.resolve(table, sidecar);
    }

    // ---- the answer

    private Replay replayed(Snapshot snapshot, @Nullable DeltaError error) throws IOException {
        TableState state = new TableState(
                snapshot.protocol,
                snapshot.metadata,
                snapshot.contents.replay.files(),
                snapshot.contents.replay.tombstones(),
                snapshot.contents.replay.transactions(),
                snapshot.contents.replay.domains());
        faults.addDoubts(state);
        return new Replay(
                snapshot.segment.version(), timestamp(snapshot), state, snapshot.segment, error, faults.all());
    }

    private @Nullable Long timestamp(Snapshot snapshot) throws IOException {
        LogFile lastCommit = snapshot.segment.lastCommit();
        boolean inCommit = snapshot.metadata
                .property("delta.enableInCommitTimestamps")
                .filter("true"::equalsIgnoreCase)
                .isPresent();
        if (isMalformed(snapshot.metadata.property("delta.enableInCommitTimestamps"))) {
            return null;
        }
        if (!inCommit) {
            return lastCommit.entry().modifiedAtMs();
        }
        VersionChecksum checksum = snapshot.checksum;
        boolean fromChecksum = checksum != null && pairOf(checksum) != null;
        if (checksum != null && fromChecksum && checksum.inCommitTimestampMs().isPresent()) {
            return checksum.inCommitTimestampMs().getAsLong();
        }
        Long replayed = snapshot.contents.inCommitTimestampMs;
        if (!fromChecksum && replayed != null) {
            return replayed;
        }
        return commitTimestamp(snapshot.segment.version());
    }

    private static boolean isMalformed(Optional<String> truth) {
        return truth.isPresent()
                && !truth.get().equalsIgnoreCase("true")
                && !truth.get().equalsIgnoreCase("false");
    }

    /** Spark reads the commit of the version itself when nothing else told it. */
    private @Nullable Long commitTimestamp(long version) throws IOException {
        StoragePath path = LogListing.DIRECTORY.child(LogFileName.padded(version) + ".json");
        Optional<FileEntry> entry = table.stat(path);
        if (entry.isEmpty() || !entry.get().isFile()) {
            return null;
        }
        LogFile file = new LogFile(LogFileName.of(path.name()), entry.get());
        LogContents read = loader.read(file, LogContents.Kept.NO_FILES);
        OptionalLong found = read.commitInfo() == null
                ? OptionalLong.empty()
                : java.util.Objects.requireNonNull(read.commitInfo()).inCommitTimestampMs();
        return found.isPresent() ? found.getAsLong() : null;
    }

    // ---- what can be had nonetheless

    private Replay salvaged(LogListing listing, @Nullable Snapshot opened, OptionalLong version, DeltaError error)
            throws IOException {
        if (opened != null && opened.contents.isComplete) {
            return replayed(opened, error);
        }
        Optional<LogSegment> remains = SalvagePlanner.plan(listing, version);
        if (remains.isEmpty()) {
            return new Replay(null, null, TableState.NOTHING, null, error, faults.all());
        }
        faults.clear();
        SegmentContents contents = new SegmentContents(behaviour);
        load(remains.get(), contents, LogContents.Kept.ALL);
        Protocol protocol = null;
        Metadata metadata = null;
        for (PairCandidate candidate : contents.pairs) {
            protocol = candidate.action() instanceof Protocol found ? found : protocol;
            metadata = candidate.action() instanceof Metadata found ? found : metadata;
        }
        TableState state = new TableState(
                protocol,
                metadata,
                contents.replay.files(),
                contents.replay.tombstones(),
                contents.replay.transactions(),
                contents.replay.domains());
        return new Replay(
                remains.get().version(),
                remains.get().lastCommit().entry().modifiedAtMs(),
                state,
                remains.get(),
                error,
                faults.all());
    }
}
