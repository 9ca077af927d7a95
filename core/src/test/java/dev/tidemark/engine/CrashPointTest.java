package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.engine.CrashPoint.Moment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CrashPointTest {
    private static final List<TraceEntry> TRACE = List.of(
            new TraceEntry(1, null, new EngineEvent.FileRead(Step.START, "metadata")),
            new TraceEntry(2, 4L, new EngineEvent.TemporaryWritten(Step.COMMIT, "commits/.4.tmp")),
            new TraceEntry(3, 4L, new EngineEvent.FileWritten(Step.COMMIT, "commits/4", "v1")),
            new TraceEntry(4, 5L, new EngineEvent.TemporaryWritten(Step.COMMIT, "commits/.5.tmp")),
            new TraceEntry(5, 5L, new EngineEvent.FileWritten(Step.COMMIT, "commits/5", "v1")),
            new TraceEntry(6, 6L, new EngineEvent.CaughtUp(Step.CONSTRUCT)));

    @Test
    void readsAllThreeParts() {
        assertThat(CrashPoint.of("writeOffsets:during@12"))
                .contains(new CrashPoint(Step.WRITE_OFFSETS, Moment.DURING, 12L));
        assertThat(CrashPoint.of("SINK")).contains(new CrashPoint(Step.SINK, Moment.AFTER, null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "snik", "sink:later", "sink@", "sink@x", "sink:", "sink@1@2", "sink@99999999999999999999"})
    void takesNothingElse(String text) {
        assertThat(CrashPoint.of(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "commit:before,1",
        "commit:during,2",
        "commit:after,3",
        "commit:before@5,3",
        "commit@5,5",
        "start:during,0"
    })
    void fallsIntoTheFirstBatchThatGetsThereOrTheNamedOne(String text, int events) {
        assertThat(CrashPoint.of(text).orElseThrow().in(TRACE)).hasValue(events);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sink", "commit@6", "construct"})
    void isNowhereWhereTheRunDoesNotGetToTheStep(String text) {
        assertThat(CrashPoint.of(text).orElseThrow().in(TRACE)).isEmpty();
    }

    @Test
    void namesTheBatchItFallsInto() {
        assertThat(CrashPoint.of("commit").orElseThrow().placedIn(TRACE).text()).isEqualTo("after commit of batch 4");
    }
}
