package dev.tidemark.engine;

import java.util.EnumSet;
import java.util.Set;

/** By what an operator with a state of the user's own knows that something times out. */
enum TimeMode {
    NONE,
    EVENT_TIME,
    PROCESSING_TIME;

    /** All of them: what is known of an operator of which nothing is recorded. */
    static Set<TimeMode> any() {
        return EnumSet.allOf(TimeMode.class);
    }

    /**
     * Whether it asks for a batch without data. Authority: Spark 4.1 FlatMapGroupsWithStateExec and TransformWithStateExecBase,
     * shouldRunAnotherBatch.
     *
     * @param isForward whether the watermark has moved since the batch before
     */
    boolean wantsNoDataBatch(boolean isForward) {
        return switch (this) {
            case NONE -> false;
            case EVENT_TIME -> isForward;
            case PROCESSING_TIME -> true;
        };
    }
}
