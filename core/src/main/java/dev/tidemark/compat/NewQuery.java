package dev.tidemark.compat;

import java.util.Map;

import dev.tidemark.query.QueryDescription;

/**
 * The query that is to go on with a checkpoint.
 *
 * @param shape what is known of it
 * @param witness who tells
 * @param session confs that somebody set for it, by key
 * @param description what a restart of it is predicted from
 */
public record NewQuery(QueryShape shape, Witness witness, Map<String, String> session, QueryDescription description) {
    /** Who tells what the new query is. */
    public enum Witness {
        /** Its owner's description. */
        DESCRIPTION,
        /** A checkpoint that it wrote in a test: other places, other data, the same plan. */
        SCRATCH_CHECKPOINT
    }

    /** A query as its owner describes it. */
    public static NewQuery described(QueryDescription description) {
        return new NewQuery(DescribedShape.of(description), Witness.DESCRIPTION, description.confs(), description);
    }

    boolean isScratch() {
        return witness == Witness.SCRATCH_CHECKPOINT;
    }
}
