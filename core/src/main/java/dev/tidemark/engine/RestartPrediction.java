package dev.tidemark.engine;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What a restart comes to.
 *
 * @param unknown what was not decided, each a clause with its reason; may hold something beside a failure too
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
        @Nullable Resume resume,
        List<PinnedConf> pinned,
        @Nullable Failure failure,
        List<PredictedBatch> batches,
        LogChanges changes,
        List<EngineEvent> trace) {
    /** Whether the query runs. */
    public enum Verdict {
        RUNS,
        FAILS,
        UNKNOWN
    }

    /**
     * A batch that runs, or begins to.
     *
     * @param isCompleted whether its commit is written; false for the batch that fails
     */
    public record PredictedBatch(long batchId, Resume.Kind kind, boolean isCompleted, long watermarkMs) {}

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
        pinned = List.copyOf(pinned);
        batches = List.copyOf(batches);
        trace = List.copyOf(trace);
    }
}
