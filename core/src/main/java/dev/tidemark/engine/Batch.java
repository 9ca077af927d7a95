package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.engine.RestartPrediction.BatchKind;
import org.jspecify.annotations.Nullable;

/**
 * A batch on its way.
 *
 * @param watermarkMs with which it evicts
 * @param start of each source; null at its beginning
 * @param end of each source; null for one that has given nothing yet
 */
record Batch(long batchId, BatchKind kind, long watermarkMs, List<@Nullable String> start, List<@Nullable String> end) {
    /** Whether a source has nothing new; a range in which there are no files is something new. */
    boolean isIdle(int source) {
        String last = end.get(source);
        return last == null || last.equals(start.get(source));
    }

    /** What it reads of each source. */
    List<Resume.Range> ranges() {
        List<Resume.Range> ranges = new ArrayList<>();
        for (int i = 0; i < end.size(); i++) {
            ranges.add(new Resume.Range(start.get(i), end.get(i)));
        }
        return ranges;
    }
}
