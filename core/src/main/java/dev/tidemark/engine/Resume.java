package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Where a restarted query takes up its work.
 *
 * @param watermarkMs of the batch, epoch milliseconds
 * @param sources by position in the description
 */
public record Resume(long batchId, Kind kind, long watermarkMs, List<Range> sources) {
    /** Whether the batch is in the log already. */
    public enum Kind {
        /** The batch was planned and not finished: it runs again with the offsets on record. */
        RERUN("rerun"),
        /** The batch is planned anew. */
        NEW("new");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word of the JSON contract. */
        public String word() {
            return word;
        }
    }

    /**
     * What a source is to be read from, and to.
     *
     * @param start the offset as the log spells it; null when the source begins
     * @param end the offset as the log spells it; null when it is not decided yet
     */
    public record Range(@Nullable String start, @Nullable String end) {
        /** Those of both that are there, the start first. */
        List<String> offsets() {
            List<String> offsets = new ArrayList<>();
            if (start != null) {
                offsets.add(start);
            }
            if (end != null) {
                offsets.add(end);
            }
            return offsets;
        }
    }

    public Resume {
        sources = Collections.unmodifiableList(new ArrayList<>(sources));
    }
}
