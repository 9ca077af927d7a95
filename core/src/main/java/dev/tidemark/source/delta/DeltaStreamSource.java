package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceFile;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/** Delta's streaming source over a table at rest. Made by {@link DeltaSources}. */
final class DeltaStreamSource implements StreamSource {
    private final DeltaSourceOptions options;
    private final StreamConfs confs;
    private final DeltaSourceBehaviour behaviour;
    private final TableHistory history;
    private final LoggedFacts facts;
    private final TableHistory.Version atInit;
    private final StreamedCommits commits;
    private final StreamSchema schema;
    private final CommitItems items;
    private final String tableId;

    private boolean isAvailableNow;
    private boolean isTargetKnown;
    private @Nullable DeltaOffset target;
    private boolean isStartKnown;
    private @Nullable Long start;
    private @Nullable InitialSnapshot initial;

    DeltaStreamSource(
            DeltaSourceOptions options,
            StreamConfs confs,
            DeltaSourceBehaviour behaviour,
            TableHistory history,
            LoggedFacts facts,
            @Nullable SchemaLog schemaLog,
            TableHistory.Version atInit,
            String metadataPath) {
        this.options = options;
        this.confs = confs;
        this.behaviour = behaviour;
        this.history = history;
        this.facts = facts;
        this.atInit = atInit;
        this.commits = new StreamedCommits(history, options, behaviour);
        this.schema = new StreamSchema(options, confs, behaviour, history, commits, schemaLog, atInit, metadataPath);
        this.items = new CommitItems(options, history, schema, behaviour);
        this.tableId = schema.tableId();
    }

    @Override
    public void prepareForAvailableNow() {
        isAvailableNow = true;
    }

    @Override
    public ReadLimit defaultReadLimit() {
        return options.defaultReadLimit();
    }

    @Override
    public @Nullable String latestOffset(@Nullable String startText, ReadLimit limit) throws IOException {
        DeltaOffset from = startText == null ? null : offset(startText);
        if (isAvailableNow && !isTargetKnown) {
            isTargetKnown = true;
            target = latest(from, new ReadLimit.AllAvailable());
        }
        DeltaOffset latest = latest(from, limit);
        if (latest == null) {
            return null;
        }
        return latest.equals(from) && startText != null ? startText : latest.json();
    }

    @Override
    public SourceBatch batch(@Nullable String startText, String endText) throws IOException {
        DeltaOffset end = offset(endText);
        DeltaOffset from = startText == null ? null : offset(startText);
        DeltaOffset begin = from == null ? beginOf(end) : from;
        if (end.equals(from)) {
            return SourceBatch.EMPTY;
        }
        long lastVersion = end.index() == DeltaOffset.BASE ? end.version() - 1 : end.version();
        if (schema.isReadyToTrack()) {
            schema.startTracking(snapshotAt(begin.version()), lastVersion);
        }
        schema.checkAtStartOnce(begin.version(), lastVersion);
        return options.readsChangeFeed() ? changeFeedBatch(begin, end) : plainBatch(begin, end);
    }

    @Override
    public void commit(String endText) throws IOException {
        DeltaOffset end = offset(endText);
        boolean isBarrier =
                end.index() == DeltaOffset.METADATA_CHANGE || end.index() == DeltaOffset.POST_METADATA_CHANGE;
        if (schema.isTracking() && isBarrier) {
            schema.evolve(
                    commits.actionAt(Metadata.class, end.version()),
                    commits.actionAt(Protocol.class, end.version()),
                    end.version(),
                    StreamSchema.Place.NEXT);
        }
    }

    /** Versions that were read and are not there are not missed until they are written anew, and are then passed over. */
    @Override
    public Optional<String> caution(String startText) {
        DeltaOffset start = offset(startText);
        boolean isBase = start.index() == DeltaOffset.BASE && !start.isInitialSnapshot();
        long last = isBase ? start.version() - 1 : start.version();
        long head = atInit.version();
        if (last <= head) {
            return Optional.empty();
        }
        String passedOver = head + 1 == last
                ? "version " + last + " is passed over when it is"
                : "versions " + (head + 1) + " to " + last + " are passed over when they are";
        return Optional.of("has read version " + last + " of its table, which ends at " + head
                + ": it waits without a word" + " until the table gets there, and " + passedOver + " written anew");
    }

