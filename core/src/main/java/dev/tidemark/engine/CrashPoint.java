package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A moment in a run at which its process dies.
 *
 * @param batchId null for the first batch of the run that gets to the step
 */
public record CrashPoint(Step step, Moment moment, @Nullable Long batchId) {
    private static final Pattern FORM = Pattern.compile("([A-Za-z]+)(?::([A-Za-z]+))?(?:@(\\d{1,18}))?");

    /** When, seen from the step. */
    public enum Moment {
        /** Nothing of the step is done. */
        BEFORE,
        /** Some of the step is done: a file stands beside its place, some partitions are written. */
        DURING,
        /** All of the step is done, and nothing of the next. */
        AFTER;

        /** The word of the command line. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads {@code STEP[:before|during|after][@batch]}.
     *
     * @return empty when it is not of that form or names no step
     */
    public static Optional<CrashPoint> of(String text) {
        Matcher form = FORM.matcher(text.trim());
        if (!form.matches()) {
            return Optional.empty();
        }
        Optional<Step> step = Step.of(form.group(1));
        String when = form.group(2) == null ? "after" : form.group(2).toLowerCase(Locale.ROOT);
        Long batchId = form.group(3) == null ? null : Long.valueOf(form.group(3));
        for (Moment moment : Moment.values()) {
            if (step.isPresent() && moment.word().equals(when)) {
                return Optional.of(new CrashPoint(step.get(), moment, batchId));
            }
        }
        return Optional.empty();
    }

    /** After how many events of a run this is; empty when the run does not get to the step. */
    public OptionalInt in(List<TraceEntry> trace) {
        List<TraceEntry> of = entriesOf(trace);
        if (of.isEmpty()) {
            return OptionalInt.empty();
        }
        int before = of.get(0).number() - 1;
        return OptionalInt.of(
                switch (moment) {
                    case BEFORE -> before;
                    case DURING ->
                        of.size() == 1 ? before : of.get(of.size() / 2 - 1).number();
                    case AFTER -> of.get(of.size() - 1).number();
                });
    }

    /** The same moment with the batch that it falls into in a run. */
    public CrashPoint placedIn(List<TraceEntry> trace) {
        List<TraceEntry> of = entriesOf(trace);
        return of.isEmpty() ? this : new CrashPoint(step, moment, of.get(0).batchId());
    }

    private List<TraceEntry> entriesOf(List<TraceEntry> trace) {
        List<TraceEntry> of = new ArrayList<>();
        for (TraceEntry entry : trace) {
            boolean isFirstBatch = of.isEmpty() || Objects.equals(of.get(0).batchId(), entry.batchId());
            boolean isBatch = batchId == null ? isFirstBatch : batchId.equals(entry.batchId());
            if (entry.step() == step && isBatch && !entry.event().isEnd()) {
                of.add(entry);
            }
        }
        return of;
    }

    /** For people: {@code after sink of batch 5}. */
    public String text() {
        return moment.word() + " " + step.word() + (batchId == null ? "" : " of batch " + batchId);
    }
}
