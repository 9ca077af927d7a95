package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceFile;
import dev.tidemark.source.StreamSource;
import dev.tidemark.source.delta.SchemaRules.Leniency;
import org.jspecify.annotations.Nullable;

/** Delta's streaming source over a table at rest. Made by {@link DeltaSources}. */
final class DeltaStreamSource implements StreamSource {
    private final DeltaSourceOptions options;
    private final StreamConfs confs;
    private final DeltaSourceBehaviour behaviour;
    private final TableHistory history;
    private final LoggedFacts facts;
    private final @Nullable SchemaLog schemaLog;
    private final TableHistory.Version atInit;
    private final SchemaLog.@Nullable Entry persistedAtInit;
    private final Metadata readMetadata;
    private final Protocol readProtocol;
    private final StructSchema readSchema;
    private final String tableId;
    private final String metadataPath;

    private boolean isAvailableNow;
    private boolean isTargetKnown;
    private @Nullable DeltaOffset target;
    private boolean isCheckedAtStart;
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
        this.metadataPath = metadataPath;
        this.options = options;
        this.confs = confs;
        this.behaviour = behaviour;
        this.history = history;
        this.facts = facts;
        this.schemaLog = schemaLog;
        this.atInit = atInit;
        this.persistedAtInit = schemaLog == null ? null : schemaLog.current().orElse(null);
        this.readMetadata = readMetadata(atInit.metadata(), persistedAtInit);
        this.readProtocol = persistedAtInit == null || persistedAtInit.protocol() == null
                ? atInit.protocol()
                : persistedAtInit.protocol();
        this.readSchema = persistedAtInit == null ? SchemaRules.schemaOf(readMetadata) : persistedAtInit.schema();
        String id = atInit.metadata().id();
        this.tableId = id == null ? "null" : id;
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
        if (isReadyToTrack()) {
            startTracking(begin.version(), lastVersion);
        }
        checkAtStartOnce(begin.version(), lastVersion);
        return options.readsChangeFeed() ? changeFeedBatch(begin, end) : plainBatch(begin, end);
    }

    @Override
    public void commit(String endText) throws IOException {
        DeltaOffset end = offset(endText);
        boolean isBarrier =
                end.index() == DeltaOffset.METADATA_CHANGE || end.index() == DeltaOffset.POST_METADATA_CHANGE;
        if (isTracking() && isBarrier) {
            evolve(
                    actionAt(Metadata.class, end.version()),
                    actionAt(Protocol.class, end.version()),
                    end.version(),
                    Place.NEXT);
        }
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
        if (isReadyToTrack()) {
            TableHistory.Version snapshot = snapshotAt(version);
            beginLog(snapshot.version(), snapshot.metadata(), snapshot.protocol());
        }
        IndexedFile last = changes(version, DeltaOffset.BASE, isInitialSnapshot, limits)
                .untilBarrier()
                .last();
        if (last == null) {
            return null;
        }
        checkAtStartOnce(version, null);
        return offsetAt(last, version, isInitialSnapshot);
    }

    private DeltaOffset next(DeltaOffset from, @Nullable AdmissionLimits limits) throws IOException {
        if (isTracking()) {
            if (from.index() == DeltaOffset.METADATA_CHANGE) {
                return from.at(DeltaOffset.POST_METADATA_CHANGE);
            }
            if (from.index() == DeltaOffset.POST_METADATA_CHANGE
                    && isChange(
                            actionAt(Metadata.class, from.version()),
                            actionAt(Protocol.class, from.version()),
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
        checkAtStartOnce(from.version(), null);
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
        if (!options.failsOnDataLoss() && isTracking()) {
            requireNoDataLossWhileTracking(isInitialSnapshot);
        }
        FileStream snapshot = isInitialSnapshot ? initialSnapshot(fromVersion).behind(fromIndex) : () -> null;
        long firstVersion = isInitialSnapshot ? fromVersion + 1 : fromVersion;
        FileStream all = new Tail(snapshot, firstVersion, commit -> plainItems(commit, end));
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
        private @Nullable Commits commits;

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
                    if (!options.failsOnDataLoss() && isTracking()) {
                        requireNoDataLossWhileTracking(false);
                    }
                    commits = new Commits(firstVersion);
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

    /** Commit files in order; a hole is found when it is stepped over. */
    private final class Commits {
        private final Iterator<TableHistory.Commit> files;
        private long lastSeen;

        Commits(long fromVersion) {
            files = history.commitsFrom(fromVersion).iterator();
            lastSeen = fromVersion - 1;
        }

        TableHistory.@Nullable Commit next() {
            if (!files.hasNext()) {
                return null;
            }
            TableHistory.Commit commit = files.next();
            if (options.failsOnDataLoss() && commit.version() > lastSeen + 1) {
                throw DeltaSourceErrors.missingVersions(
                        lastSeen + 1, commit.version(), behaviour.namesFirstVersionOfLog());
            }
            lastSeen = commit.version();
            return commit;
        }
    }

    private InitialSnapshot initialSnapshot(long version) throws IOException {
        InitialSnapshot known = initial;
        if (known == null || known.version() != version) {
            TableHistory.Version snapshot = snapshotAt(version);
            known = new InitialSnapshot(version, filesAt(version));
            initial = known;
            if (isTracking() && snapshot.version() >= readVersion()) {
                evolve(snapshot.metadata(), snapshot.protocol(), snapshot.version(), Place.CURRENT);
            }
        }
        return known;
    }

    private long readVersion() {
        return persistedAtInit == null ? atInit.version() : persistedAtInit.version();
    }

    private List<IndexedFile> plainItems(TableHistory.Commit commit, @Nullable DeltaOffset end) throws IOException {
        List<Action> actions = history.actions(commit);
        long version = commit.version();
        Checked checked = end != null && end.version() == version && end.index() == DeltaOffset.BASE
                ? Checked.UNSEEN
                : check(actions, version);
        List<IndexedFile> items = new ArrayList<>();
        items.add(IndexedFile.sentinel(version, DeltaOffset.BASE));
        addBarrier(items, checked, version);
        if (!checked.isSkipped()) {
            long index = 0;
            for (Action action : actions) {
                if (action instanceof Add add && add.dataChange()) {
                    items.add(new IndexedFile(version, index++, add));
                }
            }
        }
        items.add(IndexedFile.sentinel(version, DeltaOffset.END));
        return items;
    }

    private void addBarrier(List<IndexedFile> items, Checked checked, long version) {
        if (isTracking() && isChange(checked.metadata(), checked.protocol(), version)) {
            items.add(IndexedFile.sentinel(version, DeltaOffset.METADATA_CHANGE));
        }
    }

    /** What was found in a commit that the stream may read. */
    private record Checked(
            boolean isSkipped,
            @Nullable Metadata metadata,
            @Nullable Protocol protocol) {
        static final Checked UNSEEN = new Checked(false, null, null);
    }

    /** Refuses a commit that the options do not allow. Authority: DeltaSource.validateCommitAndDecideSkipping. */
    private Checked check(List<Action> actions, long version) throws IOException {
        boolean adds = false;
        String removed = null;
        String operation = null;
        Metadata metadata = null;
        Protocol protocol = null;
        for (Action action : actions) {
            if (action instanceof Add add) {
                adds |= add.dataChange();
            } else if (action instanceof Remove remove) {
                removed = removed == null && remove.dataChange() ? remove.path() : removed;
            } else if (action instanceof Metadata found) {
                metadata = onlyMetadata(found, metadata, version);
            } else if (action instanceof Protocol found) {
                history.requireReadable(found);
                protocol = onlyProtocol(found, protocol);
            } else if (action instanceof CommitInfo info) {
                operation = info.operation().orElse("null") + " (" + parameters(info) + ")";
            }
        }
        if (removed != null && adds && !options.allowsChanges()) {
            throw DeltaSourceErrors.ignoreChanges(version, operation == null ? removed : operation, history.location());
        }
        if (removed != null && !adds && !options.allowsDeletes()) {
            throw DeltaSourceErrors.ignoreDelete(version, removed, history.location());
        }
        return new Checked(removed != null && options.skipsChangeCommits(), metadata, protocol);
    }

    private Metadata onlyMetadata(Metadata found, @Nullable Metadata before, long version) {
        if (!isTracking()) {
            checkSchema(found, version, Moment.RUNNING);
        }
        if (before != null) {
            throw DeltaSourceErrors.assertion("Should not encounter two metadata actions in the same commit");
        }
        return found;
    }

    private static Protocol onlyProtocol(Protocol found, @Nullable Protocol before) {
        if (before != null) {
            throw DeltaSourceErrors.assertion("Should not encounter two protocol actions in the same commit");
        }
        return found;
    }

    /** Delta keeps each value as the JSON it is, quotes and all. */
    private static String parameters(CommitInfo info) {
        List<String> parameters = new ArrayList<>();
        info.operationParameters().members().forEach(member -> parameters.add(member.name() + " -> " + member.value()));
        return "Map(" + String.join(", ", parameters) + ")";
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
        ChangeFeed feed = new ChangeFeed(fromVersion, fromIndex, limits, end);
        if (isInitialSnapshot) {
            feed.initial = initialSnapshot(fromVersion).behind(fromIndex);
        }
        feed.firstVersion = isInitialSnapshot ? fromVersion + 1 : fromVersion;
        return feed;
    }

    private final class ChangeFeed implements FileStream {
        private final long fromVersion;
        private final long fromIndex;
        private final @Nullable AdmissionLimits limits;
        private final @Nullable DeltaOffset end;
        private @Nullable FileStream initial;
        private long firstVersion;
        private @Nullable Commits commits;
        private FileStream current = () -> null;
        private boolean isEnded;

        ChangeFeed(long fromVersion, long fromIndex, @Nullable AdmissionLimits limits, @Nullable DeltaOffset end) {
            this.fromVersion = fromVersion;
            this.fromIndex = fromIndex;
            this.limits = limits;
            this.end = end;
        }

        @Override
        public @Nullable IndexedFile next() throws IOException {
            IndexedFile file = current.next();
            while (file == null && !isEnded) {
                advance();
                file = current.next();
            }
            return file;
        }

        private void advance() throws IOException {
            if (initial != null) {
                FileStream snapshot = initial;
                initial = null;
                start(fromVersion, false, () -> admitted(snapshot.filter(this::isWanted)));
                return;
            }
            if (commits == null) {
                if (!options.failsOnDataLoss() && isTracking()) {
                    requireNoDataLossWhileTracking(false);
                }
                commits = new Commits(firstVersion);
            }
            TableHistory.Commit commit = commits.next();
            if (commit == null) {
                isEnded = true;
                return;
            }
            List<IndexedFile> items = new ArrayList<>();
            boolean isSkipped = changeItems(commit, items);
            start(commit.version(), isSkipped, () -> filtered(items));
        }

        private void start(long version, boolean isSkipped, java.util.function.Supplier<FileStream> files) {
            boolean hasCapacity = limits == null || limits.hasCapacity();
            if (!hasCapacity || (end != null && version > end.version())) {
                isEnded = true;
            } else {
                current = isSkipped ? () -> null : files.get();
            }
        }

        private FileStream admitted(FileStream files) {
            return limits == null ? files : files.takeWhile(limits::admit);
        }

        private FileStream filtered(List<IndexedFile> items) {
            if (limits == null) {
                return streamOf(items.iterator()).filter(this::isWanted);
            }
            for (IndexedFile item : items) {
                if (item.isBarrier()) {
                    return streamOf(List.of(item).iterator());
                }
            }
            List<IndexedFile> recorded = items.stream()
                    .filter(item -> item.action() instanceof AddCdcFile)
                    .toList();
            if (!recorded.isEmpty()) {
                return allOrNothing(recorded.stream().filter(this::isWanted).toList());
            }
            List<IndexedFile> wanted = items.stream().filter(this::isWanted).toList();
            return items.stream().anyMatch(IndexedFile::hasDeletionVector)
                    ? allOrNothing(wanted)
                    : admitted(streamOf(wanted.iterator()));
        }

        private FileStream allOrNothing(List<IndexedFile> files) {
            return limits == null || limits.admitAll(files) ? streamOf(files.iterator()) : () -> null;
        }

        private boolean isWanted(IndexedFile file) {
            FileAction action = file.action();
            return file.isBehind(fromVersion, fromIndex)
                    && (end == null || end.covers(file))
                    && (action == null || !options.excludes(action.path()))
                    && (target == null || target.covers(file));
        }
    }

    private static FileStream streamOf(Iterator<IndexedFile> files) {
        return () -> files.hasNext() ? files.next() : null;
    }

    /** Adds a commit's items; returns whether they are to be passed over. Authority: filterCDCActions. */
    private boolean changeItems(TableHistory.Commit commit, List<IndexedFile> items) throws IOException {
        List<Action> actions = history.actions(commit);
        boolean isRecorded = actions.stream().anyMatch(AddCdcFile.class::isInstance);
        long version = commit.version();
        Metadata metadata = null;
        Protocol protocol = null;
        boolean isNoChange = false;
        List<FileAction> files = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof Metadata found) {
                metadata = onlyMetadata(found, metadata, version);
            } else if (action instanceof Protocol found) {
                if (!isRecorded) {
                    history.requireReadable(found);
                    onlyProtocol(found, protocol);
                }
                protocol = found;
            } else if (action instanceof CommitInfo info) {
                isNoChange = !isRecorded && isMergeWithoutChange(info);
            } else if (action instanceof FileAction file && isChangeOf(file, isRecorded)) {
                files.add(file);
            }
        }
        items.add(IndexedFile.sentinel(version, DeltaOffset.BASE));
        addBarrier(items, new Checked(false, metadata, protocol), version);
        for (int i = 0; i < files.size() && !isNoChange; i++) {
            items.add(new IndexedFile(version, i, files.get(i)));
        }
        items.add(IndexedFile.sentinel(version, DeltaOffset.END));
        return false;
    }

    private static boolean isChangeOf(FileAction file, boolean isRecorded) {
        if (isRecorded) {
            return file instanceof AddCdcFile;
        }
        return (file instanceof Add add && add.dataChange()) || (file instanceof Remove remove && remove.dataChange());
    }

    private static boolean isMergeWithoutChange(CommitInfo info) {
        return info.operation().filter("MERGE"::equals).isPresent()
                && List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted").stream()
                        .allMatch(metric -> info.operationMetrics()
                                .text(metric)
                                .filter("0"::equals)
                                .isPresent());
    }

    /** When a schema is checked. */
    private enum Moment {
        START,
        RUNNING
    }

    /** Authority: DeltaSourceBase.checkReadIncompatibleSchemaChangeOnStreamStartOnce. */
    private void checkAtStartOnce(long startVersion, @Nullable Long endVersion) throws IOException {
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
            checkSchema(snapshot.metadata(), snapshot.version(), Moment.START);
            if (endVersion != null) {
                for (TableHistory.Commit commit : commitsUpTo(startVersion, endVersion)) {
                    for (Action action : history.actions(commit)) {
                        if (action instanceof Metadata metadata) {
                            checkSchema(metadata, commit.version(), Moment.START);
                        }
                    }
                }
            }
        }
        isCheckedAtStart = true;
    }

    private List<TableHistory.Commit> commitsUpTo(long from, long to) {
        List<TableHistory.Commit> found = new ArrayList<>();
        Commits commits = new Commits(from);
        for (TableHistory.Commit commit = commits.next();
                commit != null && commit.version() <= to;
                commit = commits.next()) {
            found.add(commit);
        }
        return found;
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

    /** Authority: DeltaSourceBase.checkReadIncompatibleSchemaChanges. */
    private void checkSchema(Metadata metadata, long version, Moment moment) {
        boolean isBackfill = version < atInit.version();
        Metadata newer = isBackfill ? atInit.metadata() : metadata;
        Metadata older = isBackfill ? metadata : atInit.metadata();
        if (behaviour.refusesChangedTableId() && !String.valueOf(newer.id()).equals(String.valueOf(older.id()))) {
            throw DeltaSourceErrors.differentTable(String.valueOf(newer.id()), String.valueOf(older.id()));
        }
        if (wantsSchemaLog(newer, older)) {
            throw DeltaSourceErrors.incompatibleSchemaChange(SchemaRules.schemaOf(older), SchemaRules.schemaOf(newer));
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
            throw DeltaSourceErrors.schemaChanged(version, readSchema, data, options.namesAStart());
        }
    }

    private boolean wantsSchemaLog(Metadata newer, Metadata older) {
        if (followsTypeWidening() && tracksTypeWidening() && SchemaRules.hasTypeChange(newer, older)) {
            return true;
        }
        return !confs.allowsUnsafeColumnMappingChanges() && SchemaRules.hasColumnMappingChange(newer, older);
    }

    /** Whether the schema log decides what is read. */
    private boolean isTracking() {
        return !confs.allowsUnsafeColumnMappingChanges()
                && schemaLog != null
                && schemaLog.current().isPresent();
    }

    /** Whether there is a schema log without an entry. */
    private boolean isReadyToTrack() {
        return !confs.allowsUnsafeColumnMappingChanges()
                && schemaLog != null
                && schemaLog.current().isEmpty();
    }

    /** The action of a kind that a version holds, or null. */
    private <T extends Action> @Nullable T actionAt(Class<T> kind, long version) throws IOException {
        for (TableHistory.Commit commit : commitsUpTo(version, version)) {
            for (Action action : history.actions(commit)) {
                if (kind.isInstance(action)) {
                    return kind.cast(action);
                }
            }
        }
        return null;
    }

    /** Whether a version's metadata or protocol differ from what the stream reads with. */
    private boolean isChange(@Nullable Metadata metadata, @Nullable Protocol protocol, long version) {
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

    /** Authority: validateAndResolveMetadataForLogInitialization. */
    private void startTracking(long from, long to) throws IOException {
        TableHistory.Version snapshot = snapshotAt(from);
        List<Metadata> schemas = new ArrayList<>(List.of(snapshot.metadata()));
        Protocol protocol = snapshot.protocol();
        for (TableHistory.Commit commit : commitsUpTo(from, to)) {
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
        beginLog(to, last, protocol);
    }

    private static Set<String> featuresOf(Protocol protocol) {
        Set<String> features = new HashSet<>(setOf(protocol.readerFeatures()));
        features.addAll(setOf(protocol.writerFeatures()));
        return features;
    }

    private void beginLog(long version, Metadata metadata, Protocol protocol) {
        SchemaLog.Entry entry = SchemaLog.Entry.of(tableId, version, metadata, protocol, metadataPath);
        requireSchemaLog().add(entry);
        if (isChange(metadata, protocol, version)) {
            throw DeltaSourceErrors.metadataEvolved(entry);
        }
    }

    /** Where a new entry goes. */
    private enum Place {
        NEXT,
        CURRENT
    }

    /** Authority: updateMetadataTrackingLogAndFailTheStreamIfNeeded. */
    private void evolve(@Nullable Metadata metadata, @Nullable Protocol protocol, long version, Place place) {
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