    private DeltaOffset offset(String text) {
        DeltaOffset offset = DeltaOffset.parse(text);
        if (!offset.tableId().equals(tableId)) {
            throw DeltaSourceErrors.differentTable(tableId, offset.tableId());
        }
        return offset;
    }

    private @Nullable DeltaOffset latest(@Nullable DeltaOffset from, ReadLimit limit) throws IOException {
        AdmissionLimits limits = AdmissionLimits.of(limit);
        if (from == null) {
            return first(limits);
        }
        DeltaOffset next = next(from, limits);
        if (confs.validatesOffsets()) {
            requireForward(from, next);
        }
        return next;
    }

    private @Nullable DeltaOffset first(@Nullable AdmissionLimits limits) throws IOException {
        Long named = startingVersion();
        long version = named == null ? atInit.version() : named;
        boolean isInitialSnapshot = named == null;
        if (version < 0) {
            return null;
        }
        if (schema.isReadyToTrack()) {
            TableHistory.Version snapshot = snapshotAt(version);
            schema.begin(snapshot.version(), snapshot.metadata(), snapshot.protocol());
        }
        IndexedFile last = changes(version, DeltaOffset.BASE, isInitialSnapshot, limits)
                .untilBarrier()
                .last();
        if (last == null) {
            return null;
        }
        schema.checkAtStartOnce(version, null);
        return offsetAt(last, version, isInitialSnapshot);
    }

    private DeltaOffset next(DeltaOffset from, @Nullable AdmissionLimits limits) throws IOException {
        if (schema.isTracking()) {
            if (from.index() == DeltaOffset.METADATA_CHANGE) {
                return from.at(DeltaOffset.POST_METADATA_CHANGE);
            }
            if (from.index() == DeltaOffset.POST_METADATA_CHANGE
                    && schema.isChange(
                            commits.actionAt(Metadata.class, from.version()),
                            commits.actionAt(Protocol.class, from.version()),
                            from.version())) {
                return from;
            }
        }
        IndexedFile last = changes(from.version(), from.index(), from.isInitialSnapshot(), limits)
                .untilBarrier()
                .last();
        if (last == null) {
            return from;
        }
        schema.checkAtStartOnce(from.version(), null);
        return offsetAt(last, from.version(), from.isInitialSnapshot());
    }

    private DeltaOffset offsetAt(IndexedFile last, long previousVersion, boolean wasInitialSnapshot) {
        if (last.index() == DeltaOffset.END) {
            return new DeltaOffset(tableId, last.version() + 1, DeltaOffset.BASE, false);
        }
        boolean isInitialSnapshot = last.version() == previousVersion && wasInitialSnapshot;
        return new DeltaOffset(tableId, last.version(), last.index(), isInitialSnapshot);
    }

    private static void requireForward(DeltaOffset from, DeltaOffset to) {
        String places = " Previous: " + from.json() + ", Current: " + to.json();
        if (!from.isInitialSnapshot() && to.isInitialSnapshot()) {
            throw DeltaSourceErrors.illegalState(
                    "Found invalid offsets: 'isInitialSnapshot' flipped incorrectly." + places);
        }
        if (from.version() > to.version()) {
            throw DeltaSourceErrors.illegalState("Found invalid offsets: 'reservoirVersion' moved back." + places);
        }
        if (from.version() == to.version() && from.index() > to.index()) {
            throw DeltaSourceErrors.illegalState("Found invalid offsets. 'index' moved back." + places);
        }
    }

    private @Nullable Long startingVersion() throws IOException {
        if (!isStartKnown) {
            start = new StartingPoint(options, confs, history, behaviour).version();
            isStartKnown = true;
        }
        return start;
    }

    /** Where a batch without a start begins: computed anew from today's options, whatever the first run did. */
    private DeltaOffset beginOf(DeltaOffset end) throws IOException {
        Long named = startingVersion();
        if (named != null) {
            return new DeltaOffset(tableId, named, DeltaOffset.BASE, false);
        }
        if (end.isInitialSnapshot()) {
            return new DeltaOffset(tableId, end.version(), DeltaOffset.BASE, true);
        }
        if (end.version() <= 0) {
            throw DeltaSourceErrors.assertion("invalid reservoirVersion in endOffset: " + end.json());
        }
        return new DeltaOffset(tableId, end.version() - 1, DeltaOffset.BASE, true);
    }

    private TableHistory.Version snapshotAt(long version) throws IOException {
        try {
            return history.at(version);
        } catch (ReaderException failed) {
            throw startRefused(failed.error());
        }
    }

