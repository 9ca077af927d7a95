package dev.tidemark.engine;

/** Where in the life of a batch something happens, in Spark's order. */
public enum Step {
    /** Inside {@code start()}: what fails here is thrown to the caller. */
    START("start"),
    /** Reading the logs and taking up the query's place. */
    INITIALIZE("initialize"),
    /** Asking the sources and writing the offsets. */
    CONSTRUCT("construct"),
    /** Making the batch's plan. */
    PLAN("plan"),
    LOAD_STATE("loadState"),
    RUN("run"),
    SINK("sink"),
    /** Writing the commit. */
    COMMIT("commit");

    private final String word;

    Step(String word) {
        this.word = word;
    }

    /** The word of the JSON contract. */
    public String word() {
        return word;
    }
}
