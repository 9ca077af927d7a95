package dev.tidemark.view.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.report.Block;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.state.stats.BatchGrowth;
import dev.tidemark.stream.StatsSurvey;

/** A report about a checkpoint with what its stream did over time: the trends, and figures where they can be drawn. */
public final class StreamReport {
    private StreamReport() {}

    /**
     * What to draw besides the logs.
     *
     * @param state what the stores of each operator add up to; empty when they were not read
     * @param tables versions of the sink's table by batch; empty when unknown
     */
    public record Around(List<StatsSurvey> state, List<StreamFigures.TableVersions> tables) {
        /** Nothing besides the logs. */
        public static final Around NOTHING = new Around(List.of(), List.of());

        public Around {
            state = List.copyOf(state);
            tables = List.copyOf(tables);
        }

        /** What each batch did to the state, all operators together. */
        public Map<Long, BatchGrowth> growth() {
            Map<Long, BatchGrowth> byBatch = new TreeMap<>();
            state.forEach(
                    survey -> survey.growth().forEach(step -> byBatch.merge(step.batchId(), step, BatchGrowth::plus)));
            return byBatch;
        }
    }

    /** The report with the trends before its last block. */
    public static Report withTrends(Report report, BatchSeries series) {
        return with(report, series, TrendsView.blocks(series));
    }

    /** The report with figures and trends before its last block. */
    public static Report withFigures(Report report, CheckpointSurvey survey, BatchSeries series, Around around) {
        List<StreamFigures.TableVersions> tables = new ArrayList<>(StreamFigures.sources(survey));
        tables.addAll(around.tables());
        List<Block> blocks = new ArrayList<>();
        section(blocks, "Batches", List.of(StreamFigures.timeline(survey), StreamFigures.tableVersions(tables)));
        section(blocks, "Event time", List.of(StreamFigures.watermark(series)));
        section(blocks, "Work", List.of(StreamFigures.durations(series), StreamFigures.inputRows(series)));
        List<Optional<Block>> state = new ArrayList<>();
        state.add(StreamFigures.stateRows(series));
        around.state()
                .forEach(operator -> state.add(StreamFigures.statePartitions(
                        "operator " + operator.operatorId()
                                + (operator.operatorName().isEmpty() ? "" : ", " + operator.operatorName()),
                        operator.partitions())));
        section(blocks, "State", state);
        blocks.addAll(TrendsView.blocks(series));
        Report extended = with(report, series, blocks);
        List<Block> all = new ArrayList<>(extended.blocks());
        boolean endsWithNote = !all.isEmpty() && all.get(all.size() - 1) instanceof Block.Note;
        if (endsWithNote) {
            all.add(all.size() - 1, new Block.Heading("What was not checked"));
        }
        return new Report(extended.command(), extended.outcome(), all, extended.document(), extended.concerns());
    }

    private static void section(List<Block> blocks, String title, List<Optional<Block>> figures) {
        List<Block> present = figures.stream().flatMap(Optional::stream).toList();
        if (!present.isEmpty()) {
            blocks.add(new Block.Heading(title));
            blocks.addAll(present);
        }
    }

    private static Report with(Report report, BatchSeries series, List<Block> more) {
        List<Block> blocks = new ArrayList<>(report.blocks());
        boolean endsWithNote = !blocks.isEmpty()
                && blocks.get(blocks.size() - 1) instanceof Block.Note note
                && (note.tone() == Tone.UNKNOWN || note.tone() == Tone.FAINT);
        blocks.addAll(endsWithNote ? blocks.size() - 1 : blocks.size(), more);
        JsonObject.Builder document = JsonObject.builder();
        report.document().members().forEach(member -> document.put(member.name(), member.value()));
        document.put("trends", TrendsView.document(series));
        return new Report(report.command(), report.outcome(), blocks, document.build(), report.concerns());
    }
}
