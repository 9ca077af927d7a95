package dev.tidemark.query;

import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** When a query starts a batch, as Spark names its triggers. */
public sealed interface Trigger {
    /**
     * The trigger that a word names, whatever its case.
     *
     * @param interval null for none
     */
    static Optional<Trigger> of(String word, @Nullable String interval) {
        return Optional.ofNullable(
                switch (word.toLowerCase(Locale.ROOT)) {
                    case "availablenow" -> new AvailableNow();
                    case "once" -> new Once();
                    case "processingtime" -> new ProcessingTime(interval);
                    case "continuous" -> new Continuous(interval);
                    case "realtime" -> new RealTime(interval);
                    default -> null;
                });
    }

    /** The word of the query description. */
    String word();

    /** A batch at each multiple of the interval; without one, back to back. */
    record ProcessingTime(@Nullable String interval) implements Trigger {
        @Override
        public String word() {
            return "processingTime";
        }
    }

    /** One batch, then stop. */
    record Once() implements Trigger {
        @Override
        public String word() {
            return "once";
        }
    }

    /** All that is there at the start, in as many batches as the limits ask for, then stop. */
    record AvailableNow() implements Trigger {
        @Override
        public String word() {
            return "availableNow";
        }
    }

    /** Continuous processing: epochs instead of batches. */
    record Continuous(@Nullable String interval) implements Trigger {
        @Override
        public String word() {
            return "continuous";
        }
    }

    /** Real-time mode (Spark 4.1 and later): offsets are written when a batch has ended. */
    record RealTime(@Nullable String interval) implements Trigger {
        @Override
        public String word() {
            return "realTime";
        }
    }
}
