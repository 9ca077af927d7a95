package dev.tidemark.view.stream;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.progress.BatchPoint;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.Measure;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Drawing;
import dev.tidemark.report.Tone;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.state.stats.PartitionStats;

/** The figures of a stream: its batches, its watermark, its state, and the versions of the Delta tables around it. */
public final class StreamFigures {
    /** Batches drawn; more would be a blur. */
    private static final int MOST_BATCHES = 240;

    private static final int MOST_BARS = 64;
    private static final String BATCH = "batch";

    private StreamFigures() {}

    /**
     * Versions of a Delta table by batch.
     *
     * @param label which table and what it is to the stream
     */
    public record TableVersions(String label, Map<Long, Long> versionByBatch) {
        public TableVersions {
            versionByBatch = new TreeMap<>(versionByBatch);
        }
    }

    /** The batches of both logs: what is there, what is missing, what is damaged. */
    public static Optional<Block> timeline(CheckpointSurvey survey) {
        TreeSet<Long> ids = new TreeSet<>();
        survey.offsets().batches().with(survey.commits().batches()).stream().forEach(ids::add);
        ids.removeIf(id -> id < 0);
        while (ids.size() > MOST_BATCHES) {
            ids.pollFirst();
        }
        if (ids.isEmpty()) {
            return Optional.empty();
        }
        TreeSet<Long> columns = new TreeSet<>();
        for (long id = ids.last(); id >= ids.first() && columns.size() < MOST_BATCHES; id--) {
            columns.add(id);
        }
        long newest = survey.offsets().latest().orElse(-1);
        List<Drawing.Mark> offsets = new ArrayList<>();
        List<Drawing.Mark> commits = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        for (long id : columns) {
            Drawing.Mark offset = mark("offsets", survey.offsets(), id, newest);
            Drawing.Mark commit = mark("commits", survey.commits(), id, newest);
            offsets.add(offset);
            commits.add(commit);
            rows.add(List.of(
                    Cell.count(id), Cell.text(state(offset), offset.tone()), Cell.text(state(commit), commit.tone())));
        }
        return Optional.of(new Block.Figure(
                "Batches",
                timelineWords(columns, offsets, commits),
                new Drawing.Lanes(
                        BATCH,
                        List.copyOf(columns),
                        List.of(new Drawing.Lane("offsets", offsets), new Drawing.Lane("commits", commits))),
                new Block.Table(List.of(BATCH, "offsets", "commits"), rows)));
    }

    private static Drawing.Mark mark(String log, LogSurvey<?> survey, long id, long newest) {
        String at = log + "/" + id + ": ";
        if (survey.entry(id).filter(entry -> !entry.isIntact()).isPresent()) {
            return new Drawing.Mark(id, Drawing.Shape.CROSS, Tone.BAD, at + "damaged");
        } else if (survey.batches().contains(id)) {
            return new Drawing.Mark(id, Drawing.Shape.FULL, Tone.GOOD, at + "there");
        } else if (log.equals("commits") && id == newest) {
            return new Drawing.Mark(id, Drawing.Shape.HOLLOW, Tone.WARN, at + "begun, not committed");
        }
        boolean isPurged = survey.listing().presence() != LogListing.Presence.DIRECTORY
                || survey.batches().first().orElse(Long.MAX_VALUE) > id;
        return isPurged
                ? new Drawing.Mark(id, Drawing.Shape.GAP, Tone.FAINT, at + "not kept")
                : new Drawing.Mark(id, Drawing.Shape.GAP, Tone.BAD, at + "missing");
    }

    private static String state(Drawing.Mark mark) {
        return mark.text().substring(mark.text().indexOf(": ") + 2);
    }

    private static String timelineWords(TreeSet<Long> columns, List<Drawing.Mark> offsets, List<Drawing.Mark> commits) {
        List<String> parts = new ArrayList<>();
        parts.add(
                "Batches " + columns.first() + " to " + columns.last()
                        + ". Filled: the file is there; hollow: begun and not committed; dashed: no such file; crossed: damaged.");
        for (String state : List.of("damaged", "missing", "begun, not committed")) {
            List<Drawing.Mark> all = new ArrayList<>(offsets);
            all.addAll(commits);
            long count = all.stream().filter(mark -> state(mark).equals(state)).count();
            if (count > 0) {
                parts.add(Character.toUpperCase(state.charAt(0)) + state.substring(1) + ": " + count + ".");
            }
        }
        return String.join(" ", parts);
    }

