package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.engine.Failure;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.LogChanges;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.SparkError;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** Two restarts of the same checkpoint, side by side. */
public final class CompareView {
    private CompareView() {}

    /** One of the two. */
    public record Side(String label, RestartPrediction prediction) {}

    /** Both, line by line; what differs is marked. */
    public static Report of(Side left, Side right) {
        List<List<Cell>> rows = new ArrayList<>();
        RestartPrediction a = left.prediction();
        RestartPrediction b = right.prediction();
        add(rows, "verdict", verdict(a), verdict(b));
        add(rows, "error", error(a), error(b));
        add(rows, "fails at", failsAt(a), failsAt(b));
        add(rows, "takes up batch", resumes(a), resumes(b));
        add(rows, "batches", batches(a), batches(b));
        add(rows, "rows", rows(a), rows(b));
        add(rows, "watermark at the end", watermark(a), watermark(b));
        add(rows, "sink", sink(a), sink(b));
        add(rows, "writes", written(a), written(b));
        add(
                rows,
                "deletes",
                FileSummary.of(a.changes().deleted()),
                FileSummary.of(b.changes().deleted()));
        add(rows, "not told", String.join("; ", a.unknown()), String.join("; ", b.unknown()));
        boolean isSame =
                rows.stream().allMatch(row -> ((Cell.Text) row.get(1)).value().isEmpty());
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Verdict(
                isSame ? Tone.PLAIN : Tone.WARN,
                isSame ? "Both come to the same" : "They differ in what is marked with *",
                "",
                ""));
        blocks.add(new Block.Table(List.of("", "", left.label(), right.label()), rows));
        JsonObject document = JsonObject.builder()
                .put("same", isSame)
                .put("left", side(left))
                .put("right", side(right))
                .build();
        return new Report("compare", Outcome.FINE, blocks, document);
    }

    private static JsonObject side(Side side) {
        return JsonObject.builder()
                .put("label", side.label())
                .put("restart", RestartJson.document(side.prediction(), List.of(), RestartView.Detail.ANSWER))
                .build();
    }

    private static void add(List<List<Cell>> rows, String label, String left, String right) {
        if (left.isEmpty() && right.isEmpty()) {
            return;
        }
        boolean differs = !left.equals(right);
        Tone tone = differs ? Tone.WARN : Tone.PLAIN;
        rows.add(List.of(
                Cell.text(label, Tone.FAINT),
                Cell.text(differs ? "*" : "", tone),
                shown(left, tone),
                shown(right, tone)));
    }

    private static Cell shown(String text, Tone tone) {
        return text.isEmpty() ? Cell.nothing() : Cell.text(text, tone);
    }

    private static String verdict(RestartPrediction prediction) {
        return prediction.verdict().name().toLowerCase(Locale.ROOT);
    }

    private static String error(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        if (failure == null) {
            return "";
        }
        SparkError.Cause cause = failure.error().telling();
        return cause.condition() == null ? cause.simpleName() : cause.condition();
    }

    private static String failsAt(RestartPrediction prediction) {
        Failure failure = prediction.failure();
        return failure == null
                ? ""
                : failure.step().word() + (failure.batchId() == null ? "" : ", batch " + failure.batchId());
    }

    private static String resumes(RestartPrediction prediction) {
        return prediction.resume() == null
                ? ""
                : prediction.resume().batchId() + ", "
                        + prediction.resume().kind().word();
    }

    private static String batches(RestartPrediction prediction) {
        List<String> all = prediction.batches().stream()
                .map(batch -> batch.batchId() + (batch.isCompleted() ? "" : " (not completed)"))
                .toList();
        return all.size() <= 4
                ? String.join(", ", all)
                : all.get(0) + " to " + all.get(all.size() - 1) + ", " + all.size() + " batches";
    }

    private static String rows(RestartPrediction prediction) {
        Long rows = RestartHeadline.rows(prediction.batches());
        return prediction.batches().isEmpty() ? "" : rows == null ? "not known" : rows.toString();
    }

    private static String watermark(RestartPrediction prediction) {
        List<PredictedBatch> batches = prediction.batches();
        @Nullable
        Long next = batches.isEmpty()
                ? null
                : batches.get(batches.size() - 1).watermark().nextMs();
        return next == null
                ? ""
                : next == 0 ? "none" : java.time.Instant.ofEpochMilli(next).toString();
    }

    private static String sink(RestartPrediction prediction) {
        return String.join(
                ", ",
                prediction.batches().stream()
                        .filter(PredictedBatch::isCompleted)
                        .map(batch -> batch.sink().name().toLowerCase(Locale.ROOT))
                        .distinct()
                        .toList());
    }

    private static String written(RestartPrediction prediction) {
        return FileSummary.of(prediction.changes().written().stream()
                .map(LogChanges.Written::path)
                .toList());
    }
}
