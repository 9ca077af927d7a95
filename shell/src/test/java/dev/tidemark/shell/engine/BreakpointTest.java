package dev.tidemark.shell.engine;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.Step;
import dev.tidemark.engine.TraceEntry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BreakpointTest {
    private final List<TraceEntry> trace = new ArrayList<>();

    private void happens(Long batchId, Step step) {
        trace.add(new TraceEntry(trace.size() + 1, batchId, new EngineEvent.FileRead(step, "x")));
    }

    private List<Integer> stops(String... words) {
        return Breakpoint.of(List.of(words)).orElseThrow().in(trace);
    }

    private void twoBatches() {
        happens(null, Step.INITIALIZE);
        happens(5L, Step.GET_BATCH);
        happens(5L, Step.SINK);
        happens(5L, Step.COMMIT);
        happens(5L, Step.COMMIT);
        happens(6L, Step.SINK);
        happens(6L, Step.COMMIT);
    }

    @Test
    void stopsBeforeAStepOfEachBatch() {
        twoBatches();

        assertThat(stops("sink")).containsExactly(2, 5);
        assertThat(stops("commit")).containsExactly(3, 6);
    }

    @Test
    void stopsBehindAStepAndInTheOneBatchThatIsNamed() {
        twoBatches();

        assertThat(stops("commit:after")).containsExactly(5, 7);
        assertThat(stops("commit:during@5")).containsExactly(4);
        assertThat(stops("sink@6")).containsExactly(5);
        assertThat(stops("batch", "6")).containsExactly(5);
    }

    @Test
    void stopsNowhereWhereARunDoesNotCome() {
        twoBatches();

        assertThat(stops("batch", "7")).isEmpty();
        assertThat(stops("loadState")).isEmpty();
        assertThat(stops("on", "error")).isEmpty();
    }

    @Test
    void knowsWhatIsNoBreakpoint() {
        assertThat(Breakpoint.of(List.of("nowhere"))).isEmpty();
        assertThat(Breakpoint.of(List.of("batch", "x"))).isEmpty();
        assertThat(Breakpoint.of(List.of("sink:sometimes"))).isEmpty();
        assertThat(Breakpoint.of(List.of())).isEmpty();
    }
}
