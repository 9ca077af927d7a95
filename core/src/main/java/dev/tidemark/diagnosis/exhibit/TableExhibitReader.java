package dev.tidemark.diagnosis.exhibit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.log.HadoopChecksum;
import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.checkpoint.StoredFile;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.delta.verify.TableVerifier;
import dev.tidemark.delta.verify.Verification;
import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.parquet.FooterParser;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** Reads a Delta table by itself. */
public final class TableExhibitReader {
    private static final long LARGEST_WITHOUT_ROWS_BYTES = 16 << 10;
    private static final int MOST_CHECKSUMS = 20;
    private static final int MOST_COMMIT_BYTES = 8 << 20;
    private static final int MOST_COMMITS_SCANNED = 5_000;
    private static final int FEWEST_STRANGERS = 2;
    private static final long TOGETHER_MS = 2 * 60_000;
    private static final long SHORTLY_BEFORE_MS = 10 * 60_000;
    private static final Pattern JOB =
            Pattern.compile(".*part-\\d{5}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[.-].*");

    private final Storage table;
    private final LogListing listing;
    private final TreeMap<Long, LogFile> commits = new TreeMap<>();

    private TableExhibitReader(Storage table, LogListing listing) {
        this.table = table;
        this.listing = listing;
        listing.ofKind(LogFileName.Commit.class)
                .forEach(file -> commits.put(file.name().versionIfAny().orElseThrow(), file));
    }

    /**
     * Reads and verifies it.
     *
     * @param scope how far it is verified; files that no commit names are found with the orphans
     * @throws IOException when its log cannot be listed
     */
    public static TableExhibit read(Storage table, VerifyScope scope) throws IOException {
        return new TableExhibitReader(table, LogListing.of(table)).read(scope);
    }

    private TableExhibit read(VerifyScope scope) throws IOException {
        Verification verification = TableVerifier.verify(table, scope);
        TreeSet<Long> checkpoints = new TreeSet<>();
        CheckpointFiles.complete(listing.ofKind(LogFileName.Checkpoint.class).stream()
                        .filter(file -> !file.isEmpty())
                        .toList())
                .forEach(checkpoint -> checkpoints.add(checkpoint.version()));
        Replay head = new DeltaTable(table)
                .reader(DeltaTable.Engine.SPARK, DeltaBehaviour.DEFAULT, ActionDetail.SUMMARY)
                .read(OptionalLong.empty());
        return new TableExhibit(
                table.location(),
                verification,
                List.copyOf(commits.keySet()),
                List.copyOf(checkpoints),
                holes(),
                head.error() == null && head.version() != null && head.version() >= 0,
                oddCommits(),
                strangers(verification));
    }

    private TableExhibit.OddCommits oddCommits() {
        List<Long> empty = new ArrayList<>();
        commits.forEach((version, file) -> {
            if (file.isEmpty()) {
                empty.add(version);
            }
        });
        List<Long> changed = new ArrayList<>();
        commits.descendingMap().entrySet().stream()
                .limit(MOST_CHECKSUMS)
                .filter(commit -> HadoopChecksum.verify(table, commit.getValue().path(), MOST_COMMIT_BYTES)
                        .equals(ChecksumVerdict.DIFFERS))
                .forEach(commit -> changed.add(0, commit.getKey()));
        return new TableExhibit.OddCommits(empty, changed);
    }

    private List<TableExhibit.Hole> holes() throws IOException {
        List<TableExhibit.Hole> holes = new ArrayList<>();
        long before = -1;
        for (Map.Entry<Long, LogFile> commit : commits.entrySet()) {
            long version = commit.getKey();
            if (before >= 0 && version > before + 1) {
                holes.add(new TableExhibit.Hole(before + 1, version - 1, readVersion(commit.getValue())));
            }
            before = version;
        }
        return holes;
    }

    private long readVersion(LogFile commit) throws IOException {
        long[] version = {TableExhibit.NOT_SAID};
        scan(commit, action -> {
            if (action instanceof CommitInfo info) {
                version[0] = info.fields().number("readVersion").orElse(TableExhibit.NOT_SAID);
            }
        });
        return version[0];
    }

    private interface ActionVisitor {
        void action(Action action);
    }