    /** The time of each batch and the watermark it used. */
    public static Optional<Block> watermark(BatchSeries series) {
        Measure watermark = series.measure(MOST_BATCHES, BatchPoint::watermarkMs);
        Measure time = series.measure(MOST_BATCHES, BatchPoint::startedAtMs);
        if (watermark.size() < 2) {
            return Optional.empty();
        }
        List<Drawing.Curve> curves = new ArrayList<>();
        boolean areComparable = !time.isEmpty() && isNear(time, watermark);
        if (areComparable) {
            curves.add(curve("batch time", time));
        }
        curves.add(curve("watermark", watermark));
        String words = "The watermark went from " + instant(watermark.first()) + " at batch "
                + watermark.firstBatch() + " to " + instant(watermark.last()) + " at batch " + watermark.lastBatch()
                + "."
                + (areComparable ? "" : " Batch times lie far from it and are not drawn.");
        return Optional.of(new Block.Figure(
                "Watermark",
                words,
                new Drawing.Curves(BATCH, Drawing.Unit.INSTANT, curves),
                table(
                        series,
                        List.of("batch time", "watermark"),
                        List.of(
                                point -> cell(point.startedAtMs(), Cell::instant),
                                point -> cell(point.watermarkMs(), Cell::instant)))));
    }

    /** Whether both fit on one paper: far apart, both would be straight lines. */
    private static boolean isNear(Measure time, Measure watermark) {
        double span = Math.max((double) watermark.last() - watermark.first(), (double) time.last() - time.first());
        double distance = Math.abs((double) time.last() - watermark.last());
        return distance < 20 * Math.max(span, 1);
    }

    private static String instant(long epochMs) {
        return java.time.Instant.ofEpochMilli(epochMs).toString();
    }

    /** How long batches took, where reports tell. */
    public static Optional<Block> durations(BatchSeries series) {
        return single(
                series,
                "Batch duration",
                "batch duration",
                Drawing.Unit.DURATION,
                BatchPoint::durationMs,
                Cell::duration);
    }

    /** Rows read by batch, where reports tell. */
    public static Optional<Block> inputRows(BatchSeries series) {
        return single(series, "Input rows", "rows read", Drawing.Unit.COUNT, BatchPoint::inputRows, Cell::count);
    }

    /** Rows of state by batch, and those removed, where reports or state files tell. */
    public static Optional<Block> stateRows(BatchSeries series) {
        Measure rows = series.measure(MOST_BATCHES, BatchPoint::stateRows);
        Measure removed = series.measure(MOST_BATCHES, BatchPoint::removedRows);
        if (rows.size() < 2) {
            return Optional.empty();
        }
        List<Drawing.Curve> curves = new ArrayList<>();
        curves.add(curve("rows of state", rows));
        if (!removed.isEmpty()) {
            curves.add(curve("rows removed", removed));
        }
        return Optional.of(new Block.Figure(
                "State rows by batch",
                "The state held " + rows.first() + " rows after batch " + rows.firstBatch() + " and " + rows.last()
                        + " after batch " + rows.lastBatch() + "; " + removed.sum() + " were removed.",
                new Drawing.Curves(BATCH, Drawing.Unit.COUNT, curves),
                table(
                        series,
                        List.of("rows of state", "rows removed"),
                        List.of(
                                point -> cell(point.stateRows(), Cell::count),
                                point -> cell(point.removedRows(), Cell::count)))));
    }

