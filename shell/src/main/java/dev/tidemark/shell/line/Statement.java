package dev.tidemark.shell.line;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One typed line.
 *
 * @param words without quotes; empty for a blank line or a comment
 * @param pipe the command of the system behind {@code |}, as typed; null when there is none
 * @param file where the output goes; null when it goes to the screen
 * @param fileMode whether what is in the file stays
 */
public record Statement(
        List<String> words, @Nullable String pipe, @Nullable String file, FileMode fileMode) {
    /** What happens to a file that is there. */
    public enum FileMode {
        REPLACE,
        APPEND
    }

    public Statement {
        words = List.copyOf(words);
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return words.isEmpty();
    }
}
