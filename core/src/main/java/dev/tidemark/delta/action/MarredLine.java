package dev.tidemark.delta.action;

import dev.tidemark.evidence.DamageCause;
import org.jspecify.annotations.Nullable;

/**
 * Where a line of a log is no JSON any more.
 *
 * @param action the action in whose fields that is; null before the first and behind the last
 */
public record MarredLine(@Nullable String action) implements DamageCause {
    /** A line that is JSON up to a character; below 0 where that is not known. */
    static MarredLine of(String line, long upTo) {
        return new MarredLine(
                upTo < 0 || upTo > line.length()
                        ? null
                        : TornLine.of(line.substring(0, (int) upTo)).action());
    }
}
