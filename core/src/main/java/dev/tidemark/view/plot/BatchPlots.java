package dev.tidemark.view.plot;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Axis;
import dev.tidemark.report.Block.Bar;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Block.Point;
import dev.tidemark.report.Block.Unit;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.view.plot.PlannedBatches.Planned;

/** Charts of what the offset log says of each batch. */
public final class BatchPlots {
    private static final int LONGEST_GAPS = 5;

    private BatchPlots() {}

    /** The watermark of each batch over the time at which the batch was planned. */
    public static Report watermark(Checkpoint checkpoint, int most) throws IOException {
        PlannedBatches planned = PlannedBatches.newest(checkpoint, most);
        List<Planned> with = planned.batches().stream()
                .filter(batch -> batch.watermarkMs() > 0 && batch.plannedAtMs() > 0)
                .toList();
        if (with.isEmpty()) {
            return nothing(
                    "plot watermark", "No batch has a watermark: the query sets none, or has seen no event yet.");
        }
        List<Point> points = with.stream()
                .map(batch -> new Point(batch.plannedAtMs(), batch.watermarkMs()))
                .toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Chart(
                "Watermark against time",
                new Axis("batch planned at (UTC)", Unit.INSTANT),
                new Axis("watermark (UTC)", Unit.INSTANT),
                points));
        blocks.add(new Block.Facts(watermarkFacts(with)));
        notes(blocks, planned);
        return report(
                "plot watermark",
                blocks,
                with,
                batch -> JsonObject.builder()
                        .put("batchId", batch.batchId())
                        .put("plannedAtMs", batch.plannedAtMs())
                        .put("watermarkMs", batch.watermarkMs())
                        .build());
    }

    private static List<Fact> watermarkFacts(List<Planned> batches) {
        List<Fact> facts = new ArrayList<>();
        Planned last = batches.get(batches.size() - 1);
        facts.add(new Fact(
                "batch " + last.batchId(),
                Cell.text(Instant.ofEpochMilli(last.watermarkMs()).toString())));
        Planned stands = last;
        for (int i = batches.size() - 2; i >= 0 && batches.get(i).watermarkMs() == last.watermarkMs(); i--) {
            stands = batches.get(i);
        }
        if (stands.batchId() < last.batchId()) {
            facts.add(new Fact("stands still", Cell.text("since batch " + stands.batchId(), Tone.WARN)));
        }
        for (int i = 1; i < batches.size(); i++) {
            if (batches.get(i).watermarkMs() < batches.get(i - 1).watermarkMs()) {
                facts.add(new Fact(
                        "moved back", Cell.text("in batch " + batches.get(i).batchId(), Tone.BAD)));
            }
        }
        return facts;
    }

    /** How long after the batch before it each batch was planned. */
    public static Report gaps(Checkpoint checkpoint, int most) throws IOException {
        PlannedBatches planned = PlannedBatches.newest(checkpoint, most);
        List<Gap> gaps = new ArrayList<>();
        for (int i = 1; i < planned.batches().size(); i++) {
            Planned before = planned.batches().get(i - 1);
            Planned batch = planned.batches().get(i);
            boolean isNext = batch.batchId() == before.batchId() + 1;
            if (isNext && batch.plannedAtMs() > 0 && before.plannedAtMs() > 0) {
                gaps.add(new Gap(batch.batchId(), batch.plannedAtMs() - before.plannedAtMs()));
            }
        }
        if (gaps.isEmpty()) {
            return nothing("plot gaps", "There are no two batches in a row that say when they were planned.");
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Chart(
                "Time from one batch to the next",
                new Axis("batch", Unit.NUMBER),
                new Axis("since the batch before", Unit.DURATION),
                gaps.stream().map(gap -> new Point(gap.batchId(), gap.ms())).toList()));
        List<Long> sorted = gaps.stream().map(Gap::ms).sorted().toList();
        blocks.add(new Block.Facts(List.of(
                new Fact("median", Cell.duration(sorted.get(sorted.size() / 2))),
                new Fact("longest", Cell.duration(sorted.get(sorted.size() - 1))))));
        blocks.add(new Block.Bars(
                "The longest waits were before",
                gaps.stream()
                        .sorted(Comparator.comparingLong(Gap::ms).reversed())
                        .limit(LONGEST_GAPS)
                        .map(gap -> new Bar("batch " + gap.batchId(), Cell.duration(gap.ms()), Math.max(0, gap.ms())))
                        .toList()));
        notes(blocks, planned);
        return report(
                "plot gaps",
                blocks,
                gaps,
                gap -> JsonObject.builder()
                        .put("batchId", gap.batchId())
                        .put("sincePreviousMs", gap.ms())
                        .build());
    }

    private record Gap(long batchId, long ms) {}

    /** How far each source had come by each batch. */
    public static Report offsets(Checkpoint checkpoint, int most) throws IOException {
        PlannedBatches planned = PlannedBatches.newest(checkpoint, most);
        List<String> sources = planned.batches().isEmpty()
                ? List.of()
                : planned.batches().get(planned.batches().size() - 1).entry().sources().stream()
                        .map(SourceLine::sourceId)
                        .toList();
        List<Block> blocks = new ArrayList<>();
        List<Position> positions = new ArrayList<>();
        for (String source : sources) {
            List<Point> points = new ArrayList<>();
            String unit = "position";
            for (Planned batch : planned.batches()) {
                Optional<SourceOffset> offset = batch.entry()
                        .source(source)
                        .filter(line -> !line.isVoid())
                        .flatMap(line -> parsed(line).value());
                OptionalDouble position = offset.map(BatchPlots::position).orElse(OptionalDouble.empty());
                if (position.isPresent()) {
                    unit = unit(offset.orElseThrow());
                    points.add(new Point(batch.batchId(), position.getAsDouble()));
                    positions.add(new Position(batch.batchId(), source, position.getAsDouble()));
                }
            }
            blocks.add(
                    points.isEmpty()
                            ? new Block.Note(Tone.UNKNOWN, "Source " + source + " has positions that are no numbers.")
                            : new Block.Chart(
                                    "Source " + source,
                                    new Axis("batch", Unit.NUMBER),
                                    new Axis(unit, Unit.NUMBER),
                                    points));
        }
        if (blocks.isEmpty()) {
            return nothing("plot offsets", "No batch says how far a source had come.");
        }
        notes(blocks, planned);
        return report(
                "plot offsets",
                blocks,
                positions,
                position -> JsonObject.builder()
                        .put("batchId", position.batchId())
                        .put("source", position.source())
                        .put("position", Math.round(position.value()))
                        .build());
    }

    private record Position(long batchId, String source, double value) {}

    private static Parsed<SourceOffset> parsed(SourceLine line) {
        return SourceOffsetParser.parse(line.at(), line.text());
    }

    /** One number that grows as the source is read. */
    private static OptionalDouble position(SourceOffset offset) {
        if (offset instanceof SourceOffset.Delta delta) {
            return OptionalDouble.of(delta.reservoirVersion());
        } else if (offset instanceof SourceOffset.Kafka kafka) {
            return OptionalDouble.of(kafka.topics().values().stream()
                    .flatMap(partitions -> partitions.values().stream())
                    .mapToDouble(Long::doubleValue)
                    .sum());
        } else if (offset instanceof SourceOffset.FileLog file) {
            return OptionalDouble.of(file.logOffset());
        } else if (offset instanceof SourceOffset.Whole whole) {
            return OptionalDouble.of(whole.value());
        } else if (offset instanceof SourceOffset.RateMicroBatch rate) {
            return OptionalDouble.of(rate.offset());
        } else if (offset instanceof SourceOffset.ContinuousRate rate) {
            return OptionalDouble.of(rate.values().values().stream()
                    .mapToDouble(Long::doubleValue)
                    .sum());
        }
        return OptionalDouble.empty();
    }

    private static String unit(SourceOffset offset) {
        if (offset instanceof SourceOffset.Delta) {
            return "version of the table";
        } else if (offset instanceof SourceOffset.Kafka) {
            return "records, over all partitions";
        }
        return offset instanceof SourceOffset.FileLog ? "entry of the source's log" : "position";
    }

    static Report nothing(String command, String why) {
        return new Report(
                command,
                Outcome.FINE,
                List.of(new Block.Note(Tone.PLAIN, why)),
                JsonObject.builder()
                        .put("points", new JsonArray(List.of()))
                        .put("reason", why)
                        .build());
    }

    private static void notes(List<Block> blocks, PlannedBatches planned) {
        if (!planned.extent().isEmpty()) {
            blocks.add(new Block.Note(Tone.FAINT, planned.extent()));
        }
    }

    private static <T> Report report(
            String command, List<Block> blocks, List<T> points, java.util.function.Function<T, JsonObject> document) {
        return new Report(
                command,
                Outcome.FINE,
                blocks,
                JsonObject.builder()
                        .put("points", JsonArray.of(points, document))
                        .build());
    }
}
