package dev.tidemark.audit;

import java.util.Arrays;
import java.util.Optional;

/** What an audit looks for. */
public enum ItemKind {
    CHECKPOINT("checkpoint"),
    DELTA_TABLE("deltaTable"),
    FILE_SINK_OUTPUT("fileSinkOutput"),
    /** A place that was asked for and is none of these, or could not be looked at. */
    PLACE("place");

    private final String spelling;

    ItemKind(String spelling) {
        this.spelling = spelling;
    }

    /** As JSON spells it. */
    public String spelling() {
        return spelling;
    }

    /** The kind that JSON spells so. */
    public static Optional<ItemKind> spelled(String spelling) {
        return Arrays.stream(values())
                .filter(kind -> kind.spelling.equals(spelling))
                .findFirst();
    }
}
