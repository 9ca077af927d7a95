package dev.tidemark.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where in the life of a query something happens, in Spark's order. Authority: Spark 4.1 StreamExecution.runStream,
 * MicroBatchExecution.initializeExecution, constructNextBatch, runBatch, markMicroBatchEnd; the tasks of a batch commit their
 * state before the sink's driver side commits.
 */
public enum Step {
    /** Inside {@code start()}: what fails here is thrown to the caller. */
    START("start"),
    /** Reading the logs and taking up the query's place. */
    INITIALIZE("initialize"),
    /** The confs of the offset log are set in the session. */
    PIN_CONFS("pinConfs"),
    /** Asking each source where the next batch would end. */
    CONSTRUCT("construct"),
    /** Writing {@code offsets/N}. */
    WRITE_OFFSETS("writeOffsets"),
    /** Telling the sources that the batch before is done. */
    COMMIT_SOURCE("commitSource"),
    /** Deleting old entries of both logs. */
    PURGE("purge"),
    /** Asking each source for the data of the batch. */
    GET_BATCH("getBatch"),
    /** Making the batch's plan. */
    PLAN("plan"),
    /** Tasks load the state. */
    LOAD_STATE("loadState"),
    /** Tasks read, compute and write. */
    RUN("run"),
    /** Tasks commit the next version of the state. */
    COMMIT_STATE("commitState"),
    /** The sink takes the batch. */
    SINK("sink"),
    /** The watermark is brought up to date, in memory. */
    WATERMARK("watermark"),
    /** Writing {@code commits/N}. */
    COMMIT("commit");

    private final String word;

    Step(String word) {
        this.word = word;
    }

    /** The word of the JSON contract. */
    public String word() {
        return word;
    }

    /** The step that a user names, whatever its case. */
    public static Optional<Step> of(String text) {
        String wanted = text.trim().toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(step -> step.word.toLowerCase(Locale.ROOT).equals(wanted))
                .findFirst();
    }

    /** The words of all steps, in order. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Step::word).toList();
    }
}
