package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.stats.FamilyStats;
import dev.tidemark.state.stats.PartitionStats;
import dev.tidemark.stream.StatsSurvey;

/** What the rows of an operator tell: STA-004 and STA-010 to STA-012. */
public final class StateRowFindings {
    /** How many times the mean of the others a partition may hold. */
    private static final double SKEW = 3.0;

    private static final long FEWEST_ROWS = 1_000;
    private static final int DAMAGES_SHOWN = 3;

    private final StatsSurvey survey;
    private final Eviction eviction;
    private final List<Finding> findings = new ArrayList<>();

    private StateRowFindings(StatsSurvey survey, Eviction eviction) {
        this.survey = survey;
        this.eviction = eviction;
    }

    /** What is known of the query: whether its operator drops what the watermark has passed. */
    public enum Eviction {
        /** It does: the output mode is append or update, and no other stateful operator stands before it. */
        EXPECTED,
        /** Complete mode keeps all rows, and behind another operator the watermark comes later. */
        UNKNOWN,
        /** Complete mode. */
        NONE
    }

    /** The findings about an operator. */
    public static List<Finding> of(StatsSurvey survey, Eviction eviction) {
        StateRowFindings rules = new StateRowFindings(survey, eviction);
        survey.partitions().forEach(rules::misplaced);
        rules.overdue();
        rules.skew();
        survey.partitions().forEach(rules::damaged);
        return List.copyOf(rules.findings);
    }

    private void damaged(PartitionStats partition) {
        partition.damages().stream()
                .limit(DAMAGES_SHOWN)
                .forEach(damage -> findings.add(new Finding(
                        "STA-004",
                        Severity.ERROR,
                        Confidence.CERTAIN,
                        partition.store().toString(),
                        new Finding.Explanation(
                                "expected " + damage.expected() + ", found " + damage.found(),
                                "rows are counted as far as they could be read",
                                "see tidemark state loadable"),
                        List.of(damage.at()))));
    }

    private void misplaced(PartitionStats partition) {
        long misplaced =
                partition.families().stream().mapToLong(FamilyStats::misplaced).sum();
        if (misplaced == 0) {
            return;
        }
        findings.add(new Finding(
                "STA-011",
                survey.isStrict() ? Severity.ERROR : Severity.INFO,
                survey.isStrict() ? Confidence.CERTAIN : Confidence.POSSIBLE,
                partition.store().toString(),
                new Finding.Explanation(
                        misplaced + " of " + partition.rows() + " keys hash to another partition",
                        survey.isStrict()
                                ? "the query never finds these rows again and starts their keys anew elsewhere"
                                : "the query began before Spark 3.3, where an upstream repartition may place keys so; a"
                                        + " plan that places them otherwise no longer finds them",
                        survey.isStrict()
                                ? "restore the partition's files from a backup: files of another partition lie here"
                                : "leave the plan before the operator as it is; a new checkpoint ends this"),
                List.of(Location.of(partition.store().directory().value()))));
    }

    private void overdue() {
        if (eviction == Eviction.NONE) {
            return;
        }
        boolean isExpected = eviction == Eviction.EXPECTED;
        overdueByStore()
                .forEach((store, rows) -> findings.add(new Finding(
                        "STA-010",
                        isExpected ? Severity.WARNING : Severity.INFO,
                        isExpected ? Confidence.LIKELY : Confidence.POSSIBLE,
                        "state/" + survey.operatorId() + " " + store,
                        new Finding.Explanation(
                                rows + (rows == 1 ? " row is" : " rows are") + " older than the watermark that batch "
                                        + survey.batchId() + " ran with",
                                isExpected
                                        ? "the batch should have dropped them: they stay and may be emitted late or twice"
                                        : "they stay until something drops them; in complete mode, and behind another"
                                                + " stateful operator, that is as it should be",
                                "compare with the state after the next batch: tidemark state stats --batch N"),
                        List.of(Location.of("offsets/" + survey.batchId())))));
    }

    private Map<String, Long> overdueByStore() {
        Map<String, Long> overdue = new TreeMap<>();
        for (PartitionStats partition : survey.partitions()) {
            String store = partition.store().storeName();
            for (FamilyStats family : partition.families()) {
                FamilyStats.Ages ages = family.ages();
                if (ages != null && ages.overdue() > 0) {
                    overdue.merge(
                            store.equals(StateStoreId.DEFAULT_STORE) ? family.family() : store,
                            ages.overdue(),
                            Long::sum);
                }
            }
        }
        return overdue;
    }

    private void skew() {
        Map<String, List<PartitionStats>> byStore = new TreeMap<>();
        survey.partitions()
                .forEach(partition -> byStore.computeIfAbsent(partition.store().storeName(), name -> new ArrayList<>())
                        .add(partition));
        byStore.values().forEach(this::skew);
    }

    private void skew(List<PartitionStats> partitions) {
        long all = partitions.stream().mapToLong(PartitionStats::rows).sum();
        PartitionStats largest = partitions.stream()
                .max(Comparator.comparingLong(PartitionStats::rows))
                .orElseThrow();
        double others = partitions.size() < 2 ? 0 : (double) (all - largest.rows()) / (partitions.size() - 1);
        if (partitions.size() < 2 || all < FEWEST_ROWS || largest.rows() <= SKEW * others) {
            return;
        }
        findings.add(new Finding(
                "STA-012",
                Severity.WARNING,
                Confidence.CERTAIN,
                largest.store().toString(),
                new Finding.Explanation(
                        largest.store() + " holds " + largest.rows() + " of " + all + " rows"
                                + (others == 0
                                        ? ""
                                        : ", " + Words.tenths(largest.rows() / others)
                                                + " times the mean of the other partitions"),
                        "the task of this partition decides how long a batch takes",
                        "look for one frequent key: tidemark state rows --where"),
                List.of(Location.of(largest.store().directory().value()))));
    }
}
