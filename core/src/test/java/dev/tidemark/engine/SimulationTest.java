package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.engine.Simulation.FileChange;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.sink.BatchSink.Outcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static dev.tidemark.engine.HandMadeCheckpoint.started;
import static org.assertj.core.api.Assertions.assertThat;

class SimulationTest {
    private static HandMadeCheckpoint oneBatchToCome() {
        return started()
                .source(new SourceDescription(null, "json", "/lake/in", null, Map.of("maxFilesPerTrigger", "1"), null))
                .offsets(0, "{\"logOffset\":0}")
                .commit(0)
                .file("sources/0/0", "v1\n{\"path\":\"file:///lake/in/a.json\",\"timestamp\":0,\"batchId\":0}")
                .beside("/lake/in", "a.json", "{\"k\":1}\n")
                .beside("/lake/in", "b.json", "{\"k\":2}\n");
    }

    /** The step of each event of the batch to come, each once. */
    private static List<Step> steps(Simulation.Run run, long batchId) {
        List<Step> steps = new ArrayList<>();
        for (TraceEntry entry : run.trace()) {
            Long ofBatch = entry.batchId();
            if (ofBatch != null
                    && ofBatch == batchId
                    && (steps.isEmpty() || steps.get(steps.size() - 1) != entry.step())) {
                steps.add(entry.step());
            }
        }
        return steps;
    }

    private static int behind(Simulation simulation, Step step) throws IOException {
        int found = 0;
        for (TraceEntry entry : simulation.toTheEnd().trace()) {
            found = entry.step() == step ? entry.number() : found;
        }
        assertThat(found).as("there is an event of step %s", step).isPositive();
        return found;
    }

    private static @Nullable String content(List<FileChange> changes, String path) {
        return changes.stream()
                .filter(change -> change.path().equals(path))
                .map(FileChange::content)
                .findFirst()
                .orElse(null);
    }

    @Test
    void everyStepOfABatchEmitsAnEventInSparksOrder() throws IOException {
        Simulation.Run run = oneBatchToCome()
                .operators(new OperatorDescription(0, "dedupe", 1, Map.of()))
                .simulate("4.1.3")
                .toTheEnd();

        assertThat(run.isOver()).isTrue();
        assertThat(run.trace().get(0).step()).isEqualTo(Step.START);
        assertThat(run.trace()).anyMatch(entry -> entry.step() == Step.INITIALIZE);
        assertThat(run.trace()).anyMatch(entry -> entry.step() == Step.PIN_CONFS);
        assertThat(run.prediction().failure())
                .as("version 1 of the state is not there")
                .isNotNull();

        assertThat(steps(fresh().simulate("4.1.3").toTheEnd(), 1))
                .containsExactly(
                        Step.CONSTRUCT,
                        Step.WRITE_OFFSETS,
                        Step.COMMIT_SOURCE,
                        Step.PURGE,
                        Step.GET_BATCH,
                        Step.PLAN,
                        Step.LOAD_STATE,
                        Step.RUN,
                        Step.COMMIT_STATE,
                        Step.SINK,
                        Step.WATERMARK,
                        Step.COMMIT);
    }

    private static HandMadeCheckpoint fresh() {
        return started()
                .source(new SourceDescription(null, "json", "/lake/in", null, Map.of("maxFilesPerTrigger", "1"), null))
                .operators(new OperatorDescription(0, "dedupe", 1, Map.of()))
                .sinkAt("parquet", "/lake/out")
                .beside("/lake/in", "a.json", "{\"k\":1}\n")
                .beside("/lake/in", "b.json", "{\"k\":2}\n");
    }

    @Test
    void isTheSameEachTimeSoThatAStepBackIsOneEventLess() throws IOException {
        Simulation simulation = oneBatchToCome().simulate("4.1.3");
        List<TraceEntry> whole = simulation.toTheEnd().trace();

        for (int events = 0; events <= whole.size(); events++) {
            Simulation.Run run = simulation.upTo(events);
            assertThat(run.trace()).as("after %d events", events).isEqualTo(whole.subList(0, events));
            assertThat(run.isOver()).isEqualTo(events == whole.size());
        }
    }

