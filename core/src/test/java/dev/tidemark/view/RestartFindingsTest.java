package dev.tidemark.view;

import java.util.List;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.BatchSource;
import dev.tidemark.engine.RestartPrediction.LogChanges;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.evidence.Location;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import dev.tidemark.report.Outcome;
import dev.tidemark.sink.BatchSink;
import dev.tidemark.source.SourceBatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RestartFindingsTest {
    private static final QueryDescription QUERY = QueryDescriptionParser.parse(
                    Location.of("query.yaml"),
                    "spark: 4.1.3\nsources: [{format: rate}]\nsink: {format: delta, path: /lake/out}")
            .query()
            .value()
            .orElseThrow();

    private static RestartPrediction prediction(PredictedBatch... batches) {
        return new RestartPrediction(
                Verdict.RUNS,
                List.of(),
                List.of(),
                null,
                List.of(),
                null,
                List.of(batches),
                new LogChanges(List.of(), List.of()),
                List.of());
    }

    private static PredictedBatch batch(long id, BatchKind kind, BatchSink.Outcome outcome) {
        return batch(id, kind, outcome, 3L);
    }

    private static PredictedBatch batch(long id, BatchKind kind, BatchSink.Outcome outcome, @Nullable Long rows) {
        BatchSource read = new BatchSource("0", "1", new SourceBatch(null, rows));
        return new PredictedBatch(
                id, kind, true, new PredictedBatch.Watermark(0, 0L), List.of(read), List.of(), outcome);
    }

    private static Outcome outcome(RestartPrediction prediction, Severity failOn) {
        RestartView.Terms terms =
                new RestartView.Terms("4.1.3", List.of(), Reach.upTo(9, Reach.DataFiles.LEFT_ALONE), failOn);
        return RestartView.of(prediction, QUERY, terms, RestartView.Detail.ANSWER)
                .outcome();
    }

    @Test
    void warnsOfNewBatchesThatTheSinkPassesOver() {
        RestartPrediction prediction = prediction(
                batch(5, BatchKind.RERUN, BatchSink.Outcome.SKIPPED),
                batch(6, BatchKind.NEW, BatchSink.Outcome.SKIPPED),
                batch(7, BatchKind.NEW, BatchSink.Outcome.SKIPPED),
                batch(8, BatchKind.NEW, BatchSink.Outcome.WRITTEN));

        List<Finding> findings = RestartFindings.of(prediction, QUERY);

        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).rule()).isEqualTo("SNK-003");
        assertThat(findings.get(0).severity()).isEqualTo(Severity.ERROR);
        assertThat(findings.get(0).subject()).isEqualTo("batches 6 to 7");
    }

    @Test
    void isQuietWhereTheSinkPassesOverABatchThatItHas() {
        assertThat(RestartFindings.of(prediction(batch(5, BatchKind.RERUN, BatchSink.Outcome.SKIPPED)), QUERY))
                .isEmpty();
    }

    @Test
    void isWrongWhereRowsAreOrMayBeLost() {
        RestartPrediction lost = prediction(batch(6, BatchKind.NEW, BatchSink.Outcome.SKIPPED));
        RestartPrediction notTold = prediction(batch(6, BatchKind.NEW, BatchSink.Outcome.SKIPPED, null));

        assertThat(outcome(lost, Severity.ERROR)).isEqualTo(Outcome.WRONG);
        assertThat(outcome(notTold, Severity.ERROR)).isEqualTo(Outcome.WRONG);
        assertThat(outcome(lost, Severity.FATAL)).isEqualTo(Outcome.FINE);
    }

    @Test
    void onlyWarnsOfSkippedBatchesWithoutRows() {
        RestartPrediction prediction = prediction(batch(6, BatchKind.NO_DATA, BatchSink.Outcome.SKIPPED, 0L));

        assertThat(outcome(prediction, Severity.ERROR)).isEqualTo(Outcome.FINE);
        assertThat(outcome(prediction, Severity.WARNING)).isEqualTo(Outcome.WRONG);
    }
}
