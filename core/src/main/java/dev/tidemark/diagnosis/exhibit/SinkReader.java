package dev.tidemark.diagnosis.exhibit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.diagnosis.exhibit.SinkExhibit.Origin;
import dev.tidemark.evidence.Damage;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.sink.file.FileSinkEntry;
import dev.tidemark.sink.file.FileSinkLog;
import dev.tidemark.sink.file.SinkLogGaps;
import org.jspecify.annotations.Nullable;

/** Reads what a query writes into. */
public final class SinkReader {
    private static final int COMMITS_READ = 50;
    private static final int BATCHES_TIMED = 20;
    private static final int FILES_LOOKED_FOR = 1_000;

    private SinkReader() {}

    /** A Delta table and what it remembers of its writers. */
    static SinkExhibit.DeltaSink delta(
            Storage table, Replay replay, Origin origin, @Nullable SinkDescription description) throws IOException {
        Map<String, SetTransaction> transactions = new LinkedHashMap<>();
        replay.state().transactions().forEach(transaction -> transactions.put(transaction.appId(), transaction));
        NewestCommits newest = new NewestCommits();
        List<LogFile> commits = LogListing.of(table).ofKind(LogFileName.Commit.class);
        for (LogFile commit : commits.subList(Math.max(0, commits.size() - COMMITS_READ), commits.size())) {
            LogScan.read(table, commit, newest);
        }
        Long version = replay.version();
        return new SinkExhibit.DeltaSink(
                table.location(),
                origin,
                description,
                version == null ? -1 : version,
                transactions,
                newest.writers,
                newest.restores);
    }

    /** What the newest commits tell of streams and of going back. */
    private static final class NewestCommits implements LogScan.Visitor {
        private static final String RESTORE = "RESTORE";

        private final Map<String, Long> writers = new LinkedHashMap<>();
        private final Map<Long, SetTransaction> written = new TreeMap<>();
        private final List<SinkExhibit.DeltaSink.Restore> restores = new ArrayList<>();

        @Override
        public void action(LogFile file, long line, Action action) {
            long version = file.name().versionIfAny().orElse(-1L);
            if (action instanceof SetTransaction transaction) {
                written.put(version, transaction);
            } else if (action instanceof CommitInfo info) {
                Optional<String> queryId = info.parameter("queryId");
                Optional<Long> batch = info.parameter("epochId").flatMap(SinkReader::number);
                if (queryId.isPresent() && batch.isPresent()) {
                    writers.put(queryId.get(), batch.get());
                }
                if (info.operation().filter(RESTORE::equals).isPresent()) {
                    info.parameter("version")
                            .flatMap(SinkReader::number)
                            .ifPresent(
                                    target -> restores.add(new SinkExhibit.DeltaSink.Restore(version, undone(target))));
                }
            }
        }

        private Map<String, BatchRange> undone(long target) {
            Map<String, BatchRange> undone = new LinkedHashMap<>();
            written.forEach((version, transaction) -> {
                if (version > target) {
                    undone.merge(
                            transaction.appId(),
                            new BatchRange(transaction.version(), transaction.version()),
                            (before, last) -> new BatchRange(
                                    Math.min(before.first(), last.first()), Math.max(before.last(), last.last())));
                }
            });
            return undone;
        }

        @Override
        public void damage(LogFile file, Damage damage) {
            // verifying the table tells of it
        }
    }

    private static Optional<Long> number(String text) {
        return text.matches("\\d{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
    }

    /**
     * The output of a file sink.
     *
     * @param named what the log calls the directory
     * @throws IOException when its log cannot be listed
     */
    public static SinkExhibit.FileSink file(Storage output, String named, Origin origin) throws IOException {
        CompactibleLog<FileSinkEntry> log = FileSinkLog.in(output);
        dev.tidemark.checkpoint.log.LogListing listing = log.list();
        OutputFiles files = new OutputFiles(output, named);
        OptionalLong latest = listing.latest();
        List<Damage> damages = new ArrayList<>();
        if (latest.isPresent() && latest.getAsLong() >= 0) {
            CompactionRule rule = CompactionRule.of(listing, CompactionRule.DEFAULT_INTERVAL);
            for (long id = Math.max(0, rule.needed(latest.getAsLong()).first()); id <= latest.getAsLong(); id++) {
                read(log, rule.fileName(id), files, damages);
            }
        }
        return new SinkExhibit.FileSink(
                output.location(),
                origin,
                listing,
                SinkLogGaps.of(listing),
                damages,
                writtenAtMs(log, listing),
                files.elsewhere,
                files.lost());
    }

    private static Map<Long, Long> writtenAtMs(
            CompactibleLog<FileSinkEntry> log, dev.tidemark.checkpoint.log.LogListing listing) throws IOException {
        long[] batches = listing.batches().stream().toArray();
        Map<Long, Long> writtenAtMs = new TreeMap<>();
        for (int i = 0; i < batches.length; i++) {
            boolean isLookedAt = i < BATCHES_TIMED || i >= batches.length - BATCHES_TIMED;
            long[] latestMs = {0};
            if (isLookedAt) {
                log.forEachEntry(
                        Long.toString(batches[i]),
                        entry -> entry.value()
                                .ifPresent(file -> latestMs[0] = Math.max(latestMs[0], file.modifiedAtMs())));
            }
            if (latestMs[0] > 0) {
                writtenAtMs.put(batches[i], latestMs[0]);
            }
        }
        return writtenAtMs;
    }

    private static void read(CompactibleLog<FileSinkEntry> log, String name, OutputFiles files, List<Damage> damages)
            throws IOException {
        try {
            Optional<Damage> whole = log.forEachEntry(name, parsed -> {
                parsed.damage()
                        .filter(damage -> damages.size() < FILES_LOOKED_FOR)
                        .ifPresent(damages::add);
                parsed.value()
                        .filter(entry -> entry.action().equals(FileSinkEntry.ADD))
                        .ifPresent(entry -> files.add(entry.path()));
            });
            whole.ifPresent(damages::add);
        } catch (FileNotFoundException absent) {
            // SinkLogGaps tells of it
        }
    }

    /** The data files that a log names. */
    private static final class OutputFiles {
        private final Storage output;
        private final String name;
        private final List<String> paths = new ArrayList<>();
        private String elsewhere = "";

        OutputFiles(Storage output, String named) {
            this.output = output;
            String plain = LoggedPath.plain(named);
            this.name = plain.endsWith("/") ? plain : plain + "/";
        }

        void add(String path) {
            String plain = LoggedPath.decoded(path);
            if (!plain.startsWith(name)) {
                elsewhere = plain;
            } else if (paths.size() < FILES_LOOKED_FOR) {
                paths.add(plain.substring(name.length()));
            }
        }

        Exhibit<List<String>> lost() throws IOException {
            List<String> lost = new ArrayList<>();
            for (String path : paths) {
                Optional<StoragePath> inside = StoragePath.inside(path);
                if (inside.isPresent() && output.stat(inside.get()).isEmpty()) {
                    lost.add(path);
                }
            }
            boolean isNoneThere = !paths.isEmpty() && lost.size() == paths.size();
            return isNoneThere
                    ? Exhibit.notAtHand("the data files of " + output.location() + ", of which none is there")
                    : Exhibit.of(lost);
        }
    }
}
