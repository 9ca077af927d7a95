package dev.tidemark.engine;

import java.util.List;

/**
 * The recorded past of a checkpoint held against what one writer would have written.
 *
 * @param batches those on record, oldest first
 */
public record HistoryReading(List<PastBatch> batches) {
    /** What was found of something. */
    public enum Verdict {
        /** The rules lead there. */
        FOLLOWS,
        /** The evidence does not decide. */
        UNKNOWN,
        /** These options, this table and a single writer cannot have led there. */
        CONTRADICTS
    }

    /** What an observation is about. */
    public enum Aspect {
        ENTRY("entry"),
        CONFS("confs"),
        CLOCK("clock"),
        WATERMARK("watermark"),
        SOURCE("source"),
        COMMIT("commit");

        private final String word;

        Aspect(String word) {
            this.word = word;
        }

        /** The word of the JSON document. */
        public String word() {
            return word;
        }
    }

    /** One thing that was looked at; the text is a clause. */
    public record Observation(Aspect aspect, Verdict verdict, String text) {
        static Observation follows(Aspect aspect, String text) {
            return new Observation(aspect, Verdict.FOLLOWS, text);
        }

        static Observation unknown(Aspect aspect, String text) {
            return new Observation(aspect, Verdict.UNKNOWN, text);
        }

        static Observation contradicts(Aspect aspect, String text) {
            return new Observation(aspect, Verdict.CONTRADICTS, text);
        }
    }

    /**
     * A batch on record.
     *
     * @param isOldest whether what it came from is no longer on record
     */
    public record PastBatch(long batchId, boolean isOldest, List<Observation> observations) {
        public PastBatch {
            observations = List.copyOf(observations);
        }

        /** The worst of what was found. */
        public Verdict verdict() {
            return worst(observations.stream().map(Observation::verdict).toList());
        }
    }

    public HistoryReading {
        batches = List.copyOf(batches);
    }

    /** The worst of all batches. */
    public Verdict verdict() {
        return batches.isEmpty()
                ? Verdict.UNKNOWN
                : worst(batches.stream().map(PastBatch::verdict).toList());
    }

    private static Verdict worst(List<Verdict> verdicts) {
        Verdict worst = Verdict.FOLLOWS;
        for (Verdict verdict : verdicts) {
            worst = verdict.compareTo(worst) > 0 ? verdict : worst;
        }
        return worst;
    }
}
