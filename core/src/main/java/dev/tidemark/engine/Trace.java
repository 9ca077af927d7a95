package dev.tidemark.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** What a run has done so far. An event is added when its effect is there; a run can be made to stop behind any event. */
final class Trace {
    private final List<TraceEntry> entries = new ArrayList<>();
    private final int stopBehind;
    private @Nullable Long batchId;
    private boolean wasStopped;

    private final Consumer<TraceEntry> observer;

    private Trace(int stopBehind, Consumer<TraceEntry> observer) {
        this.stopBehind = stopBehind;
        this.observer = observer;
    }

    /** The trace of a run that goes to its end. */
    static Trace toTheEnd() {
        return new Trace(Integer.MAX_VALUE, entry -> {});
    }

    /** The trace of a run that stops when so many events have happened. */
    static Trace upTo(int events) {
        return new Trace(events, entry -> {});
    }

    /** The trace of a run that goes to its end and shows each event when its effect is there. */
    static Trace observedBy(Consumer<TraceEntry> observer) {
        return new Trace(Integer.MAX_VALUE, observer);
    }

    /** From now on events are about a batch. */
    void enters(long newBatchId) {
        batchId = newBatchId;
    }

    /**
     * Something has happened.
     *
     * @throws StoppedException when the run is to stop behind it; the end of a query is never cut off
     */
    void add(EngineEvent event) {
        TraceEntry entry = new TraceEntry(entries.size() + 1, batchId, event);
        entries.add(entry);
        observer.accept(entry);
        if (entries.size() >= stopBehind && !event.isEnd()) {
            wasStopped = true;
            throw new StoppedException();
        }
    }

    /** Whether the run was stopped before its end. */
    boolean wasStopped() {
        return wasStopped;
    }

    /** All events so far, in order. */
    List<TraceEntry> entries() {
        return entries;
    }

    /** The files written so far, in order. */
    List<RestartPrediction.LogChanges.Written> written() {
        List<RestartPrediction.LogChanges.Written> written = new ArrayList<>();
        for (TraceEntry entry : entries) {
            if (entry.event() instanceof EngineEvent.FileWritten file) {
                written.add(new RestartPrediction.LogChanges.Written(file.path(), file.content()));
            }
        }
        return written;
    }
}
