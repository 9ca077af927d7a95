package dev.tidemark.diagnosis.trend;

import java.util.Comparator;
import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLine;
import dev.tidemark.progress.ProgressLog;
import dev.tidemark.progress.QueryProgress;
import org.jspecify.annotations.Nullable;

/**
 * Nothing comes in any more, so the watermark stands still and the state behind it waits.
 */
final class SilentInputFreezesWatermark implements Rule<BatchSeries> {
    private static final int FEWEST_TRIGGERS = 5;
    private static final long FEWEST_MS = 5 * 60_000L;

    @Override
    public String id() {
        return "TRD-004";
    }

    @Override
    public List<Finding> check(BatchSeries series) {
        ProgressLog progress = series.progress();
        if (progress == null || progress.reports().isEmpty()) {
            return List.of();
        }
        Silence silence = silence(progress);
        if (silence.triggers < FEWEST_TRIGGERS || silence.lastedMs() < FEWEST_MS || silence.waitingRows == 0) {
            return List.of();
        }
        return List.of(Trends.finding(
                this,
                series,
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "No row came in for " + Words.duration(silence.lastedMs()) + " (" + silence.triggers
                                + " triggers); the watermark stands at " + Words.instant(silence.watermarkMs)
                                + " and " + silence.waitingRows + " rows of state wait behind it",
                        "A watermark moves only with data: open windows are not closed, and in append mode not"
                                + " written, until a newer event comes",
                        "See whether the source should be silent; where it may be, let it send a heartbeat row with a"
                                + " current event time, or do not wait for the last window")));
    }

    private static final class Silence {
        private int triggers;
        private long fromMs = Long.MIN_VALUE;
        private long toMs = Long.MIN_VALUE;
        private long watermarkMs;
        private long waitingRows;

        long lastedMs() {
            return fromMs == Long.MIN_VALUE ? 0 : Math.max(0, toMs - fromMs);
        }

        void add(long atMs) {
            triggers++;
            fromMs = fromMs == Long.MIN_VALUE ? atMs : fromMs;
            toMs = Math.max(toMs, atMs);
        }
    }

    /** What came after the last report with rows. */
    private static Silence silence(ProgressLog progress) {
        Silence silence = new Silence();
        List<QueryProgress> reports = progress.reports();
        QueryProgress newest = reports.get(reports.size() - 1);
        Long watermark = newest.eventTime().watermarkMs();
        if (watermark == null || watermark <= 0) {
            return silence;
        }
        silence.watermarkMs = watermark;
        silence.waitingRows = newest.operators().stream()
                .mapToLong(QueryProgress.OperatorProgress::rowsTotal)
                .sum();
        int first = reports.size();
        while (first > 0 && isSilent(reports.get(first - 1), watermark)) {
            first--;
        }
        long lastInputMs = first == 0
                ? Long.MIN_VALUE
                : orZero(reports.get(first - 1).timing().startedAtMs());
        reports.subList(first, reports.size())
                .forEach(report -> silence.add(orZero(report.timing().startedAtMs())));
        progress.idles().stream()
                .filter(idle -> idle.atMs() > lastInputMs)
                .sorted(Comparator.comparingLong(ProgressLine.Idle::atMs))
                .forEach(idle -> silence.add(idle.atMs()));
        if (lastInputMs > 0) {
            silence.fromMs = lastInputMs;
        }
        return silence;
    }

    private static boolean isSilent(QueryProgress report, long watermarkMs) {
        Long watermark = report.eventTime().watermarkMs();
        return report.inputRows().orElse(0) == 0 && watermark != null && watermark == watermarkMs;
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
