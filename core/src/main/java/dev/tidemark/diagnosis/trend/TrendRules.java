package dev.tidemark.diagnosis.trend;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.progress.BatchSeries;

/** The rules about how a stream develops, and whether its progress agrees with its checkpoint. */
public final class TrendRules {
    /** All of them, by id. */
    public static final List<Rule<BatchSeries>> ALL = List.of(
            new StateOnlyGrows(),
            new StateGrowsDespiteRemoval(),
            new BatchesSlowerThanTrigger(),
            new SilentInputFreezesWatermark(),
            new WatermarkFrozen(),
            new WatermarkFallsBehind(),
            new BatchesSlowDown(),
            new RowsDroppedAsLate(),
            new BacklogGrows(),
            new ProgressOfAnotherQuery(),
            new ProgressContradictsOffsets(),
            new ProgressContradictsWatermark(),
            new ProgressAheadOfCheckpoint(),
            new ReportedBatchUncommitted(),
            new BatchReportedByTwoRuns(),
            new ProgressUnreadable(),
            new RunDied());

    private TrendRules() {}

    /** What the rules find, the worst first. */
    public static List<Finding> check(BatchSeries series) {
        List<Finding> findings = new ArrayList<>();
        ALL.forEach(rule -> findings.addAll(rule.check(series)));
        findings.sort(Comparator.comparing(Finding::severity).reversed());
        return List.copyOf(findings);
    }
}
