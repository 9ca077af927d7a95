package dev.tidemark.view.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongFunction;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.Measure;
import dev.tidemark.progress.ProgressLog;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Tone;

/** What to watch of a stream, as a table and as JSON. */
public final class TrendsView {
    private static final int WINDOW = 200;
    private static final String SPARKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588";
    private static final int SPARK_COLUMNS = 20;

    private TrendsView() {}

    /** One quantity to watch. */
    private record Watched(
            String key, String label, Function<BatchPoint, OptionalLong> value, LongFunction<Cell> cell) {}

    private static final List<Watched> WATCHED = List.of(
            new Watched("stateRows", "rows of state", BatchPoint::stateRows, Cell::count),
            new Watched("removedRows", "rows removed from it", BatchPoint::removedRows, Cell::count),
            new Watched("lateRows", "rows dropped as late", BatchPoint::lateRows, Cell::count),
            new Watched("inputRows", "rows read", BatchPoint::inputRows, Cell::count),
            new Watched("durationMs", "time of a batch", BatchPoint::durationMs, Cell::duration),
            new Watched(
                    "watermarkDistanceMs",
                    "batch time minus watermark",
                    BatchPoint::watermarkDistanceMs,
                    Cell::duration));

    /** The table; no block when nothing can be watched. */
    public static List<Block> blocks(BatchSeries series) {
        List<List<Cell>> rows = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Watched watched : WATCHED) {
            Measure measure = series.measure(WINDOW, watched.value());
            if (measure.isEmpty()) {
                unknown.add(watched.label());
            } else {
                rows.add(List.of(
                        Cell.text(watched.label()),
                        watched.cell().apply(measure.first()),
                        watched.cell().apply(measure.last()),
                        Cell.text(direction(measure)),
                        Cell.text(spark(measure.values()), Tone.FAINT),
                        Cell.text(measure.firstBatch() + " to " + measure.lastBatch())));
            }
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading("What to watch"));
        if (!rows.isEmpty()) {
            blocks.add(new Block.Table(List.of("quantity", "first", "newest", "trend", "shape", "batches"), rows));
        }
        if (!unknown.isEmpty()) {
            blocks.add(new Block.Note(
                    Tone.FAINT,
                    "Not told by " + (series.progress() == null ? "the files alone" : "these files and reports") + ": "
                            + String.join(", ", unknown)
                            + (series.progress() == null
                                    ? ". --progress FILE reads them from StreamingQueryProgress lines or an event log."
                                    : ".")));
        }
        boolean isTold = WATCHED.stream()
                .map(watched -> series.measure(WINDOW, watched.value()).direction())
                .anyMatch(direction -> direction != Measure.Direction.UNKNOWN);
        return isTold || series.progress() != null ? blocks : List.of();
    }

    /** The contract's {@code trends} object. */
    public static JsonObject document(BatchSeries series) {
        JsonObject.Builder document = JsonObject.builder();
        for (Watched watched : WATCHED) {
            Measure measure = series.measure(WINDOW, watched.value());
            document.put(watched.key(), measure.isEmpty() ? null : document(measure));
        }
        document.put(
                "triggerIntervalMs",
                series.triggerIntervalMs() == null ? null : JsonNumber.of(series.triggerIntervalMs()));
        ProgressLog progress = series.progress();
        document.put(
                "progress",
                progress == null
                        ? null
                        : JsonObject.builder()
                                .put("location", progress.location())
                                .put("reports", progress.reports().size())
                                .put("idleTriggers", progress.idles().size())
                                .put(
                                        "ofOtherQueries",
                                        progress.others().values().stream()
                                                .mapToLong(Long::longValue)
                                                .sum())
                                .put("unreadableLines", progress.damaged())
                                .build());
        return document.build();
    }

    private static JsonObject document(Measure measure) {
        return JsonObject.builder()
                .put("firstBatch", measure.firstBatch())
                .put("lastBatch", measure.lastBatch())
                .put("first", measure.first())
                .put("last", measure.last())
                .put("median", measure.median())
                .put("trend", measure.direction().name().toLowerCase(Locale.ROOT))
                .put("batches", JsonArray.of(measure.batchIds(), JsonNumber::of))
                .put("values", JsonArray.of(measure.values(), JsonNumber::of))
                .build();
    }

    private static String direction(Measure measure) {
        return switch (measure.direction()) {
            case RISING -> "rising";
            case FALLING -> "falling";
            case FLAT -> "flat";
            case UNKNOWN -> "too few";
        };
    }

    /** The values as a line of small bars, each the mean of its share. */
    static String spark(List<Long> values) {
        int columns = Math.min(SPARK_COLUMNS, values.size());
        double[] means = new double[columns];
        double least = Double.MAX_VALUE;
        double most = -Double.MAX_VALUE;
        for (int c = 0; c < columns; c++) {
            int from = values.size() * c / columns;
            int to = Math.max(from + 1, values.size() * (c + 1) / columns);
            means[c] = values.subList(from, to).stream()
                    .mapToDouble(Long::doubleValue)
                    .average()
                    .orElse(0);
            least = Math.min(least, means[c]);
            most = Math.max(most, means[c]);
        }
        StringBuilder spark = new StringBuilder();
        for (double mean : means) {
            double share = most == least ? 0 : (mean - least) / (most - least);
            spark.append(SPARKS.charAt((int) Math.round(share * (SPARKS.length() - 1))));
        }
        return spark.toString();
    }
}
