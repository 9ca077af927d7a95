package dev.tidemark.progress;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.state.LoadObserver;
import dev.tidemark.state.stats.BatchGrowth;
import org.jspecify.annotations.Nullable;

/**
 * One batch as the checkpoint tells of it, as Spark reported it, and what it did to the state. Any of them may be missing.
 *
 * @param logged null when the checkpoint has no readable offsets of it
 * @param reported the last report of it; null when there is none
 * @param growth what the state files tell, of all partitions together; null when they were not read or tell nothing
 */
public record BatchPoint(
        long batchId,
        @Nullable Logged logged,
        @Nullable QueryProgress reported,
        @Nullable BatchGrowth growth) {
    /**
     * A batch in the checkpoint's logs.
     *
     * @param plannedAtMs the processing time it used; null when the log does not say
     * @param watermarkMs 0 when there was none yet
     * @param movedInput whether a source's offset differs from the batch before; null when that one is not known
     * @param endOffsets the sources' offsets as JSON text
     */
    public record Logged(
            @Nullable Long plannedAtMs,
            long watermarkMs,
            boolean isCommitted,
            @Nullable Boolean movedInput,
            List<String> endOffsets) {
        public Logged {
            endOffsets = List.copyOf(endOffsets);
        }
    }

    /** When it began: the report's trigger, else the processing time in the log. */
    public OptionalLong startedAtMs() {
        QueryProgress report = reported;
        if (report != null && report.timing().startedAtMs() != null) {
            return OptionalLong.of(report.timing().startedAtMs());
        }
        Logged log = logged;
        return log == null || log.plannedAtMs() == null ? OptionalLong.empty() : OptionalLong.of(log.plannedAtMs());
    }

    /** The watermark it used; empty when there was none yet. */
    public OptionalLong watermarkMs() {
        Logged log = logged;
        Long watermark = log != null
                ? Long.valueOf(log.watermarkMs())
                : reported == null ? null : reported.eventTime().watermarkMs();
        return watermark == null || watermark <= 0 ? OptionalLong.empty() : OptionalLong.of(watermark);
    }

    /** How far the watermark lay behind the time it ran; negative when ahead. */
    public OptionalLong watermarkDistanceMs() {
        return startedAtMs().isPresent() && watermarkMs().isPresent()
                ? OptionalLong.of(
                        saturatingMinus(startedAtMs().getAsLong(), watermarkMs().getAsLong()))
                : OptionalLong.empty();
    }

    private static long saturatingMinus(long a, long b) {
        long difference = a - b;
        boolean overflowed = ((a ^ b) & (a ^ difference)) < 0;
        return overflowed ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }

    /** How long its trigger took; only a report tells. */
    public OptionalLong durationMs() {
        return reported == null || reported.timing().durationMs() == null
                ? OptionalLong.empty()
                : OptionalLong.of(reported.timing().durationMs());
    }

    /** Rows read; only a report tells. */
    public OptionalLong inputRows() {
        return reported == null ? OptionalLong.empty() : reported.inputRows();
    }

    /** Whether there was anything to read; empty when nothing tells. */
    public Optional<Boolean> hadInput() {
        if (inputRows().isPresent()) {
            return Optional.of(inputRows().getAsLong() > 0);
        }
        return logged == null ? Optional.empty() : Optional.ofNullable(logged.movedInput());
    }

    /** Rows of state after it. */
    public OptionalLong stateRows() {
        if (isStateful()) {
            return OptionalLong.of(sum(QueryProgress.OperatorProgress::rowsTotal));
        }
        return growth == null || growth.rows() == LoadObserver.UNKNOWN
                ? OptionalLong.empty()
                : OptionalLong.of(growth.rows());
    }

    /** Rows of state it removed. */
    public OptionalLong removedRows() {
        if (isStateful()) {
            return OptionalLong.of(sum(QueryProgress.OperatorProgress::rowsRemoved));
        }
        return growth == null ? OptionalLong.empty() : OptionalLong.of(growth.removals());
    }

    /** Rows that came too late for the state. */
    public OptionalLong lateRows() {
        return isStateful()
                ? OptionalLong.of(sum(QueryProgress.OperatorProgress::rowsDroppedAsLate))
                : OptionalLong.empty();
    }

    private boolean isStateful() {
        return reported != null && !reported.operators().isEmpty();
    }

    private long sum(java.util.function.ToLongFunction<QueryProgress.OperatorProgress> rows) {
        return reported == null
                ? 0
                : reported.operators().stream().mapToLong(rows).sum();
    }
}
