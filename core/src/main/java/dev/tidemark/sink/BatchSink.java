package dev.tidemark.sink;

import java.io.IOException;

/** What a sink does with a batch, told from what it remembers of earlier ones. */
public interface BatchSink {
    /** What became of a batch at the sink. */
    enum Outcome {
        /** Its rows are there once, because of this batch. */
        WRITTEN("written"),
        /** The sink had the batch already: the plan does not run, nothing is read. */
        SKIPPED("skipped"),
        /** Its rows may be there twice: the sink does not remember batches. */
        DUPLICATED("duplicated"),
        /** It cannot be told. */
        UNKNOWN("unknown");

        private final String word;

        Outcome(String word) {
            this.word = word;
        }

        /** The word of the JSON contract. */
        public String word() {
            return word;
        }
    }

    /** Whether it knows a batch again that it took. */
    boolean remembers();

    /** An earlier run, which left no trace in the evidence, made it take a batch. */
    void recall(long batchId);

    /** Whether the sink would skip a batch. */
    boolean skips(long batchId) throws IOException;

    /**
     * Takes a batch that is not skipped.
     *
     * @param wasPlannedBefore whether an earlier run may have sent it already
     */
    Outcome write(long batchId, boolean wasPlannedBefore) throws IOException;
}
