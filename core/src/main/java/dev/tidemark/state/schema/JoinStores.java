package dev.tidemark.state.schema;

import java.util.List;

import dev.tidemark.state.StateStoreId;

/**
 * The stores of a stream-stream join, or the column families of its one store from format 3 on. Spark 4.2:
 * SymmetricHashJoinStateManager.allStateStoreNames.
 */
public final class JoinStores {
    private static final List<String> IN_COMMIT_ORDER = List.of(
            "left-keyToNumValues", "left-keyWithIndexToValue", "right-keyToNumValues", "right-keyWithIndexToValue");

    private JoinStores() {}

    /** Key to the number of its values; formats 1 to 3. */
    public static String counts(String side) {
        return side + "-keyToNumValues";
    }

    /** Key and index to a value; formats 1 to 3. */
    public static String values(String side) {
        return side + "-keyWithIndexToValue";
    }

    /** Key and event time to values; format 4. */
    public static String timedValues(String side) {
        return side + "-keyWithTsToValues";
    }

    /** Whether a store of that name is one of a join of format 1 or 2. */
    public static boolean isOne(String storeName) {
        return IN_COMMIT_ORDER.contains(storeName);
    }

    /** Where the commit log (format 2) keeps a store's id among those of its partition. */
    public static int positionInCommit(StateStoreId store) {
        return Math.max(0, IN_COMMIT_ORDER.indexOf(store.storeName()));
    }
}
