package dev.tidemark.audit;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What the examination of an item came to, the worst last. */
public enum ItemVerdict {
    /** Nothing above info was found. */
    WELL,
    /** Warnings alone. */
    WARNED,
    /** Something is wrong. */
    WRONG,
    /** It could not be told. */
    UNKNOWN,
    /** Tidemark failed on it. */
    BUG;

    /** As JSON and people spell it. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The verdict that JSON spells so. */
    public static Optional<ItemVerdict> spelled(String spelling) {
        return Arrays.stream(values())
                .filter(verdict -> verdict.spelling().equals(spelling))
                .findFirst();
    }
}
