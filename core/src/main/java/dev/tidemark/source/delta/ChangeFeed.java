package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.FileAction;
import org.jspecify.annotations.Nullable;

/** A table's change feed as a stream reads it. Authority: DeltaSourceCDCSupport.getFileChangesForCDC. */
final class ChangeFeed implements FileStream {
    private final DeltaSourceOptions options;
    private final CommitItems items;
    private final Bounds bounds;
    private final @Nullable AdmissionLimits limits;
    private final Supplier<StreamedCommits.Walk> tail;
    private @Nullable FileStream initial;
    private StreamedCommits.@Nullable Walk commits;
    private FileStream current = () -> null;
    private boolean isEnded;

    /**
     * What of the feed is wanted.
     *
     * @param end where the batch ends, null while an end is sought
     * @param target where a run that reads what is available ends, null for none
     */
    record Bounds(
            long fromVersion,
            long fromIndex,
            @Nullable DeltaOffset end,
            @Nullable DeltaOffset target) {
        private boolean hold(IndexedFile file) {
            return file.isBehind(fromVersion, fromIndex)
                    && (end == null || end.covers(file))
                    && (target == null || target.covers(file));
        }
    }

    /**
     * @param initial the files of the initial snapshot, null behind it
     * @param tail opens the commits behind the snapshot
     */
    ChangeFeed(
            DeltaSourceOptions options,
            CommitItems items,
            Bounds bounds,
            @Nullable AdmissionLimits limits,
            @Nullable FileStream initial,
            Supplier<StreamedCommits.Walk> tail) {
        this.options = options;
        this.items = items;
        this.bounds = bounds;
        this.limits = limits;
        this.initial = initial;
        this.tail = tail;
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
            start(bounds.fromVersion(), () -> admitted(snapshot.filter(this::isWanted)));
            return;
        }
        if (commits == null) {
            commits = tail.get();
        }
        TableHistory.Commit commit = commits.next();
        if (commit == null) {
            isEnded = true;
            return;
        }
        List<IndexedFile> changes = items.changes(commit);
        start(commit.version(), () -> filtered(changes));
    }

    private void start(long version, Supplier<FileStream> files) {
        boolean hasCapacity = limits == null || limits.hasCapacity();
        if (!hasCapacity || (bounds.end() != null && version > bounds.end().version())) {
            isEnded = true;
        } else {
            current = files.get();
        }
    }

    private FileStream admitted(FileStream files) {
        return limits == null ? files : files.takeWhile(limits::admit);
    }

    private FileStream filtered(List<IndexedFile> changes) {
        if (limits == null) {
            return streamOf(changes.iterator()).filter(this::isWanted);
        }
        for (IndexedFile item : changes) {
            if (item.isBarrier()) {
                return streamOf(List.of(item).iterator());
            }
        }
        List<IndexedFile> recorded = changes.stream()
                .filter(item -> item.action() instanceof AddCdcFile)
                .toList();
        if (!recorded.isEmpty()) {
            return allOrNothing(recorded.stream().filter(this::isWanted).toList());
        }
        List<IndexedFile> wanted = changes.stream().filter(this::isWanted).toList();
        return changes.stream().anyMatch(IndexedFile::hasDeletionVector)
                ? allOrNothing(wanted)
                : admitted(streamOf(wanted.iterator()));
    }

    private FileStream allOrNothing(List<IndexedFile> files) {
        return limits == null || limits.admitAll(files) ? streamOf(files.iterator()) : () -> null;
    }

    private boolean isWanted(IndexedFile file) {
        FileAction action = file.action();
        return bounds.hold(file) && (action == null || !options.excludes(action.path()));
    }

    private static FileStream streamOf(Iterator<IndexedFile> files) {
        return () -> files.hasNext() ? files.next() : null;
    }
}
