package dev.tidemark.diagnosis.exhibit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.PathKeys;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.SourceOffset;
import org.jspecify.annotations.Nullable;

/** Reads the table of a Delta source from the stream's position on. */
final class SourceTableReader {
    private static final int MOST_COMMITS = 1_000;
    private static final int MOST_FILES = 5_000;

    private final Storage table;
    private final LogListing listing;
    private final Map<String, Long> unread = new LinkedHashMap<>();
    private final Map<String, Long> removed = new LinkedHashMap<>();

    private SourceTableReader(Storage table, LogListing listing) {
        this.table = table;
        this.listing = listing;
    }

    /**
     * Reads it.
     *
     * @param start the stream's position; empty when it has not begun
     */
    static Exhibit<SourceTable> read(Storage table, String location, Optional<SourceOffset.Delta> start) {
        try {
            LogListing listing = LogListing.of(table);
            return listing.exists()
                    ? Exhibit.of(new SourceTableReader(table, listing).read(location, start))
                    : Exhibit.notAtHand("the table " + location + ", which has no _delta_log");
        } catch (IOException refused) {
            return Exhibit.notAtHand("the table " + location + ", which could not be read: " + refused.getMessage());
        }
    }

    private SourceTable read(String location, Optional<SourceOffset.Delta> start) throws IOException {
        TreeSet<Long> versions = new TreeSet<>();
        listing.ofKind(LogFileName.Commit.class)
                .forEach(file -> file.name().versionIfAny().ifPresent(versions::add));
        TreeSet<Long> checkpoints = new TreeSet<>();
        CheckpointFiles.complete(listing.ofKind(LogFileName.Checkpoint.class).stream()
                        .filter(file -> !file.isEmpty())
                        .toList())
                .forEach(checkpoint -> checkpoints.add(checkpoint.version()));
        Replay head = replay(OptionalLong.empty());
        long headVersion =
                Math.max(versions.isEmpty() ? -1 : versions.last(), checkpoints.isEmpty() ? -1 : checkpoints.last());
        List<SourceTable.Commit> ahead = new ArrayList<>();
        boolean isCutShort = false;
        if (start.isPresent()) {
            for (LogFile file : listing.from(Math.max(0, firstUnread(start.get())))) {
                if (file.name() instanceof LogFileName.Commit && ahead.size() < MOST_COMMITS) {
                    ahead.add(commit(file, start.get()));
                } else {
                    isCutShort |= file.name() instanceof LogFileName.Commit;
                }
            }
        }
        SourceTable found = new SourceTable(
                location,
                headVersion,
                head.state().metadata(),
                null,
                List.copyOf(versions),
                List.copyOf(checkpoints),
                ahead,
                isCutShort,
                Exhibit.none());
        return new SourceTable(
                location,
                headVersion,
                found.headMetadata(),
                start.isEmpty() ? null : metadataAt(found, start.get()),
                found.commits(),
                found.checkpoints(),
                ahead,
                isCutShort,
                start.isEmpty() ? Exhibit.none() : missing(found, start.get()));
    }

    /** The first commit of which the stream has something to read. */
    private static long firstUnread(SourceOffset.Delta start) {
        return start.isInitialSnapshot() ? start.reservoirVersion() + 1 : start.reservoirVersion();
    }

    private Replay replay(OptionalLong version) throws IOException {
        return new DeltaTable(table)
                .reader(DeltaTable.Engine.SPARK, DeltaBehaviour.DEFAULT, ActionDetail.SUMMARY)
                .read(version);
    }

    /** What the table was when the stream last read of it. */
    private @Nullable Metadata metadataAt(SourceTable found, SourceOffset.Delta start) throws IOException {
        boolean isBefore = !start.isInitialSnapshot() && start.index() < 0;
        long version = Math.min(found.headVersion(), start.reservoirVersion() - (isBefore ? 1 : 0));
        if (version < 0 || !found.isReconstructible(version)) {
            return null;
        }
        Replay then = replay(OptionalLong.of(version));
        return then.error() == null ? then.state().metadata() : null;
    }

