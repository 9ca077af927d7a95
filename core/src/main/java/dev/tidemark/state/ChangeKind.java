package dev.tidemark.state;

/** What a change record does, named as Spark's change feed names it. */
public enum ChangeKind {
    /** Sets the value of a key. */
    UPDATE("update"),
    /** Removes a key. */
    DELETE("delete"),
    /** Adds to the values of a key. */
    APPEND("append"),
    /** Removes the keys from one key up to another, exclusive (Spark 4.2); the value holds the other key. */
    DELETE_RANGE("delete_range");

    private final String text;

    ChangeKind(String text) {
        this.text = text;
    }

    /** The word in the change feed. */
    public String text() {
        return text;
    }
}
