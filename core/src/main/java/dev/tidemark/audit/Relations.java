package dev.tidemark.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import org.jspecify.annotations.Nullable;

/**
 * What the items of an audit have to do with each other. A query and its Delta sink meet in the table's transactions, whose
 * application is the query's id unless its writer says otherwise; a query and its Delta source meet in the table's id, which
 * stands in every offset. A file sink's log names neither a query nor a checkpoint: what ties the two are batch numbers and
 * the times of the files, which must lie between the plans of one batch and the next. Only the keys of the items are kept.
 */
public final class Relations {
    /** Rules that look at items together, by id. */
    public static final String QUERY_ID_SHARED = "AUD-001";

    public static final String SINK_SHARED = "AUD-002";
    public static final String APP_ID_SHARED = "AUD-003";
    public static final String TABLE_GONE = "AUD-004";
    public static final String ORPHANED = "AUD-005";
    public static final String SUPERSEDED = "AUD-006";
    public static final String CHECKPOINT_GONE = "AUD-007";
    public static final String OUTPUT_SHARED = "AUD-009";
    public static final String DIRECTORY_GONE = "AUD-010";

    private static final int PLACES_SHOWN = 5;
    private static final long CLOCK_SKEW_MS = 2_000;

    /** How long a batch may take that no other follows. */
    private static final long LONGEST_BATCH_MS = 600_000;

    private final Map<String, Keyed> byPlace = new LinkedHashMap<>();

    /** An item's place and what ties it. */
    private record Keyed(String place, ItemKind kind, ItemKeys keys) {
        boolean isCheckpoint() {
            return kind == ItemKind.CHECKPOINT;
        }

        boolean isTable() {
            return kind == ItemKind.DELTA_TABLE;
        }

        boolean isOutput() {
            return kind == ItemKind.FILE_SINK_OUTPUT;
        }
    }

    /** Takes an item on; of two with one place the later counts. */
    public void add(AuditItem item, ItemKeys keys) {
        byPlace.put(item.place(), new Keyed(item.place(), item.kind(), keys));
    }

    /** What follows from all that were taken on, the worst first. */
    public List<Finding> findings() {
        List<Finding> findings = new ArrayList<>();
        Map<String, List<Keyed>> checkpoints = checkpointsByQuery();
        Set<String> tableIds = tables().stream()
                .map(table -> table.keys().tableId())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        checkpoints.forEach((queryId, sharing) -> addShared(findings, queryId, sharing));
        for (Keyed table : tables()) {
            addWriters(findings, table, checkpoints);
        }
        Set<String> writing = writers();
        if (!tableIds.isEmpty()) {
            checkpoints().forEach(checkpoint -> addLost(findings, checkpoint, tableIds, writing));
        }
        outputs().forEach(output -> addSharedOutput(findings, output));
        checkpoints().forEach(checkpoint -> addGoneDirectories(findings, checkpoint, writing));
        findings.sort(Comparator.comparing(Finding::severity)
                .reversed()
                .thenComparing(Finding::rule)
                .thenComparing(Finding::subject));
        return List.copyOf(findings);
    }

    private List<Keyed> tables() {
        return byPlace.values().stream().filter(Keyed::isTable).toList();
    }

    private List<Keyed> outputs() {
        return byPlace.values().stream().filter(Keyed::isOutput).toList();
    }

    private List<Keyed> checkpoints() {
        return byPlace.values().stream().filter(Keyed::isCheckpoint).toList();
    }

    private Map<String, List<Keyed>> checkpointsByQuery() {
        Map<String, List<Keyed>> byQuery = new TreeMap<>();
        for (Keyed checkpoint : checkpoints()) {
            String queryId = checkpoint.keys().queryId();
            if (queryId != null) {
                byQuery.computeIfAbsent(queryId, unused -> new ArrayList<>()).add(checkpoint);
            }
        }
        return byQuery;
    }

