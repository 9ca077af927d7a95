package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.sink.BatchSink;
import dev.tidemark.source.SourceBatch;
import org.jspecify.annotations.Nullable;

/**
 * What a restart comes to.
 *
 * @param unknown what was not decided, each a clause with its reason; may hold something beside a failure too
 * @param notes what should be known of a restart that runs and does not show in it, each a clause
 * @param resume null when the query dies before it has its place, or cannot have one
 * @param pinned empty when the query dies before confs are pinned
 * @param failure null unless the verdict is that it fails
 * @param batches those that run, or begin to
 * @param changes what the logs look like afterwards
 * @param trace each step, in order
 */
public record RestartPrediction(
        Verdict verdict,
        List<String> unknown,
        List<String> notes,
        @Nullable Resume resume,
        List<PinnedConf> pinned,
        @Nullable Failure failure,
        List<PredictedBatch> batches,
        LogChanges changes,
        List<TraceEntry> trace) {
    /** Whether the query runs. */
    public enum Verdict {
        RUNS,
        FAILS,
        UNKNOWN
    }

    /** Why a batch is there. */
    public enum BatchKind {
        /** Planned by an earlier run. */
        RERUN("rerun"),
        /** Planned because of new data. */
        NEW("new"),
        /** Planned because an operator asked for it. */
        NO_DATA("noData");

        private final String word;

        BatchKind(String word) {
            this.word = word;
        }

        /** The word of the JSON contract. */
        public String word() {
            return word;
        }
    }

    /**
     * A batch that runs, or begins to.
     *
     * @param isCompleted whether its commit is written; false for the batch that fails
     * @param sources by position in the description
     * @param state by operator
     */
    public record PredictedBatch(
            long batchId,
            BatchKind kind,
            boolean isCompleted,
            Watermark watermark,
            List<BatchSource> sources,
            List<StateUse> state,
            BatchSink.Outcome sink) {
        /**
         * The watermark around a batch, epoch milliseconds.
         *
         * @param ms of the batch
         * @param nextMs of the batch behind it; null when it is not known
         */
        public record Watermark(long ms, @Nullable Long nextMs) {}

        public PredictedBatch {
            sources = List.copyOf(sources);
            state = List.copyOf(state);
        }
    }

    /**
     * What a batch reads from a source.
     *
     * @param start null when the source begins
     * @param end null when the source has not begun
     */
    public record BatchSource(
            @Nullable String start, @Nullable String end, SourceBatch read) {}

    /** The versions of an operator's state that a batch loads and writes. */
    public record StateUse(long operatorId, long loads, long writes) {}

    /** Files of the checkpoint that the restart writes or deletes. */
    public record LogChanges(List<Written> written, List<String> deleted) {
        /**
         * A file that is written.
         *
         * @param content null when it cannot be told
         */
        public record Written(String path, @Nullable String content) {}

        public LogChanges {
            written = List.copyOf(written);
            deleted = List.copyOf(deleted);
        }
    }

    public RestartPrediction {
        unknown = List.copyOf(unknown);
        notes = List.copyOf(notes);
        pinned = List.copyOf(pinned);
        batches = List.copyOf(batches);
        trace = List.copyOf(trace);
    }
}
