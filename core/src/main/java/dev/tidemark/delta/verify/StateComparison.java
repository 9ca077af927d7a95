package dev.tidemark.delta.verify;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** What the commits add up to against what a checkpoint says. */
final class StateComparison {
    private static final long WEEK_MS = 7L * 24 * 60 * 60 * 1_000;
    private static final int MOST_NAMED = 3;

    private final LiveState commits;
    private final LiveState checkpoint;
    private final String subject;
    private final Location at;
    private final Findings findings;

    StateComparison(LiveState commits, LiveState checkpoint, Location at, Findings findings) {
        this.commits = commits;
        this.checkpoint = checkpoint;
        this.subject = at.path();
        this.at = at;
        this.findings = findings;
    }

    /** @param writtenAtMs the checkpoint's modification time, by which its writer dropped old tombstones */
    void compare(long writtenAtMs) {
        compareFiles();
        compareHead();
        compareTransactions();
        compareDomains();
        compareTombstones(writtenAtMs);
    }

    private void compareFiles() {
        Names missing = new Names();
        Names different = new Names();
        commits.forEachKeyed((key, add) -> {
            Add other = checkpoint.find(key, LiveState.vectorOf(add.deletionVector()));
            if (other == null) {
                missing.add(add.path());
            } else if (!isSame(add, other)) {
                different.add(add.path());
            }
        });
        Names extra = new Names();
        checkpoint.forEachKeyed((key, add) -> {
            if (commits.find(key, LiveState.vectorOf(add.deletionVector())) == null) {
                extra.add(add.path());
            }
        });
        String[] words = {"lacks", "has too many:", "tells otherwise of"};
        List<Names> all = List.of(missing, extra, different);
        for (int i = 0; i < words.length; i++) {
            if (all.get(i).count > 0) {
                findings.add(
                        VerifyRule.CHECKPOINT_FILES,
                        subject,
                        "the checkpoint " + words[i] + " " + all.get(i).count + " of the commits' " + commits.count()
                                + " live files, " + all.get(i),
                        at);
            }
        }
    }

    private static boolean isSame(Add one, Add other) {
        return one.sizeBytes() == other.sizeBytes()
                && one.modificationTimeMs() == other.modificationTimeMs()
                && one.partitionValues()
                        .byColumn()
                        .equals(other.partitionValues().byColumn())
                && Objects.equals(one.deletionVector(), other.deletionVector());
    }

    private void compareHead() {
        String metadata = difference(commits.metadata, checkpoint.metadata);
        if (metadata != null) {
            findings.add(VerifyRule.CHECKPOINT_HEAD, subject, "the checkpoint's metaData differ in " + metadata, at);
        }
        if (!isSame(commits.protocol, checkpoint.protocol)) {
            findings.add(VerifyRule.CHECKPOINT_HEAD, subject, "the checkpoint's protocol differs", at);
        }
    }

    /** In which field two metadata differ, or null. */
    static @Nullable String difference(@Nullable Metadata one, @Nullable Metadata other) {
        if (one == null || other == null) {
            return one == null && other == null ? null : "being there at all";
        }
        if (!Objects.equals(one.id(), other.id())) {
            return "id";
        }
        if (!isSameJson(one.schemaString(), other.schemaString())) {
            return "schemaString";
        }
        if (!Objects.equals(orEmpty(one.partitionColumns()), orEmpty(other.partitionColumns()))) {
            return "partitionColumns";
        }
        if (!Objects.equals(orEmpty(one.configuration()), orEmpty(other.configuration()))) {
            return "configuration";
        }
        if (!Objects.equals(one.tableName(), other.tableName())) {
            return "name";
        }
        if (!Objects.equals(one.description(), other.description())) {
            return "description";
        }
        if (!Objects.equals(one.createdTimeMs(), other.createdTimeMs())) {
            return "createdTime";
        }
        return null;
    }

    private static List<String> orEmpty(@Nullable List<String> list) {
        return list == null ? List.of() : list;
    }

    private static Map<String, @Nullable String> orEmpty(@Nullable Map<String, @Nullable String> map) {
        return map == null ? Map.of() : map;
    }