    private Set<String> writers() {
        Set<String> applications = new HashSet<>();
        for (Keyed table : tables()) {
            for (ItemKeys.Writer writer : table.keys().writers()) {
                applications.add(writer.appId());
                applications.addAll(writer.queryIds());
            }
        }
        return applications;
    }

    private static void addShared(List<Finding> findings, String queryId, List<Keyed> sharing) {
        if (sharing.size() < 2) {
            return;
        }
        long moments = sharing.stream()
                .map(checkpoint -> checkpoint.keys().newestBatch() + "@"
                        + checkpoint.keys().plannedAtMs())
                .distinct()
                .count();
        boolean isCopy = moments == 1;
        findings.add(finding(
                QUERY_ID_SHARED,
                isCopy ? Severity.INFO : Severity.WARNING,
                Confidence.LIKELY,
                queryId,
                isCopy
                        ? sharing.size() + " checkpoints are copies of one another: query id " + queryId
                                + ", the same newest batch"
                        : sharing.size() + " checkpoints have the query id " + queryId
                                + " and stand at different batches: " + batches(sharing),
                "A Delta sink knows batches by query id and number: what one of them wrote, the other takes for its own"
                        + " and skips",
                isCopy
                        ? "Start only one of them; before a copy lives on as a query of its own, give it a new id"
                        : "Keep the one that runs; remove the copies, or give each a new id before it is started",
                sharing));
    }

    private static String batches(Collection<Keyed> sharing) {
        return sharing.stream()
                .map(checkpoint -> checkpoint.keys().newestBatch() == null
                        ? "none"
                        : String.valueOf(checkpoint.keys().newestBatch()))
                .limit(PLACES_SHOWN)
                .collect(Collectors.joining(", "));
    }

    private static void addWriters(List<Finding> findings, Keyed table, Map<String, List<Keyed>> checkpoints) {
        List<Keyed> here = new ArrayList<>();
        for (ItemKeys.Writer writer : table.keys().writers()) {
            here.addAll(checkpoints.getOrDefault(writer.appId(), List.of()));
            if (writer.queryIds().size() > 1) {
                findings.add(sharedApplication(table, writer));
            }
        }
        addPairs(findings, table, here);
        newest(table).filter(writer -> isQuery(writer.appId())).ifPresent(writer -> {
            if (!checkpoints.isEmpty() && !checkpoints.containsKey(writer.appId())) {
                findings.add(withoutCheckpoint(table, writer));
            }
        });
    }

    private static Finding sharedApplication(Keyed table, ItemKeys.Writer writer) {
        return finding(
                APP_ID_SHARED,
                Severity.ERROR,
                Confidence.LIKELY,
                table.place() + " " + writer.appId(),
                writer.queryIds().size() + " queries write to this table with one application id, " + writer.appId()
                        + ": " + String.join(", ", writer.queryIds()),
                "The table keeps one batch number for it: a batch of one query that is not above the number the other"
                        + " reached is dropped without a word",
                "Give each query its own txnAppId, and read again what was dropped",
                List.of(table));
    }

