package dev.tidemark.engine;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** What state does to a batch: the checks before its plan runs, and the versions its tasks load. */
interface StateModel {
    /** The names of the operators that wrote the state, by id, as far as they can be told. */
    Map<Long, String> operatorNames() throws IOException;

    /** Which time modes the operators with a state of the user's own can have, by id, as far as their state tells. */
    Map<Long, Set<TimeMode>> timeModes() throws IOException;

    /**
     * Checks that are made once in a run, when the first batch is planned.
     *
     * @param isIdle whether no source has anything new in it
     */
    void plan(long batchId, boolean isIdle) throws IOException;

    /** The stores of a batch are loaded. */
    void load(long batchId) throws IOException;

    /** The batch's plan did not run because the sink had the batch already. */
    void skipped(long batchId);

    /**
     * Plans the first batch of a run in which some source has nothing new.
     *
     * @param idle the sources that have not, by position
     * @throws UndecidedException when what the planner makes of its empty side cannot be told
     */
    void planIdle(long batchId, Set<Integer> idle) throws IOException;

    /** Checks that the tasks of the first batch of a run make before they load anything, where the driver makes none. */
    void checkInTasks(long batchId) throws IOException;

    /**
     * Whether all that a batch reads has been read before its state is loaded, because it is shuffled in between.
     *
     * @param files how many the batch reads; null when that is not known
     */
    boolean isLoadedBehindShuffle(@Nullable Integer files);
}