    private static Optional<Block> single(
            BatchSeries series,
            String title,
            String label,
            Drawing.Unit unit,
            Function<BatchPoint, OptionalLong> value,
            java.util.function.LongFunction<Cell> cell) {
        Measure measure = series.measure(MOST_BATCHES, value);
        if (measure.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(new Block.Figure(
                title,
                "From batch " + measure.firstBatch() + " to batch " + measure.lastBatch() + ".",
                new Drawing.Curves(BATCH, unit, List.of(curve(label, measure))),
                table(series, List.of(label), List.of(point -> cell(value.apply(point), cell)))));
    }

    /** Rows of state by partition, of the fullest ones when there are many. */
    public static Optional<Block> statePartitions(String operator, List<PartitionStats> partitions) {
        Map<Integer, Long> rows = new TreeMap<>();
        partitions.forEach(partition -> rows.merge(partition.store().partitionId(), partition.rows(), Long::sum));
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        List<Map.Entry<Integer, Long>> shown = new ArrayList<>(rows.entrySet());
        if (shown.size() > MOST_BARS) {
            shown.sort(Map.Entry.<Integer, Long>comparingByValue().reversed());
            shown = new ArrayList<>(shown.subList(0, MOST_BARS));
            shown.sort(Map.Entry.comparingByKey());
        }
        List<Drawing.Bar> bars = shown.stream()
                .map(entry -> new Drawing.Bar("partition " + entry.getKey(), entry.getValue(), Tone.PLAIN))
                .toList();
        long total = rows.values().stream().mapToLong(Long::longValue).sum();
        List<List<Cell>> table = rows.entrySet().stream()
                .map(entry -> List.of(Cell.count(entry.getKey()), Cell.count(entry.getValue())))
                .toList();
        return Optional.of(new Block.Figure(
                "State rows per partition, " + operator,
                total + " rows in " + rows.size() + (rows.size() == 1 ? " partition" : " partitions")
                        + (rows.size() > MOST_BARS ? "; the " + MOST_BARS + " fullest are drawn." : "."),
                new Drawing.Bars(Drawing.Unit.COUNT, bars),
                new Block.Table(List.of("partition", "rows"), table)));
    }

    /** The versions of the Delta tables that a stream reads, as its offsets name them. */
    public static List<TableVersions> sources(CheckpointSurvey survey) {
        Map<String, TreeMap<Long, Long>> byTable = new LinkedHashMap<>();
        survey.offsets().entries().forEach((batchId, parsed) -> {
            List<SourceLine> lines = parsed.value().map(OffsetEntry::sources).orElse(List.of());
            for (SourceLine line : lines) {
                SourceOffset offset = line.isVoid()
                        ? null
                        : SourceOffsetParser.parse(line.at(), line.text())
                                .value()
                                .orElse(null);
                if (offset instanceof SourceOffset.Delta delta) {
                    byTable.computeIfAbsent("source " + line.sourceId(), unused -> new TreeMap<>())
                            .put(batchId, delta.reservoirVersion());
                }
            }
        });
        return byTable.entrySet().stream()
                .map(table -> new TableVersions(table.getKey() + ", read up to", table.getValue()))
                .toList();
    }

    /** Versions of tables against batches. */
    public static Optional<Block> tableVersions(List<TableVersions> tables) {
        List<Drawing.Curve> curves = new ArrayList<>();
        TreeSet<Long> batches = new TreeSet<>();
        for (TableVersions table : tables) {
            TreeMap<Long, Long> newest = new TreeMap<>(table.versionByBatch());
            while (newest.size() > MOST_BATCHES) {
                newest.pollFirstEntry();
            }
            if (!newest.isEmpty()) {
                batches.addAll(newest.keySet());
                List<Drawing.Point> points = newest.entrySet().stream()
                        .map(entry -> new Drawing.Point(entry.getKey(), entry.getValue()))
                        .toList();
                curves.add(new Drawing.Curve(table.label(), points));
            }
        }
        if (curves.isEmpty()) {
            return Optional.empty();
        }
        List<String> columns = new ArrayList<>(List.of(BATCH));
        tables.forEach(table -> columns.add(table.label()));
        List<List<Cell>> rows = new ArrayList<>();
        for (long batch : batches) {
            List<Cell> row = new ArrayList<>(List.of(Cell.count(batch)));
            for (TableVersions table : tables) {
                Long version = table.versionByBatch().get(batch);
                row.add(version == null ? Cell.nothing() : Cell.count(version));
            }
            rows.add(row);
        }
        return Optional.of(new Block.Figure(
                "Delta versions against batches",
                "Which version of each table belongs to which batch, from batch " + batches.first() + " to batch "
                        + batches.last() + ".",
                new Drawing.Curves(BATCH, Drawing.Unit.ORDINAL, curves),
                new Block.Table(columns, rows)));
    }

    private static Drawing.Curve curve(String label, Measure measure) {
        List<Drawing.Point> points = new ArrayList<>();
        for (int i = 0; i < measure.size(); i++) {
            points.add(new Drawing.Point(
                    measure.batchIds().get(i), measure.values().get(i)));
        }
        return new Drawing.Curve(label, points);
    }

    private static Block.Table table(BatchSeries series, List<String> columns, List<Function<BatchPoint, Cell>> cells) {
        List<String> titles = new ArrayList<>(List.of(BATCH));
        titles.addAll(columns);
        List<List<Cell>> rows = new ArrayList<>();
        for (BatchPoint point : series.newest(MOST_BATCHES)) {
            List<Cell> row = new ArrayList<>(List.of(Cell.count(point.batchId())));
            cells.forEach(cell -> row.add(cell.apply(point)));
            rows.add(row);
        }
        return new Block.Table(titles, rows);
    }

    private static Cell cell(OptionalLong value, java.util.function.LongFunction<Cell> made) {
        return value.isPresent() ? made.apply(value.getAsLong()) : Cell.nothing();
    }
}