    /** Two checkpoints of different queries that write to one table. */
    private static void addPairs(List<Finding> findings, Keyed table, List<Keyed> here) {
        List<Keyed> distinct = here.stream()
                .collect(Collectors.toMap(
                        checkpoint -> String.valueOf(checkpoint.keys().queryId()),
                        checkpoint -> checkpoint,
                        (first, copy) -> first,
                        TreeMap::new))
                .values()
                .stream()
                .toList();
        if (distinct.size() < 2) {
            return;
        }
        List<Keyed> twins = distinct.stream()
                .filter(one -> distinct.stream().anyMatch(other -> !other.equals(one) && readsTheSame(one, other)))
                .toList();
        if (twins.isEmpty()) {
            findings.add(finding(
                    SINK_SHARED,
                    Severity.INFO,
                    Confidence.CERTAIN,
                    table.place(),
                    distinct.size() + " queries with a checkpoint here write to this table",
                    "That is well as long as each has its own application id; each adds its rows",
                    "",
                    with(table, distinct)));
            return;
        }
        Keyed last = latest(twins, table);
        List<Keyed> older = twins.stream().filter(twin -> !twin.equals(last)).toList();
        findings.add(finding(
                SUPERSEDED,
                Severity.WARNING,
                Confidence.POSSIBLE,
                table.place(),
                twins.size() + " queries read the same table and write to this one; the newest at work is that of "
                        + last.place(),
                "If each of them reads from the start, the rows stand here once for each; if the older ones were"
                        + " replaced, their checkpoints are left over",
                "Look for rows that stand twice; remove "
                        + older.stream().map(Keyed::place).limit(PLACES_SHOWN).collect(Collectors.joining(", "))
                        + " once nobody needs to go back",
                with(table, twins)));
    }

    private static List<Keyed> with(Keyed table, List<Keyed> checkpoints) {
        List<Keyed> all = new ArrayList<>(List.of(table));
        all.addAll(checkpoints);
        return all;
    }

    private static boolean readsTheSame(Keyed one, Keyed other) {
        return one.keys().sourceTables().stream().anyMatch(other.keys().sourceTables()::contains);
    }

    private static Keyed latest(List<Keyed> checkpoints, Keyed table) {
        return checkpoints.stream()
                .max(Comparator.comparingLong((Keyed checkpoint) -> updatedAtMs(table, checkpoint))
                        .thenComparing(Keyed::place))
                .orElseThrow();
    }

