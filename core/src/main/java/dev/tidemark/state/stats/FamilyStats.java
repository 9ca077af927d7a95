package dev.tidemark.state.stats;

import org.jspecify.annotations.Nullable;

/**
 * What the rows of one column family in one partition add up to.
 *
 * @param family the column family; {@code default} for a store without
 * @param rows stored keys
 * @param elements values; more than rows where a key holds several
 * @param keyBytes as stored, without the id of the column family
 * @param valueBytes as stored
 * @param misplaced keys that hash to another partition; 0 where that is no question
 * @param ages how many rows are due; null where the rows do not tell
 */
public record FamilyStats(
        String family,
        long rows,
        long elements,
        long keyBytes,
        long valueBytes,
        long misplaced,
        @Nullable Ages ages) {
    /**
     * Rows by what is to become of them.
     *
     * @param overdue the batch itself should have dropped them
     * @param evictable the next batch will drop them, the overdue ones included
     */
    public record Ages(long overdue, long evictable) {}
}
