package dev.tidemark.shell.complete;

/**
 * One way to end a word.
 *
 * @param value the whole word
 * @param description what it is; may be empty
 * @param isWhole whether a blank follows
 */
public record Completion(String value, String description, boolean isWhole) {
    /** A whole word. */
    static Completion of(String value, String description) {
        return new Completion(value, description, true);
    }
}
