package dev.tidemark.compat;

/** What a check of compatibility can find. Ids keep their meaning for ever. */
public enum CompatRule {
    RESTART_FAILS("CMP-001", "The restart fails for a reason that no change of the query explains"),
    SOURCE_ADDED("CMP-002", "A source was added"),
    SOURCE_REMOVED("CMP-003", "A source was removed"),
    SOURCE_KIND_CHANGED("CMP-004", "A source was replaced by one of another kind"),
    SOURCES_SWAPPED("CMP-005", "Sources of one kind changed places"),
    SOURCE_MOVED("CMP-006", "A source reads another table, directory or topic"),
    SOURCE_OPTION_CHANGED("CMP-007", "An option of a source changed"),
    WATERMARK_CHANGED("CMP-008", "A watermark changed"),
    OPERATOR_ADDED("CMP-010", "A stateful operator was added"),
    OPERATOR_REMOVED("CMP-011", "A stateful operator was removed"),
    OPERATOR_REPLACED("CMP-012", "A stateful operator was replaced"),
    OPERATORS_REORDERED("CMP-013", "Stateful operators changed their order"),
    KEY_SCHEMA_CHANGED("CMP-014", "The keys of state have other types"),
    VALUE_SCHEMA_CHANGED("CMP-015", "The values of state have other types"),
    STATE_COLUMNS_RENAMED("CMP-016", "Columns of state have other names"),
    STORES_CHANGED("CMP-017", "A stateful operator keeps other stores"),
    STATE_PROPERTY_CHANGED("CMP-018", "A mode or a variable of transformWithState changed"),
    STATE_VARIABLES_CHANGED("CMP-019", "State variables came, went or evolved"),
    PINNED_CONF_IGNORED("CMP-020", "A conf is pinned by the checkpoint: the session's value is ignored"),
    OLDER_DEFAULT_TAKEN("CMP-021", "A conf that an older Spark did not record keeps its old meaning"),
    PINNED_CONF_REFUSED("CMP-022", "A recorded conf has a value that this Spark refuses"),
    PARTITIONS_CHANGED("CMP-023", "The number of state partitions changed, and nothing pins it"),
    CHECKPOINT_FORMAT_CHANGED("CMP-024", "The format of state store checkpoints changed, and nothing pins it"),
    LOG_FORMAT_TOO_NEW("CMP-030", "A log has a format that this Spark does not read"),
    STATE_FORMAT_UNKNOWN("CMP-031", "State is written in a way that this Spark does not know"),
    MISNAMED_CONF_LOST("CMP-032", "A conf that Spark 3.5.4 recorded under a wrong name is lost"),
    SPARK_CHANGED("CMP-033", "Another Spark goes on with the checkpoint"),
    OUTPUT_MODE_CHANGED("CMP-040", "The output mode changed"),
    SINK_CHANGED("CMP-041", "The sink changed");

    private final String id;
    private final String title;

    CompatRule(String id, String title) {
        this.id = id;
        this.title = title;
    }

    /** The stable id. */
    public String id() {
        return id;
    }

    /** What it looks for, in one line. */
    public String title() {
        return title;
    }
}