    private void scan(LogFile file, ActionVisitor each) throws IOException {
        LogScan.read(table, file, new LogScan.Visitor() {
            @Override
            public void action(LogFile read, long line, Action action) {
                each.action(action);
            }

            @Override
            public void damage(LogFile read, Damage damage) {
                // verification tells of it
            }
        });
    }

    /** Files that no commit ever named; a file that a cleaned part of the log removed may look like one, so older ones do not count. */
    private Exhibit<List<TableExhibit.Cluster>> strangers(Verification verification) throws IOException {
        if (commits.isEmpty() || verification.orphans().isEmpty()) {
            return Exhibit.of(List.of());
        }
        if (commits.size() > MOST_COMMITS_SCANNED) {
            return Exhibit.notAtHand("files that no commit names: the log is too long");
        }
        Set<String> named = new HashSet<>();
        for (LogFile commit : commits.values()) {
            scan(commit, action -> {
                if (action instanceof FileAction file) {
                    named.add(LoggedPath.decoded(file.path()));
                }
            });
        }
        boolean isWhole = commits.firstKey() == 0;
        long since = commits.firstEntry().getValue().entry().modifiedAtMs();
        List<Verification.Orphan> strangers = verification.orphans().stream()
                .filter(orphan ->
                        orphan.path().endsWith(".parquet") && !orphan.path().startsWith("_"))
                .filter(orphan -> !named.contains(orphan.path()) && (isWhole || orphan.modifiedAtMs() > since))
                .filter(orphan -> !isWithoutRows(orphan))
                .sorted(Comparator.comparingLong(Verification.Orphan::modifiedAtMs))
                .toList();
        return Exhibit.of(clusters(strangers));
    }

    /** Delta writes such a file for a batch without rows, and leaves it out of the commit. */
    private boolean isWithoutRows(Verification.Orphan orphan) {
        Optional<StoragePath> path = StoragePath.inside(orphan.path());
        if (orphan.sizeBytes() > LARGEST_WITHOUT_ROWS_BYTES || path.isEmpty()) {
            return false;
        }
        try (StoredFile bytes = StoredFile.open(table, path.get())) {
            return FooterParser.parse(Location.of(orphan.path()), bytes)
                    .value()
                    .filter(footer -> footer.rowCount() == 0)
                    .isPresent();
        } catch (IOException refused) {
            return false;
        }
    }

    private List<TableExhibit.Cluster> clusters(List<Verification.Orphan> strangers) {
        List<TableExhibit.Cluster> clusters = new ArrayList<>();
        List<Verification.Orphan> together = new ArrayList<>();
        for (Verification.Orphan stranger : strangers) {
            boolean isFar = !together.isEmpty()
                    && stranger.modifiedAtMs()
                                    - together.get(together.size() - 1).modifiedAtMs()
                            > TOGETHER_MS;
            if (isFar) {
                add(clusters, together);
                together.clear();
            }
            together.add(stranger);
        }
        add(clusters, together);
        return clusters;
    }

    private void add(List<TableExhibit.Cluster> clusters, List<Verification.Orphan> together) {
        if (together.size() < FEWEST_STRANGERS) {
            return;
        }
        long lastMs = together.get(together.size() - 1).modifiedAtMs();
        commitNear(lastMs, 0)
                .or(() -> commitNear(lastMs, -TOGETHER_MS))
                .ifPresent(commit -> clusters.add(new TableExhibit.Cluster(
                        together.stream().map(Verification.Orphan::path).toList(),
                        lastMs,
                        commit.getKey(),
                        sharedJob(together))));
    }

    private Optional<Map.Entry<Long, LogFile>> commitNear(long ms, long earliestBehindMs) {
        return commits.entrySet().stream()
                .filter(commit -> {
                    long behindMs = commit.getValue().entry().modifiedAtMs() - ms;
                    return behindMs >= earliestBehindMs && behindMs <= SHORTLY_BEFORE_MS;
                })
                .findFirst();
    }

    private static String sharedJob(List<Verification.Orphan> together) {
        Set<String> jobs = new HashSet<>();
        for (Verification.Orphan orphan : together) {
            Matcher name = JOB.matcher(orphan.path());
            jobs.add(name.matches() ? name.group(1) : orphan.path());
        }
        String only = jobs.iterator().next();
        return jobs.size() == 1 && only.matches("[0-9a-f-]{36}") ? only : "";
    }
}