    private List<Add> filesAt(long version) throws IOException {
        try {
            return history.files(version, facts.wantedDetail());
        } catch (ReaderException failed) {
            throw startRefused(failed.error());
        }
    }

    private static SourceFailureException startRefused(DeltaError error) {
        return error.exceptionClass().endsWith("FileNotFoundException")
                ? DeltaSourceErrors.startSnapshotGone(error)
                : DeltaSourceErrors.table(error);
    }

    private FileStream changes(
            long fromVersion, long fromIndex, boolean isInitialSnapshot, @Nullable AdmissionLimits limits)
            throws IOException {
        if (options.readsChangeFeed()) {
            return changeFeed(fromVersion, fromIndex, isInitialSnapshot, limits, null);
        }
        FileStream changes = plainChanges(fromVersion, fromIndex, isInitialSnapshot, null);
        return limits == null ? changes : changes.takeWhile(limits::admit);
    }

    private SourceBatch plainBatch(DeltaOffset begin, DeltaOffset end) throws IOException {
        FileStream changes = plainChanges(begin.version(), begin.index(), begin.isInitialSnapshot(), end);
        List<SourceFile> files = new ArrayList<>();
        long seen = begin.version() - 1;
        for (IndexedFile file = changes.next(); file != null; file = changes.next()) {
            FileAction action = file.action();
            seen = Math.max(seen, file.version());
            if (action != null && !options.excludes(action.path())) {
                files.add(sourceFile(file, action));
            }
        }
        requireLastCommits(begin, end, seen);
        return SourceBatch.of(files);
    }

    /** Authority: Delta 4.4 DeltaSourceBase.getFileChangesAndCreateDataFrame. */
    private void requireLastCommits(DeltaOffset begin, DeltaOffset end, long seen) {
        boolean holdsFilesOfLast = end.index() >= 0 && (begin.version() < end.version() || begin.index() < end.index());
        long last = holdsFilesOfLast ? end.version() : end.version() - 1;
        if (behaviour.missesLastCommits() && confs.validatesLastCommits() && seen < last) {
            throw DeltaSourceErrors.lastCommitsMissing(last, seen);
        }
    }

    private SourceFile sourceFile(IndexedFile file, FileAction action) throws IOException {
        OptionalLong known = facts.rows(action);
        return new SourceFile(
                action.path(),
                file.version(),
                file.index(),
                file.sizeBytes(),
                known.isEmpty() ? null : Long.valueOf(known.getAsLong()),
                facts.newest(action));
    }

    /** Of a file whose deletion vector changed, only the rows in between are read. */
    private SourceFile partlyRead(IndexedFile file, FileAction action) throws IOException {
        SourceFile whole = sourceFile(file, action);
        return new SourceFile(
                whole.path(),
                whole.version(),
                whole.index(),
                whole.sizeBytes(),
                whole.rowsOrNull(),
                NewestTime.UNKNOWN);
    }

    private FileStream plainChanges(
            long fromVersion, long fromIndex, boolean isInitialSnapshot, @Nullable DeltaOffset end) throws IOException {
        if (!options.failsOnDataLoss() && schema.isTracking()) {
            requireNoDataLossWhileTracking(isInitialSnapshot);
        }
        FileStream snapshot = isInitialSnapshot ? initialSnapshot(fromVersion).behind(fromIndex) : () -> null;
        long firstVersion = isInitialSnapshot ? fromVersion + 1 : fromVersion;
        FileStream all = new Tail(snapshot, firstVersion, commit -> items.plain(commit, end));
        FileStream behind = all.filter(file -> file.isBehind(fromVersion, fromIndex));
        DeltaOffset bound = end == null ? target : end;
        return bound == null ? behind : behind.takeWhile(bound::covers);
    }

    private static void requireNoDataLossWhileTracking(boolean isInitialSnapshot) {
        if (!isInitialSnapshot) {
            throw DeltaSourceErrors.requirement(
                    "Using schema from schema tracking log cannot tolerate missing commit files.");
        }
    }

    /** The commits from a version on. */
    private StreamedCommits.Walk tail(long firstVersion) {
        if (!options.failsOnDataLoss() && schema.isTracking()) {
            requireNoDataLossWhileTracking(false);
        }
        return commits.from(firstVersion);
    }

