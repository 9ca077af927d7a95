package dev.tidemark.shell.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

import dev.tidemark.engine.CrashPoint;
import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.TraceEntry;

/** Where a run stops by itself. */
public sealed interface Breakpoint {
    /** As it is typed behind {@code break}. */
    String text();

    /** After how many events of a run it stops, ascending. */
    List<Integer> in(List<TraceEntry> trace);

    /**
     * Reads {@code STEP[:before|during|after][@batch]}, {@code batch N} or {@code on error}.
     *
     * @return empty when it is none of these
     */
    static Optional<Breakpoint> of(List<String> words) {
        if (words.size() == 2 && words.get(0).equals("batch") && words.get(1).matches("\\d{1,18}")) {
            return Optional.of(new AtBatch(Long.parseLong(words.get(1))));
        } else if (words.equals(List.of("on", "error"))) {
            return Optional.of(OnError.ERROR);
        } else if (words.size() != 1) {
            return Optional.empty();
        }
        String typed = words.get(0);
        int at = typed.indexOf('@');
        String step = at < 0 ? typed : typed.substring(0, at);
        String whole = step.contains(":") ? typed : step + ":before" + (at < 0 ? "" : typed.substring(at));
        return CrashPoint.of(whole).map(point -> new AtStep(point, typed));
    }

    /** At a step, of one batch or of each. */
    record AtStep(CrashPoint point, String text) implements Breakpoint {
        @Override
        public List<Integer> in(List<TraceEntry> trace) {
            if (point.batchId() != null) {
                OptionalInt stop = point.in(trace);
                return stop.isPresent() ? List.of(stop.getAsInt()) : List.of();
            }
            TreeSet<Integer> stops = new TreeSet<>();
            point.in(trace).ifPresent(stops::add);
            TreeSet<Long> batches = new TreeSet<>();
            for (TraceEntry entry : trace) {
                if (entry.batchId() != null) {
                    batches.add(entry.batchId());
                }
            }
            for (long batch : batches) {
                new CrashPoint(point.step(), point.moment(), batch).in(trace).ifPresent(stops::add);
            }
            return List.copyOf(stops);
        }
    }

    /** Before the first thing that is done for a batch. */
    record AtBatch(long batchId) implements Breakpoint {
        @Override
        public String text() {
            return "batch " + batchId;
        }

        @Override
        public List<Integer> in(List<TraceEntry> trace) {
            return trace.stream()
                    .filter(entry -> entry.batchId() != null && entry.batchId() == batchId)
                    .findFirst()
                    .map(first -> List.of(first.number() - 1))
                    .orElse(List.of());
        }
    }

    /** Before the query dies. */
    enum OnError implements Breakpoint {
        ERROR;

        @Override
        public String text() {
            return "on error";
        }

        @Override
        public List<Integer> in(List<TraceEntry> trace) {
            List<Integer> stops = new ArrayList<>();
            for (TraceEntry entry : trace) {
                if (entry.event() instanceof EngineEvent.Died) {
                    stops.add(entry.number() - 1);
                }
            }
            return stops;
        }
    }
}
