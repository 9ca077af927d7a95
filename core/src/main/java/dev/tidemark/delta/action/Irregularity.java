package dev.tidemark.delta.action;

/**
 * Something a line should not hold or should hold and does not, and which some readers pass over and others refuse.
 *
 * @param action the action it stands in, as JSON spells it; empty when it is the line as a whole
 * @param field the field, with dots between the levels; empty when it is the action as a whole; of {@link Kind#NOT_UTF8} what
 *     Jackson says of the first such byte, empty where it takes it
 */
public record Irregularity(Kind kind, String action, String field) {
    /** In which way. */
    public enum Kind {
        /** A field that the protocol requires is absent or null; the default stands in its place. */
        MISSING_FIELD,
        /** The value is of another type than the field; it was read as absent. */
        WRONG_TYPE,
        /** Text is wanted and something else stands there; it was read as the text of that JSON. */
        NOT_TEXT,
        /** The line holds more than one action; only the first of Delta's own order is read by Spark. */
        SEVERAL_ACTIONS,
        /** Something stands behind the line's JSON object; readers pass over it. */
        TEXT_BEHIND,
        /** A blank line. */
        BLANK_LINE,
        /** A byte order mark stands before the JSON object. */
        BYTE_ORDER_MARK,
        /** The line is an array of actions. */
        ARRAY_LINE,
        /** The line is JSON only with the liberties that Spark takes, such as single quotes. */
        LIBERAL_JSON,
        /** Some bytes are no UTF-8. */
        NOT_UTF8
    }
}