    /** What a commit gives the stream. */
    @FunctionalInterface
    private interface Items {
        List<IndexedFile> of(TableHistory.Commit commit) throws IOException;
    }

    /** The initial snapshot, if asked for, and the commits behind it, each opened when it is reached. */
    private final class Tail implements FileStream {
        private final FileStream snapshot;
        private final Items items;
        private final long firstVersion;
        private final Deque<IndexedFile> ready = new ArrayDeque<>();
        private StreamedCommits.@Nullable Walk commits;

        Tail(FileStream snapshot, long firstVersion, Items items) {
            this.snapshot = snapshot;
            this.firstVersion = firstVersion;
            this.items = items;
        }

        @Override
        public @Nullable IndexedFile next() throws IOException {
            IndexedFile file = commits == null ? snapshot.next() : null;
            if (file != null) {
                return file;
            }
            while (ready.isEmpty()) {
                if (commits == null) {
                    commits = tail(firstVersion);
                }
                TableHistory.Commit commit = commits.next();
                if (commit == null) {
                    return null;
                }
                ready.addAll(items.of(commit));
            }
            return ready.poll();
        }
    }

    private InitialSnapshot initialSnapshot(long version) throws IOException {
        InitialSnapshot known = initial;
        if (known == null || known.version() != version) {
            TableHistory.Version snapshot = snapshotAt(version);
            known = new InitialSnapshot(version, filesAt(version));
            initial = known;
            if (schema.isTracking() && snapshot.version() >= schema.readVersion()) {
                schema.evolve(snapshot.metadata(), snapshot.protocol(), snapshot.version(), StreamSchema.Place.CURRENT);
            }
        }
        return known;
    }

    private SourceBatch changeFeedBatch(DeltaOffset begin, DeltaOffset end) throws IOException {
        FileStream changes = changeFeed(begin.version(), begin.index(), begin.isInitialSnapshot(), null, end);
        if (end.version() < begin.version()) {
            throw DeltaSourceErrors.changeRangeReversed(begin.version(), end.version());
        }
        requireChangesRecorded(begin.version(), end.version());
        List<SourceFile> files = new ArrayList<>();
        Set<String> vectorChanges = new HashSet<>();
        for (IndexedFile file = changes.next(); file != null; file = changes.next()) {
            FileAction action = file.action();
            if (action instanceof Add && file.hasDeletionVector()) {
                vectorChanges.add(file.version() + ":" + action.path());
            }
            if (action != null) {
                files.add(file.hasDeletionVector() ? partlyRead(file, action) : sourceFile(file, action));
            }
        }
        SourceBatch batch = SourceBatch.of(files);
        return vectorChanges.isEmpty() ? batch : countedOnce(batch, files);
    }

    /** A file whose deletion vector changed is scanned once, for the rows between the old vector and the new. */
    private static SourceBatch countedOnce(SourceBatch batch, List<SourceFile> files) {
        Set<String> seen = new HashSet<>();
        List<SourceFile> distinct = files.stream()
                .filter(file -> seen.add(file.version() + ":" + file.path()))
                .toList();
        return new SourceBatch(batch.files(), SourceBatch.of(distinct).rows());
    }

    private void requireChangesRecorded(long version, long end) throws IOException {
        Metadata metadata;
        try {
            metadata = behaviour.explainsLostChanges()
                    ? snapshotAt(version).metadata()
                    : history.at(version).metadata();
        } catch (ReaderException failed) {
            throw DeltaSourceErrors.table(failed.error());
        }
        if (metadata.property("delta.enableChangeDataFeed")
                .filter("true"::equalsIgnoreCase)
                .isEmpty()) {
            throw DeltaSourceErrors.changesNotRecorded(version, version, end);
        }
    }

    /** Authority: DeltaSourceCDCSupport.getFileChangesForCDC. */
    private FileStream changeFeed(
            long fromVersion,
            long fromIndex,
            boolean isInitialSnapshot,
            @Nullable AdmissionLimits limits,
            @Nullable DeltaOffset end)
            throws IOException {
        FileStream snapshot = isInitialSnapshot ? initialSnapshot(fromVersion).behind(fromIndex) : null;
        long firstVersion = isInitialSnapshot ? fromVersion + 1 : fromVersion;
        ChangeFeed.Bounds bounds = new ChangeFeed.Bounds(fromVersion, fromIndex, end, target);
        return new ChangeFeed(options, items, bounds, limits, snapshot, () -> tail(firstVersion));
    }
}
