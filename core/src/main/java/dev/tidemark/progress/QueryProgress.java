package dev.tidemark.progress;

import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.evidence.Location;
import org.jspecify.annotations.Nullable;

/**
 * What Spark reported of one trigger. Authority: Spark 4.2 StreamingQueryProgress, filled by ProgressReporter. A field that
 * the report lacks is null or empty: older Sparks report less.
 *
 * @param at the line it was read from
 * @param batchId of the batch the trigger ran; a trigger that found nothing names the batch that would come next
 * @param operators of the plan's stateful ones, in plan order
 * @param sources in plan order, each once
 */
public record QueryProgress(
        Location at,
        Run run,
        long batchId,
        Timing timing,
        EventTime eventTime,
        List<OperatorProgress> operators,
        List<SourceProgress> sources) {
    /** Whose report it is: the query, which lives as long as its checkpoint, and the run, which ends with its driver. */
    public record Run(
            @Nullable String queryId,
            @Nullable String runId,
            @Nullable String name) {}

    /**
     * When and how long.
     *
     * @param startedAtMs when the trigger fired
     * @param durationMs of the whole trigger
     * @param ranBatch whether a batch ran, and not only a look at the sources
     */
    public record Timing(
            @Nullable Long startedAtMs, @Nullable Long durationMs, boolean ranBatch) {}

    /**
     * Event time.
     *
     * @param watermarkMs the watermark the batch used; not the one it led to
     * @param newestMs the newest event time in the batch
     */
    public record EventTime(
            @Nullable Long watermarkMs, @Nullable Long newestMs) {}

    /** One stateful operator after the batch; rows that the report does not count are 0. */
    public record OperatorProgress(
            String name,
            long rowsTotal,
            long rowsUpdated,
            long rowsRemoved,
            long rowsDroppedAsLate,
            long memoryBytes) {}

    /**
     * One source.
     *
     * @param endOffset as JSON text, or null
     * @param inputRows null when the report does not say
     * @param backlog what is still to be read, by the name of the metric
     */
    public record SourceProgress(
            String description,
            @Nullable String endOffset,
            @Nullable Long inputRows,
            List<Backlog> backlog) {
        public SourceProgress {
            backlog = List.copyOf(backlog);
        }
    }

    /** How much is still to be read, in the unit the metric's name says. */
    public record Backlog(String metric, double amount) {}

    public QueryProgress {
        operators = List.copyOf(operators);
        sources = List.copyOf(sources);
    }

    /** Rows of all sources; empty when none says. */
    public OptionalLong inputRows() {
        return sources.stream().anyMatch(source -> source.inputRows() != null)
                ? OptionalLong.of(sources.stream()
                        .map(SourceProgress::inputRows)
                        .mapToLong(rows -> rows == null ? 0 : rows)
                        .sum())
                : OptionalLong.empty();
    }
}
