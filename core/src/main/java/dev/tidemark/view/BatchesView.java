package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.rules.CheckpointRules;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.LazyList;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** A line for each batch. */
public final class BatchesView {
    private static final int SOURCES_CHARS = 48;

    private enum Watermarks {
        SHOWN,
        HIDDEN
    }

    private BatchesView() {}

    /** All batches of a checkpoint of which every file was read. */
    public static Report of(CheckpointSurvey survey) {
        List<Finding> findings = CheckpointRules.check(survey);
        CheckpointVerdict verdict = new CheckpointVerdict(survey, findings);
        long[] ids = survey.offsets().batches().with(survey.commits().batches()).stream()
                .toArray();
        JsonArray batches = JsonArray.lazily(ids.length, i -> BatchDocuments.batch(survey, ids[i]));
        JsonObject document = JsonObject.builder()
                .put("batches", batches)
                .put("findings", FindingView.documents(findings))
                .build();
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict.block());
        if (ids.length > 0) {
            Watermarks watermarks = hasWatermark(survey) ? Watermarks.SHOWN : Watermarks.HIDDEN;
            blocks.add(new Block.Table(
                    columns(watermarks), LazyList.of(ids.length, i -> row(survey, ids[i], watermarks))));
        }
        blocks.addAll(verdict.alerts());
        return new Report("batches", verdict.outcome(), blocks, document);
    }

    private static boolean hasWatermark(CheckpointSurvey survey) {
        return survey.offsets().entries().keySet().stream()
                .flatMap(batchId -> survey.metadata(batchId).stream())
                .anyMatch(metadata -> metadata.watermarkMs() != 0);
    }

    private static List<String> columns(Watermarks watermarks) {
        return watermarks == Watermarks.SHOWN
                ? List.of("batch", "state", "planned at", "watermark", "sources read up to")
                : List.of("batch", "state", "planned at", "sources read up to");
    }

    private static List<Cell> row(CheckpointSurvey survey, long batchId, Watermarks watermarks) {
        Optional<OffsetEntry> offsets = survey.offsets().value(batchId);
        OffsetMetadata metadata = offsets.map(OffsetEntry::metadata).orElse(null);
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.count(batchId));
        cells.add(state(survey, batchId));
        cells.add(metadata == null ? Cell.nothing() : second(metadata.recordedTimestampMs()));
        if (watermarks == Watermarks.SHOWN) {
            cells.add(
                    metadata == null || metadata.watermarkMs() == 0 ? Cell.nothing() : second(metadata.watermarkMs()));
        }
        cells.add(offsets.map(BatchesView::sources).orElseGet(Cell::nothing));
        return cells;
    }

    private static Cell state(CheckpointSurvey survey, long batchId) {
        if (isDamaged(survey.offsets(), batchId)) {
            return Cell.text("offsets damaged", Tone.BAD);
        } else if (!survey.offsets().batches().contains(batchId)) {
            return Cell.text("no offsets", Tone.BAD);
        } else if (isDamaged(survey.commits(), batchId)) {
            return Cell.text("commit damaged", Tone.BAD);
        } else if (survey.commits().batches().contains(batchId)) {
            return Cell.text("committed", Tone.GOOD);
        }
        return batchId == survey.offsets().latest().orElse(-1)
                ? Cell.text("uncommitted", Tone.WARN)
                : Cell.text("no commit", Tone.WARN);
    }

    private static boolean isDamaged(LogSurvey<?> log, long batchId) {
        return log.entry(batchId).filter(parsed -> !parsed.isIntact()).isPresent();
    }

    private static Cell second(@Nullable Long epochMs) {
        return epochMs == null ? Cell.nothing() : Cell.instant(epochMs - Math.floorMod(epochMs, 1000L));
    }

    private static Cell sources(OffsetEntry entry) {
        String text = entry.sources().stream()
                .map(line -> (entry.version() == OffsetEntry.MAP ? line.sourceId() + ": " : "")
                        + SourceOffsetView.text(line))
                .collect(Collectors.joining(" | "));
        return Cell.text(text.length() <= SOURCES_CHARS ? text : text.substring(0, SOURCES_CHARS - 3) + "...");
    }
}