    @Test
    void showsTheFilesThatAreThereByThen() throws IOException {
        Simulation simulation = oneBatchToCome().simulate("4.1.3");
        int offsets = behind(simulation, Step.WRITE_OFFSETS);

        assertThat(simulation.upTo(offsets - 1).changes())
                .as("right before, it stands beside its place")
                .anyMatch(change -> change.path().startsWith("offsets/.1."))
                .noneMatch(change -> change.path().equals("offsets/1"));
        List<FileChange> changes = simulation.upTo(offsets).changes();
        assertThat(content(changes, "offsets/1")).endsWith("\n{\"logOffset\":1}");
        assertThat(changes)
                .as("the source wrote its log before")
                .anyMatch(change -> change.path().equals("sources/0/1"))
                .as("a file that is in its place is not beside it any more")
                .noneMatch(change -> change.path().contains(".tmp"));
    }

    @Test
    void startsAgainOverWhatACrashLeaves() throws IOException {
        Simulation simulation = oneBatchToCome().simulate("4.1.3");

        RestartPrediction after = simulation
                .upTo(behind(simulation, Step.WRITE_OFFSETS))
                .crash()
                .toTheEnd()
                .prediction();

        assertThat(after.verdict()).isEqualTo(Verdict.RUNS);
        assertThat(after.batches())
                .extracting(PredictedBatch::batchId, PredictedBatch::kind)
                .containsExactly(org.assertj.core.groups.Tuple.tuple(1L, BatchKind.RERUN));
    }

    @Test
    void aSinkThatRemembersKnowsABatchOfTheCrashedRun() throws IOException {
        Simulation simulation = oneBatchToCome().sinkAt("parquet", "/lake/out").simulate("4.1.3");
        int atSink = behind(simulation, Step.SINK);

        assertThat(outcomes(simulation.upTo(atSink))).containsExactly(Outcome.SKIPPED);
        assertThat(outcomes(simulation.upTo(atSink - 1)))
                .as("files that no commit names are not there for the sink")
                .containsExactly(Outcome.WRITTEN);
    }

    private static List<Outcome> outcomes(Simulation.Run crashed) throws IOException {
        return crashed.crash().toTheEnd().prediction().batches().stream()
                .map(PredictedBatch::sink)
                .toList();
    }

    @Test
    void stateOfTheCrashedRunIsThereForTheNext() throws IOException {
        Simulation simulation = fresh().simulate("4.2.0");
        int firstCommit = 0;
        for (TraceEntry entry : simulation.toTheEnd().trace()) {
            boolean isFirst = firstCommit == 0
                    && entry.event() instanceof EngineEvent.FileWritten file
                    && file.path().equals("commits/0");
            firstCommit = isFirst ? entry.number() : firstCommit;
        }

        RestartPrediction after =
                simulation.upTo(firstCommit).crash().toTheEnd().prediction();

        assertThat(after.verdict()).as("%s", after.failure()).isEqualTo(Verdict.RUNS);
        assertThat(after.batches()).extracting(PredictedBatch::batchId).containsExactly(1L);
    }

    @Test
    void keepsTheIdThatACrashedFirstRunDrew() throws IOException {
        Simulation simulation = fresh().without("metadata").simulate("4.1.3");

        Simulation.Run begun = simulation.upTo(2);

        assertThat(begun.changes()).extracting(FileChange::path).containsExactly("metadata");
        assertThat(begun.crash().toTheEnd().prediction().verdict()).isEqualTo(Verdict.RUNS);
    }

    @Test
    void countsWhatASinkGotThatDoesNotRemember() throws IOException {
        Simulation simulation = oneBatchToCome().sink("console", Map.of()).simulate("4.1.3");

        Simulation.Run twice =
                simulation.upTo(behind(simulation, Step.SINK)).crash().toTheEnd();

        assertThat(twice.ledger().deliveries().get(1L).times()).isEqualTo(2);
        assertThat(twice.ledger().deliveries().get(1L).contents()).hasSize(1);
    }

    @Test
    void doesNotChangeTheEvidence() throws IOException {
        HandMadeCheckpoint checkpoint = oneBatchToCome();

        checkpoint.simulate("4.1.3").toTheEnd().crash().toTheEnd();

        assertThat(checkpoint.storage().stat(new dev.tidemark.io.StoragePath("offsets/1")))
                .isEmpty();
    }
}