    private static boolean isSameJson(@Nullable String one, @Nullable String other) {
        if (one == null || other == null || one.equals(other)) {
            return Objects.equals(one, other);
        }
        Location nowhere = Location.of("metaData.schemaString");
        JsonValue first = JsonParser.parse(nowhere, one).value().orElse(null);
        JsonValue second = JsonParser.parse(nowhere, other).value().orElse(null);
        return first != null && first.equals(second);
    }

    static boolean isSame(@Nullable Protocol one, @Nullable Protocol other) {
        if (one == null || other == null) {
            return one == null && other == null;
        }
        return one.minReaderVersion() == other.minReaderVersion()
                && one.minWriterVersion() == other.minWriterVersion()
                && new TreeSet<>(orEmpty(one.readerFeatures())).equals(new TreeSet<>(orEmpty(other.readerFeatures())))
                && new TreeSet<>(orEmpty(one.writerFeatures())).equals(new TreeSet<>(orEmpty(other.writerFeatures())));
    }

    private void compareTransactions() {
        boolean expire = commits.metadata != null
                && commits.metadata
                        .property("delta.setTransactionRetentionDuration")
                        .isPresent();
        Names wrong = new Names();
        commits.transactions.forEach((app, transaction) -> {
            SetTransaction other = checkpoint.transactions.get(app);
            boolean isDropped = other == null && expire;
            if (!isDropped && (other == null || other.version() != transaction.version())) {
                wrong.add(app);
            }
        });
        checkpoint.transactions.keySet().forEach(app -> {
            if (!commits.transactions.containsKey(app)) {
                wrong.add(app);
            }
        });
        if (wrong.count > 0) {
            findings.add(
                    VerifyRule.CHECKPOINT_TRANSACTIONS,
                    subject,
                    "the checkpoint tells otherwise of the transactions of " + wrong,
                    at);
        }
    }

    private void compareDomains() {
        Map<String, String> expected = new TreeMap<>();
        Map<String, String> found = new TreeMap<>();
        commits.domains.values().forEach(domain -> expected.put(domain.domain(), domain.configuration()));
        for (DomainMetadata domain : checkpoint.domains.values()) {
            found.put(domain.domain(), domain.configuration());
        }
        if (!expected.equals(found)) {
            findings.add(
                    VerifyRule.CHECKPOINT_TRANSACTIONS,
                    subject,
                    "the checkpoint has the domains " + found.keySet() + ", the commits " + expected.keySet()
                            + (expected.keySet().equals(found.keySet()) ? ", with other configurations" : ""),
                    at);
        }
    }

    private void compareTombstones(long writtenAtMs) {
        long retentionMs = commits.metadata == null
                ? WEEK_MS
                : Retention.millis(commits.metadata
                                .property("delta.deletedFileRetentionDuration")
                                .orElse(""))
                        .orElse(WEEK_MS);
        Names lost = new Names();
        commits.tombstones().forEach((key, remove) -> {
            boolean isKept = remove.deletedAtMs() > writtenAtMs - retentionMs;
            if (isKept && !checkpoint.tombstones().containsKey(key)) {
                lost.add(remove.path());
            }
        });
        Names unknown = new Names();
        for (Map.Entry<String, Remove> entry : checkpoint.tombstones().entrySet()) {
            if (!commits.tombstones().containsKey(entry.getKey())) {
                unknown.add(entry.getValue().path());
            }
        }
        if (lost.count + unknown.count > 0) {
            findings.add(
                    VerifyRule.CHECKPOINT_TOMBSTONES,
                    subject,
                    "the checkpoint lacks " + lost.count + " tombstones that are not expired and has " + unknown.count
                            + " that the commits do not have",
                    at);
        }
    }

    /** A count and the first few names. */
    private static final class Names {
        private final java.util.List<String> first = new java.util.ArrayList<>();
        private long count;

        void add(String name) {
            count++;
            if (first.size() < MOST_NAMED) {
                first.add(name);
            }
        }

        @Override
        public String toString() {
            return String.join(", ", first) + (count > first.size() ? " and " + (count - first.size()) + " more" : "");
        }
    }
}
