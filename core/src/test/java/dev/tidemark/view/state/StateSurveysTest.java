package dev.tidemark.view.state;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.operator.StateSelection;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.stream.LoadSurvey;
import dev.tidemark.stream.StatsSurvey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StateSurveysTest {
    private final StateEvidence evidence = new StateEvidence()
            .batch(0, 0, 10)
            .batch(1, 10, 20)
            .changes(0, 1, new long[] {1, 5, 100}, new long[] {2, 15, 200})
            .changes(1, 1, new long[] {3, 30, 300})
            .changes(0, 2, new long[] {2, 15, 201})
            .changes(1, 2, new long[] {4, 40, 400});

    private static Block.Verdict verdict(Report report) {
        return (Block.Verdict) report.blocks().get(0);
    }

    private static List<String> rules(Report report) {
        return report.document().array("findings").orElseThrow().items().stream()
                .map(finding -> ((JsonObject) finding).text("rule").orElseThrow())
                .toList();
    }

    private StateReading reading(long batchId) throws Exception {
        CheckpointState state = evidence.state();
        return state.reading(state.operator(0, batchId), StateSelection.Store.DEFAULT, batchId);
    }

    @Test
    void saysThatAllLoads() throws Exception {
        Report report = LoadableView.of(LoadSurvey.of(evidence.state(), OptionalInt.empty(), 100));

        assertThat(report.outcome()).isEqualTo(Outcome.FINE);
        assertThat(verdict(report).headline()).isEqualTo("The state after batch 1 loads");
    }

    @Test
    void findsTheNewestBatchThatEveryPartitionLoads() throws Exception {
        evidence.storage().delete(new StoragePath("state/0/1/2.delta"));

        LoadSurvey survey = LoadSurvey.of(evidence.state(), OptionalInt.empty(), 100);
        Report report = LoadableView.of(survey);

        assertThat(survey.newestLoadable("4.1")).isEqualTo(OptionalLong.of(0));
        assertThat(report.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(verdict(report).headline()).isEqualTo("The state after batch 1 does not load");
        assertThat(verdict(report).reason()).isEqualTo("newest that loads: batch 0 in Spark 3.5 to 4.2");
        assertThat(rules(report)).containsExactly("STA-001");
    }

    @Test
    void missesAWholePartition() throws Exception {
        evidence.storage().delete(new StoragePath("state/0/1/1.delta"));
        evidence.storage().delete(new StoragePath("state/0/1/2.delta"));

        LoadSurvey survey = LoadSurvey.of(evidence.state(), OptionalInt.empty(), 100);

        assertThat(survey.newestLoadable("4.2")).isEmpty();
        assertThat(survey.batches()
                        .get(0)
                        .obstacles()
                        .get(0)
                        .obstacle()
                        .damage()
                        .at()
                        .path())
                .isEqualTo("state/0/1/1.delta");
    }

    @Test
    void findsAWholeFileUnderItsTemporaryName() throws Exception {
        byte[] bytes =
                evidence.storage().open(new StoragePath("state/0/1/2.delta")).readAllBytes();
        evidence.storage().delete(new StoragePath("state/0/1/2.delta"));
        String leftover = "state/0/1/.2.delta.0f0e0d0c-0b0a-0908-0706-050403020100.TID7.tmp";
        evidence.storage().with(leftover, bytes, 0);

        Report report = LoadableView.of(LoadSurvey.of(evidence.state(), OptionalInt.empty(), 100));

        assertThat(rules(report)).containsExactly("STA-001", "STA-003");

        evidence.storage().with(leftover, new byte[] {0, 0, 0, 9}, 0);
        assertThat(rules(LoadableView.of(LoadSurvey.of(evidence.state(), OptionalInt.empty(), 100))))
                .as("a torn one is of no use")
                .containsExactly("STA-001");
    }

    @Test
    void listsTheFilesOfAVersionAndWhoElseNeedsThem() throws Exception {
        LineageSurvey survey = LineageSurvey.of(evidence.state(), 0, OptionalInt.of(0), 0);

        LineageSurvey.FileUse file = survey.stores().get(0).files().get(0);
        assertThat(file.file().path().value()).isEqualTo("state/0/0/1.delta");
        assertThat(file.alsoNeededBy()).containsExactly(1L);
        assertThat(LineageView.of(survey).outcome()).isEqualTo(Outcome.FINE);
    }

    @Test
    void namesWhatAVersionLacks() throws Exception {
        evidence.storage().delete(new StoragePath("state/0/0/1.delta"));

        Report report = LineageView.of(LineageSurvey.of(evidence.state(), 0, OptionalInt.of(0), 1));

        assertThat(report.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(rules(report)).containsExactly("STA-005");
    }

    @Test
    void addsUpAnOperator() throws Exception {
        StatsSurvey survey = StatsSurvey.of(evidence.state(), 0, 1, 12, 2);
        JsonObject document = StatsView.of(survey).document();

        assertThat(document.number("rows")).hasValue(4);
        assertThat(survey.growth().get(1).rows()).isEqualTo(4);
        assertThat(survey.growth().get(1).updates()).isEqualTo(2);
        assertThat(verdict(StatsView.of(survey)).reason()).isEqualTo("2 of them the next batch can drop");
        assertThat(rules(StatsView.of(survey)))
                .as("one row is past the batch's own watermark")
                .contains("STA-010");
    }

    @Test
    void comparesTwoBatchesKeyByKey() throws Exception {
        RowsDiff diff = RowsDiff.of(new RowsDiff.Side(reading(0), 0), new RowsDiff.Side(reading(1), 1), 100);

        assertThat(diff.counts()).isEqualTo(new RowsDiff.Counts(2, 1, 0, 1));
        RowsDiff.Change changed = diff.changes().get(0);
        assertThat(changed.kind()).isEqualTo(RowsDiff.Kind.CHANGED);
        assertThat(changed.before()).containsExactly("{\"count\":200}");
        assertThat(changed.after()).containsExactly("{\"count\":201}");
        assertThat(DiffView.of(diff, "batch 0", "batch 1").outcome())
                .as("a difference is an answer")
                .isEqualTo(Outcome.FINE);
    }

    @Test
    void findsNoDifferenceBetweenABatchAndItself() throws Exception {
        RowsDiff diff = RowsDiff.of(new RowsDiff.Side(reading(1), 1), new RowsDiff.Side(reading(1), 1), 100);

        assertThat(diff.counts().areAlike()).isTrue();
        assertThat(DiffView.of(diff, "a", "b").outcome()).isEqualTo(Outcome.FINE);
    }

    @Test
    void findsRowsByAWholeOrPartialKey() throws Exception {
        assertThat(found("k=2")).containsExactly("2");
        assertThat(found("k=2.0", "w.end=1970-01-01T00:00:00.015Z")).containsExactly("2");
        assertThat(found("w.end=1970-01-01 00:00:00.015")).containsExactly("2");
        assertThat(found("key.k=4")).containsExactly("4");
        assertThat(found("k=2", "w.end=1970-01-01T00:00:00.016Z")).isEmpty();
    }

    private List<String> found(String... conditions) throws Exception {
        StateReading reading = reading(1);
        KeyFilter filter = KeyFilter.of(reading.shape(), List.of(conditions));
        List<String> keys = new ArrayList<>();
        for (int partition : reading.partitions()) {
            reading.rows(partition, 1, row -> {
                if (filter.matches(row)) {
                    keys.add(Long.toString(row.key().wholeAt(0, 8)));
                }
                return true;
            });
        }
        return keys;
    }

    @Test
    void saysWhichFieldsAKeyHas() throws Exception {
        StateReading reading = reading(1);

        assertThatThrownBy(() -> KeyFilter.of(reading.shape(), List.of("x=1")))
                .isInstanceOf(NoSuchStateException.class)
                .hasMessage("the key has no field \"x\"; there is k, w");
        assertThatThrownBy(() -> KeyFilter.of(reading.shape(), List.of("k")))
                .hasMessage("a key is given as FIELD=VALUE, not as \"k\"");
    }

    @Test
    void writesBatchesAsRanges() {
        assertThat(LineageView.ranges(List.of(3L, 4L, 5L, 7L))).isEqualTo("batch 3-5, 7");
    }
}
