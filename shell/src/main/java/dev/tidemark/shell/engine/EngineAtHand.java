package dev.tidemark.shell.engine;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.Simulation;
import dev.tidemark.engine.Step;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.io.Storage;
import org.jspecify.annotations.Nullable;

/**
 * A query that was started on a checkpoint in memory, and how far it has come. A crash ends a life of it and leaves what it
 * wrote to the next; one can go back into earlier lives.
 */
public final class EngineAtHand implements Closeable {
    private final Storage evidence;
    private final Deque<Life> earlier = new ArrayDeque<>();
    private Life life;
    private boolean isDead;
    private @Nullable List<TraceEntry> whole;

    /** One start of the query, and how many events of it have happened. */
    private record Life(Simulation simulation, Simulation.Run run, int events) {}

    private EngineAtHand(Storage evidence, Life life) {
        this.evidence = evidence;
        this.life = life;
    }

    /** A query that is about to be started. */
    public static EngineAtHand of(Storage evidence, Simulation simulation) throws IOException {
        return new EngineAtHand(evidence, new Life(simulation, simulation.upTo(0), 0));
    }

    /** Closes what the query reads and writes. */
    @Override
    public void close() throws IOException {
        life.simulation().close();
    }

    /** What has come of the query so far. */
    public Simulation.Run run() {
        return life.run();
    }

    /** How many events of this life have happened. */
    public int events() {
        return life.events();
    }

    /** Whether the process died and was not started again. */
    public boolean isDead() {
        return isDead;
    }

    /** Whether nothing more happens in this life. */
    public boolean isOver() {
        return life.run().isOver();
    }

    /** How many times it crashed. */
    public int crashes() {
        return earlier.size();
    }

    /** The batch that is being worked on, or was last. */
    public Optional<Long> batchId() {
        return life.run().last().map(TraceEntry::batchId);
    }

    /** What was done last. */
    public Optional<Step> lastStep() {
        return life.run().last().map(TraceEntry::step);
    }

    /** What happens next, without letting it happen; empty at the end. */
    public Optional<TraceEntry> next() throws IOException {
        if (isOver() || isDead) {
            return Optional.empty();
        }
        List<TraceEntry> further = life.simulation().upTo(life.events() + 1).trace();
        return further.size() > life.events() ? Optional.of(further.get(life.events())) : Optional.empty();
    }

    /** Lets so many events happen; returns those that did. */
    public List<TraceEntry> step(int count) throws IOException {
        return advanceTo(life.events() + Math.max(0, count));
    }

    /** Goes on until the batch at hand is done: behind its last event. */
    public List<TraceEntry> stepBatch() throws IOException {
        List<TraceEntry> all = whole();
        Long batch = null;
        int stop = all.size();
        for (TraceEntry entry : all.subList(Math.min(life.events(), all.size()), all.size())) {
            if (batch != null && !Objects.equals(batch, entry.batchId())) {
                stop = entry.number() - 1;
                break;
            }
            batch = batch == null ? entry.batchId() : batch;
        }
        return advanceTo(stop);
    }

    /** Where a run stopped. */
    public record Stop(List<TraceEntry> events, Optional<Breakpoint> at) {}

    /** Goes on to the next breakpoint, or to the end. */
    public Stop goOn(Collection<Breakpoint> breakpoints) throws IOException {
        List<TraceEntry> all = whole();
        int stop = all.size();
        Breakpoint reached = null;
        for (Breakpoint breakpoint : breakpoints) {
            for (int at : breakpoint.in(all)) {
                if (at > life.events() && at < stop) {
                    stop = at;
                    reached = breakpoint;
                    break;
                }
            }
        }
        return new Stop(advanceTo(stop), Optional.ofNullable(reached));
    }

    /** Takes back so many events, a crash counting as one; returns how many were taken back. */
    public int back(int count) throws IOException {
        int left = count;
        while (left > 0) {
            if (isDead || (life.events() == 0 && !earlier.isEmpty())) {
                life = earlier.pop();
                isDead = false;
                whole = null;
                left--;
            } else if (life.events() == 0) {
                break;
            } else {
                int taken = Math.min(left, life.events());
                int events = life.events() - taken;
                life = new Life(life.simulation(), life.simulation().upTo(events), events);
                left -= taken;
            }
        }
        return count - left;
    }

    /** The process dies here; what is on disk stays. */
    public void crash() throws IOException {
        earlier.push(life);
        Simulation after = life.run().crash();
        life = new Life(after, after.upTo(0), 0);
        isDead = true;
        whole = null;
    }

    /** Starts the query again on what a crash left. */
    public void startAgain() {
        isDead = false;
    }

    /** What this life comes to when nothing stops it. */
    public RestartPrediction end() throws IOException {
        return life.simulation().toTheEnd().prediction();
    }

    /** The events of all lives, the first life first. */
    public List<List<TraceEntry>> traces() {
        List<List<TraceEntry>> traces = new ArrayList<>();
        earlier.descendingIterator()
                .forEachRemaining(past -> traces.add(past.run().trace()));
        traces.add(life.run().trace());
        return traces;
    }

    /** The checkpoint as it was found. */
    public Storage evidence() {
        return evidence;
    }

    /** The checkpoint as it stands now. */
    public Storage checkpoint() {
        return life.run().checkpoint();
    }

    /** The files of the checkpoint that some life wrote or deleted. */
    public Collection<String> touched() throws IOException {
        TreeSet<String> paths = new TreeSet<>();
        for (Life past : earlier) {
            past.run().changes().forEach(change -> paths.add(change.path()));
        }
        life.run().changes().forEach(change -> paths.add(change.path()));
        return paths;
    }

    private List<TraceEntry> advanceTo(int events) throws IOException {
        int before = life.events();
        Simulation.Run run = life.simulation().upTo(events);
        List<TraceEntry> trace = run.trace();
        life = new Life(life.simulation(), run, trace.size());
        return trace.subList(Math.min(before, trace.size()), trace.size());
    }

    private List<TraceEntry> whole() throws IOException {
        List<TraceEntry> known = whole;
        if (known == null) {
            known = life.simulation().toTheEnd().trace();
            whole = known;
        }
        return known;
    }
}
