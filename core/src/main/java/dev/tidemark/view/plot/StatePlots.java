package dev.tidemark.view.plot;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.evidence.Damage;
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
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.stats.PartitionStats;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.stream.StatsSurvey;

/** Charts of what an operator's state holds. */
public final class StatePlots {
    private static final int MOST_NAMED = 32;

    private StatePlots() {}

    /** The rows after each of the newest batches. */
    public static Report rows(CheckpointState state, int operatorId, int most, int threads)
            throws IOException, NoSuchStateException {
        BatchIds committed = state.committedBatches();
        List<Long> batches = new ArrayList<>();
        committed.stream().skip(Math.max(0, committed.size() - most)).forEach(batches::add);
        List<Damage> damages = new ArrayList<>();
        List<Rows> rows = new ArrayList<>();
        for (long batch : batches) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("cancelled");
            }
            StatsSurvey survey = StatsSurvey.of(state, operatorId, batch, 1, threads);
            List<Damage> wrong = survey.partitions().stream()
                    .flatMap(partition -> partition.damages().stream())
                    .toList();
            damages.addAll(wrong);
            if (wrong.isEmpty()) {
                rows.add(new Rows(
                        batch,
                        survey.partitions().stream()
                                .mapToLong(PartitionStats::rows)
                                .sum()));
            }
        }
        if (rows.isEmpty()) {
            return BatchPlots.nothing(
                    "plot state",
                    damages.isEmpty()
                            ? "No batch is committed."
                            : "No version can be read: " + damages.get(0).message());
        }
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Chart(
                "State of operator " + operatorId + " by batch",
                new Axis("batch", Unit.NUMBER),
                new Axis("rows", Unit.NUMBER),
                rows.stream().map(one -> new Point(one.batchId(), one.rows())).toList()));
        Rows last = rows.get(rows.size() - 1);
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("after batch " + last.batchId(), Cell.text(last.rows() + " rows")));
        if (!damages.isEmpty()) {
            facts.add(new Fact("left out", Cell.text(damages.get(0).message(), Tone.BAD)));
        }
        blocks.add(new Block.Facts(facts));
        if (batches.size() < committed.size()) {
            blocks.add(new Block.Note(
                    Tone.FAINT,
                    "The newest " + batches.size() + " of " + committed.size() + " batches; --last N shows more."));
        }
        JsonObject document = JsonObject.builder()
                .put("operatorId", operatorId)
                .put(
                        "points",
                        JsonArray.of(
                                rows,
                                one -> JsonObject.builder()
                                        .put("batchId", one.batchId())
                                        .put("rows", one.rows())
                                        .build()))
                .build();
        return new Report("plot state", damages.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }

    private record Rows(long batchId, long rows) {}

    /** The rows of each partition as of a batch. */
    public static Report skew(CheckpointState state, int operatorId, long batchId, int threads)
            throws IOException, NoSuchStateException {
        StatsSurvey survey = StatsSurvey.of(state, operatorId, batchId, 1, threads);
        TreeMap<Integer, Long> byPartition = new TreeMap<>();
        List<Damage> damages = new ArrayList<>();
        for (PartitionStats partition : survey.partitions()) {
            byPartition.merge(partition.store().partitionId(), partition.rows(), Long::sum);
            damages.addAll(partition.damages());
        }
        if (byPartition.isEmpty()) {
            return BatchPlots.nothing("plot skew", "The operator has no partition.");
        }
        List<Bar> bars = new ArrayList<>();
        byPartition.forEach((partition, rows) -> {
            if (bars.size() < MOST_NAMED) {
                bars.add(new Bar("partition " + partition, Cell.count(rows), rows));
            }
        });
        long total = byPartition.values().stream().mapToLong(Long::longValue).sum();
        long greatest =
                byPartition.values().stream().mapToLong(Long::longValue).max().orElse(0);
        double mean = (double) total / byPartition.size();
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Bars("Rows of operator " + operatorId + " by partition, after batch " + batchId, bars));
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("rows", Cell.count(total)));
        facts.add(new Fact("a partition", Cell.text(String.format(java.util.Locale.ROOT, "%.1f on average", mean))));
        if (mean > 0) {
            double times = greatest / mean;
            facts.add(new Fact(
                    "the largest",
                    Cell.text(
                            String.format(java.util.Locale.ROOT, "%.1f times the average", times),
                            times > 3 ? Tone.WARN : Tone.PLAIN)));
        }
        damages.stream()
                .findFirst()
                .ifPresent(damage -> facts.add(new Fact("not all read", Cell.text(damage.message(), Tone.BAD))));
        blocks.add(new Block.Facts(facts));
        if (byPartition.size() > MOST_NAMED) {
            blocks.add(new Block.Note(
                    Tone.FAINT, "The first " + MOST_NAMED + " of " + byPartition.size() + " partitions."));
        }
        JsonObject.Builder partitions = JsonObject.builder();
        byPartition.forEach((partition, rows) -> partitions.put(partition.toString(), rows));
        JsonObject document = JsonObject.builder()
                .put("operatorId", operatorId)
                .put("batchId", batchId)
                .put("rowsByPartition", partitions.build())
                .build();
        return new Report("plot skew", damages.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }
}
