package dev.tidemark.diagnosis.exhibit;

import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.stream.StatsSurvey;

/**
 * What the rows of the newest state add up to, as far as they were read.
 *
 * @param surveys an operator each
 * @param strayed snapshots that hold other rows than the changes that they sum up
 * @param misfits partitions whose rows load and do not belong together
 * @param notRead what was not read and why, a clause each
 */
public record StateRows(List<StatsSurvey> surveys, List<Strayed> strayed, List<Misfit> misfits, List<String> notRead) {
    /**
     * A snapshot that holds other rows than the changes that it sums up.
     *
     * @param rows in it
     * @param changes files that make the same version without it, all read and found well
     * @param rowsOfChanges that those files make
     */
    public record Strayed(StateStoreId store, StateFile snapshot, long rows, Lineage changes, long rowsOfChanges) {}

    /**
     * A partition that loads and holds rows of another store, or a join's counts without their values.
     *
     * @param isJoin whether it is one of a stream-stream join
     * @param damages of rows, at least one
     */
    public record Misfit(int operatorId, int partitionId, boolean isJoin, List<Damage> damages) {
        public Misfit {
            damages = List.copyOf(damages);
        }
    }

    public StateRows {
        surveys = List.copyOf(surveys);
        strayed = List.copyOf(strayed);
        misfits = List.copyOf(misfits);
        notRead = List.copyOf(notRead);
    }
}
