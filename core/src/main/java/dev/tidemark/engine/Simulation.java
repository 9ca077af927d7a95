package dev.tidemark.engine;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import org.jspecify.annotations.Nullable;

/**
 * A query that can be started on a checkpoint in memory, stopped behind any step, looked at, crashed there and started again.
 * Nothing has a state of its own: the same simulation always runs the same way, so that one step back is one event less. The
 * evidence is not changed; whoever opened the checkpoint closes it, and what the query reads and writes is kept open until this
 * is closed.
 */
public final class Simulation implements Closeable {
    private final QueryDescription query;
    private final SparkVersion version;
    private final Storage checkpoint;
    private final Readings readings;
    private final Ledger ledger;
    private final Reach reach;

    private Simulation(
            QueryDescription query,
            SparkVersion version,
            Storage checkpoint,
            Readings readings,
            Ledger ledger,
            Reach reach) {
        this.query = query;
        this.version = version;
        this.checkpoint = checkpoint;
        this.readings = readings;
        this.ledger = ledger;
        this.reach = reach;
    }

    /** The query about to be started on a checkpoint; {@code reach} says how many batches a run may go on for. */
    public static Simulation of(
            QueryDescription query, SparkVersion version, Storage checkpoint, Places places, Reach reach) {
        return over(query, version, checkpoint, Readings.of(places), reach);
    }

    /** The same over evidence of which something may have been read already, by runs that are not of this simulation. */
    static Simulation over(
            QueryDescription query, SparkVersion version, Storage checkpoint, Readings readings, Reach reach) {
        return new Simulation(query, version, checkpoint, readings, new Ledger(), reach);
    }

    /** Closes the tables that were read, for all simulations that came of this one. */
    @Override
    public void close() throws IOException {
        readings.close();
    }

    /** The same with another query, over what is on disk now. */
    public Simulation with(QueryDescription changed) {
        return new Simulation(changed, version, checkpoint, readings, ledger, reach);
    }

    /** The same, for so many batches. */
    public Simulation reaching(Reach changed) {
        return new Simulation(query, version, checkpoint, readings, ledger, changed);
    }

    /** The query that is started. */
    public QueryDescription query() {
        return query;
    }

    /** The checkpoint as it stands before the run. */
    public Storage checkpoint() {
        return checkpoint;
    }

    /** What earlier simulated runs left outside the checkpoint's logs. */
    public Ledger ledger() {
        return ledger;
    }

    /** Runs until the query ends, has caught up, or has run as many batches as it may. */
    public Run toTheEnd() throws IOException {
        return run(Trace.toTheEnd());
    }

    /**
     * Runs until so many events have happened. With more than there are, to the end.
     *
     * @throws IllegalArgumentException for a negative number
     */
    public Run upTo(int events) throws IOException {
        if (events < 0) {
            throw new IllegalArgumentException("negative number of events: " + events);
        }
        return events == 0 ? notStarted() : run(Trace.upTo(events));
    }

    private Run notStarted() {
        RestartPrediction nothing = new RestartPrediction(
                RestartPrediction.Verdict.UNKNOWN,
                List.of("it was not started"),
                List.of(),
                null,
                List.of(),
                null,
                List.of(),
                new RestartPrediction.LogChanges(List.of(), List.of()),
                List.of());
        return new Run(this, nothing, OverlayStorage.over(checkpoint), ledger, false);
    }

    private Run run(Trace trace) throws IOException {
        OverlayStorage overlay = OverlayStorage.over(checkpoint);
        Ledger own = ledger.copy();
        RestartEngine.Ground ground =
                new RestartEngine.Ground(overlay, readings, own, trace, RestartEngine.UserCode.UNDECIDED);
        RestartPrediction prediction = new RestartEngine(query, version, ground, reach).predict();
        return new Run(this, prediction, overlay, own, !trace.wasStopped());
    }

    /** A run, to its end or up to an event. */
    public static final class Run {
        private final Simulation simulation;
        private final RestartPrediction prediction;
        private final OverlayStorage overlay;
        private final Ledger ledger;
        private final boolean isOver;

        private Run(
                Simulation simulation,
                RestartPrediction prediction,
                OverlayStorage overlay,
                Ledger ledger,
                boolean isOver) {
            this.simulation = simulation;
            this.prediction = prediction;
            this.overlay = overlay;
            this.ledger = ledger;
            this.isOver = isOver;
        }

        /** What was run. */
        public Simulation simulation() {
            return simulation;
        }

        /** All that happened, in order. */
        public List<TraceEntry> trace() {
            return prediction.trace();
        }

        /** What happened last; empty before anything has. */
        public Optional<TraceEntry> last() {
            List<TraceEntry> trace = trace();
            return trace.isEmpty() ? Optional.empty() : Optional.of(trace.get(trace.size() - 1));
        }

        /** Whether nothing more happens: the query died, has caught up, or ran as many batches as it may. */
        public boolean isOver() {
            return isOver;
        }

        /** What the run came to; of a run that was stopped, what it had come to by then. */
        public RestartPrediction prediction() {
            return prediction;
        }

        /** The checkpoint as it stands now. */
        public Storage checkpoint() {
            return overlay;
        }

        /** What stands now outside the checkpoint's logs. */
        public Ledger ledger() {
            return ledger;
        }

        /** The files of the checkpoint that this run wrote or deleted so far, in order of path. */
        public List<FileChange> changes() throws IOException {
            List<FileChange> changes = new ArrayList<>();
            for (StoragePath path : overlay.written()) {
                byte[] bytes = overlay.readAtMost(path, BatchLog.LIMIT_BYTES);
                changes.add(new FileChange(path.value(), new String(bytes, StandardCharsets.UTF_8)));
            }
            overlay.deleted().forEach(path -> changes.add(new FileChange(path.value(), null)));
            return changes;
        }

        /**
         * The process dies here: what was in memory is gone, what is on disk stays. The query is about to be started again.
         */
        public Simulation crash() {
            return new Simulation(
                    simulation.query, simulation.version, overlay, simulation.readings, ledger, simulation.reach);
        }
    }

    /**
     * A file that differs from the checkpoint before the run.
     *
     * @param content now; null when the file is gone
     */
    public record FileChange(String path, @Nullable String content) {}
}