    private SourceTable.Commit commit(LogFile file, SourceOffset.Delta start) throws IOException {
        long version = file.name().versionIfAny().orElseThrow();
        Sum sum = new Sum();
        LogScan.read(table, file, new LogScan.Visitor() {
            @Override
            public void action(LogFile read, long line, Action action) {
                sum.add(action);
                if (action instanceof Add add && add.dataChange()) {
                    boolean isTaken = version == start.reservoirVersion()
                            && !start.isInitialSnapshot()
                            && start.index() >= sum.adds - 1;
                    if (!isTaken) {
                        unread.putIfAbsent(add.path(), version);
                    }
                } else if (action instanceof Remove remove) {
                    removed.putIfAbsent(remove.path(), version);
                }
            }

            @Override
            public void damage(LogFile read, Damage damage) {
                // verifying the table tells of it
            }
        });
        return new SourceTable.Commit(
                version,
                Location.of("_delta_log/" + file.name().value()),
                file.entry().modifiedAtMs(),
                sum.operation,
                sum.adds,
                sum.isCounted ? sum.rows : -1,
                sum.removes,
                sum.cdcFiles,
                sum.metadata);
    }

    private static final class Sum {
        private String operation = "";
        private long adds;
        private long rows;
        private boolean isCounted = true;
        private long removes;
        private long cdcFiles;
        private @Nullable Metadata metadata;

        void add(Action action) {
            if (action instanceof Add add && add.dataChange()) {
                adds++;
                OptionalLong count = rowsOf(add);
                isCounted &= count.isPresent();
                rows += count.orElse(0);
            } else if (action instanceof Remove remove && remove.dataChange()) {
                removes++;
            } else if (action instanceof AddCdcFile) {
                cdcFiles++;
            } else if (action instanceof Metadata found) {
                metadata = found;
            } else if (action instanceof CommitInfo info && operation.isEmpty()) {
                operation = info.operation().orElse("");
            }
        }
    }

    private static OptionalLong rowsOf(Add add) {
        String stats = add.detail().stats();
        return stats == null
                ? OptionalLong.empty()
                : JsonParser.parseObject(Location.of("stats"), stats)
                        .value()
                        .map(object -> object.number("numRecords"))
                        .orElse(OptionalLong.empty());
    }

    // data files

    private Exhibit<List<SourceTable.MissingFile>> missing(SourceTable found, SourceOffset.Delta start)
            throws IOException {
        if (start.isInitialSnapshot() && found.isReconstructible(start.reservoirVersion())) {
            replay(OptionalLong.of(start.reservoirVersion()))
                    .state()
                    .files()
                    .forEach(add -> unread.putIfAbsent(add.path(), start.reservoirVersion()));
        }
        List<SourceTable.MissingFile> missing = new ArrayList<>();
        long looked = 0;
        for (Map.Entry<String, Long> file : unread.entrySet()) {
            Optional<StoragePath> path = PathKeys.inTable(file.getKey());
            if (path.isEmpty() || looked == MOST_FILES) {
                continue;
            }
            looked++;
            if (table.stat(path.get()).isEmpty()) {
                missing.add(new SourceTable.MissingFile(
                        file.getValue(), file.getKey(), removed.getOrDefault(file.getKey(), -1L)));
            }
        }
        boolean isNoneThere = looked > 0 && missing.size() == looked;
        return isNoneThere && !holdsData()
                ? Exhibit.notAtHand("the data files of " + found.location() + ", of which none is there")
                : Exhibit.of(List.copyOf(missing));
    }

    private boolean holdsData() throws IOException {
        boolean[] holds = {false};
        try {
            table.forEachEntry(
                    StoragePath.ROOT,
                    entry -> holds[0] |=
                            !entry.name().startsWith("_") && !entry.name().startsWith("."));
        } catch (FileNotFoundException gone) {
            return false;
        }
        return holds[0];
    }
}
