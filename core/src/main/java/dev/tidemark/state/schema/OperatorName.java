package dev.tidemark.state.schema;

/** The stateful operators by the names their metadata give them. Spark 4.2: StatefulOperatorsUtils. */
public final class OperatorName {
    public static final String AGGREGATION = "stateStoreSave";
    public static final String DEDUPLICATION = "dedupe";
    public static final String DEDUPLICATION_WITHIN_WATERMARK = "dedupeWithinWatermark";
    public static final String SESSION_WINDOW = "sessionWindowStateStoreSaveExec";
    public static final String JOIN = "symmetricHashJoin";
    public static final String MAP_GROUPS = "flatMapGroupsWithState";
    public static final String PANDAS_MAP_GROUPS = "applyInPandasWithState";
    public static final String GLOBAL_LIMIT = "globalLimit";

    private static final String TRANSFORM_PREFIX = "transformWithState";

    private OperatorName() {}

    /** Whether it is transformWithState, in Scala or in one of the two Pythons. */
    public static boolean isTransformWithState(String name) {
        return name.startsWith(TRANSFORM_PREFIX);
    }
}