    private static long updatedAtMs(Keyed table, Keyed checkpoint) {
        return table.keys().writers().stream()
                .filter(writer -> writer.appId().equals(checkpoint.keys().queryId()))
                .map(ItemKeys.Writer::updatedAtMs)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    private static java.util.Optional<ItemKeys.Writer> newest(Keyed table) {
        return table.keys().writers().stream()
                .max(Comparator.comparingLong((ItemKeys.Writer writer) -> orZero(writer.updatedAtMs()))
                        .thenComparing(ItemKeys.Writer::appId));
    }

    /** Whether an application id is a query's, which are UUIDs, and not one that its writer chose. */
    private static boolean isQuery(String appId) {
        return appId.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    }

    private static Finding withoutCheckpoint(Keyed table, ItemKeys.Writer writer) {
        return finding(
                CHECKPOINT_GONE,
                Severity.INFO,
                Confidence.POSSIBLE,
                table.place(),
                "The newest stream that wrote to this table, query " + writer.appId() + ", batch " + writer.version()
                        + ", has no checkpoint among what was audited",
                "If it is gone, the query cannot go on where it stopped",
                "",
                List.of(table));
    }

    private static void addLost(List<Finding> findings, Keyed checkpoint, Set<String> tableIds, Set<String> writing) {
        List<String> gone = checkpoint.keys().sourceTables().stream()
                .filter(id -> !tableIds.contains(id))
                .toList();
        if (gone.isEmpty()) {
            return;
        }
        String queryId = checkpoint.keys().queryId();
        boolean isTied = (queryId != null && writing.contains(queryId))
                || gone.size() < checkpoint.keys().sourceTables().size();
        String ids = String.join(", ", gone);
        findings.add(finding(
                isTied ? TABLE_GONE : ORPHANED,
                Severity.WARNING,
                Confidence.POSSIBLE,
                checkpoint.place(),
                isTied
                        ? "The query reads the Delta table with the id " + ids + ", which is not among what was audited"
                        : "Nothing that was audited belongs to this checkpoint: the table it reads (" + ids
                                + ") is not here, and no table here was written by its query",
                isTied
                        ? "If the table was dropped or made anew, the query does not start again"
                        : "It is probably left over from a query that is gone with its tables",
                isTied
                        ? "Audit the place of the table too, or find out what became of it"
                        : "Audit the places of its tables too; if there are none, it can be archived",
                List.of(checkpoint)));
    }

    /** Two checkpoints each of which alone explains some batch of an output's log. */
    private void addSharedOutput(List<Finding> findings, Keyed output) {
        if (output.keys().beats().isEmpty()) {
            return;
        }
        List<Keyed> possible = checkpoints().stream()
                .filter(checkpoint -> output.keys().beats().stream().anyMatch(beat -> wrote(checkpoint, beat)))
                .toList();
        List<Keyed> needed = possible.stream()
                .filter(checkpoint -> output.keys().beats().stream()
                        .anyMatch(beat -> wrote(checkpoint, beat)
                                && possible.stream()
                                        .noneMatch(other -> !other.equals(checkpoint) && wrote(other, beat))))
                .toList();
        if (needed.size() > 1) {
            findings.add(finding(
                    OUTPUT_SHARED,
                    Severity.WARNING,
                    Confidence.LIKELY,
                    output.place(),
                    needed.size() + " queries wrote to this output: "
                            + needed.stream()
                                    .map(Keyed::place)
                                    .limit(PLACES_SHOWN)
                                    .collect(Collectors.joining(", ")),
                    "The output's log knows batches by number alone: a batch whose number stands there already is dropped"
                            + " without a word",
                    "Give each query its own output; read again what was dropped. If one of them replaced the other, begin"
                            + " it anew with a new output",
                    with(output, needed)));
        }
    }

    /** Whether a file's time lies between a checkpoint's plan of that batch and the next. */
    private static boolean wrote(Keyed checkpoint, ItemKeys.Beat file) {
        long earliest = Long.MAX_VALUE;
        long latest = Long.MIN_VALUE;
        for (ItemKeys.Beat plan : checkpoint.keys().beats()) {
            if (plan.batchId() == file.batchId()) {
                earliest = plan.atMs() - CLOCK_SKEW_MS;
                latest = plan.atMs() + LONGEST_BATCH_MS;
            } else if (plan.batchId() == file.batchId() + 1) {
                latest = plan.atMs() + CLOCK_SKEW_MS;
            }
        }
        return file.atMs() >= earliest && file.atMs() <= latest;
    }

    private void addGoneDirectories(List<Finding> findings, Keyed checkpoint, Set<String> writing) {
        List<String> gone = checkpoint.keys().sources().goneDirectories();
        if (gone.isEmpty()) {
            return;
        }
        String queryId = checkpoint.keys().queryId();
        boolean isTied = (queryId != null && writing.contains(queryId))
                || outputs().stream()
                        .anyMatch(output -> output.keys().beats().stream().anyMatch(beat -> wrote(checkpoint, beat)));
        String directories = String.join(", ", gone);
        findings.add(finding(
                isTied ? DIRECTORY_GONE : ORPHANED,
                Severity.WARNING,
                Confidence.POSSIBLE,
                checkpoint.place(),
                isTied
                        ? "The query reads files from " + directories + ", which is gone"
                        : "Nothing that was audited belongs to this checkpoint: " + directories
                                + ", from which it reads files, is gone, and nothing here was written by its query",
                isTied
                        ? "A restart does not find its input"
                        : "It is probably left over from a query that is gone with its input",
                isTied
                        ? "Find out what became of the directory; --map tells where it lies now"
                        : "Audit the places of its input and output too; if there are none, it can be archived",
                List.of(checkpoint)));
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    private static Finding finding(
            String rule,
            Severity severity,
            Confidence confidence,
            String subject,
            String summary,
            String consequence,
            String remedy,
            List<Keyed> evidence) {
        List<Location> places =
                evidence.stream().map(keyed -> Location.of(keyed.place())).toList();
        Finding.Explanation explanation = new Finding.Explanation(summary, consequence, remedy);
        return new Finding(rule, severity, confidence, subject, explanation, places);
    }
}
