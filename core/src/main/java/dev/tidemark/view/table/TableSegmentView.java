package dev.tidemark.view.table;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.log.LogSegment;
import dev.tidemark.delta.log.SegmentReasons;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** {@code table segment}: which files a reader reads for a version, and why not the others. */
public final class TableSegmentView {
    private TableSegmentView() {}

    /** The report. */
    public static Report of(String table, String reader, Replay replay, List<SegmentReasons.Reason> reasons) {
        List<Block> blocks = new ArrayList<>();
        LogSegment segment = replay.segment();
        blocks.add(verdict(table, reader, replay, reasons));
        List<List<Cell>> rows = new ArrayList<>();
        for (SegmentReasons.Reason reason : reasons) {
            rows.add(List.of(
                    Cell.text(reason.isRead() ? "read" : "-", reason.isRead() ? Tone.GOOD : Tone.FAINT),
                    Cell.text(reason.file().name().value()),
                    Cell.bytes(reason.file().entry().sizeBytes()),
                    Cell.text(reason.why())));
        }
        if (!rows.isEmpty()) {
            blocks.add(new Block.Table(List.of("", "file", "size", "why"), rows));
        }
        JsonObject document = JsonObject.builder()
                .put(
                        "version",
                        replay.version() == null ? null : dev.tidemark.format.json.JsonNumber.of(replay.version()))
                .put("checkpointVersion", segment == null ? -1 : segment.checkpointVersion())
                .put("files", JsonArray.of(reasons, TableSegmentView::file))
                .put("error", replay.error() == null ? null : TableReplayView.error(replay.error()))
                .build();
        Outcome outcome = replay.error() == null ? Outcome.FINE : Outcome.WRONG;
        return new Report("table segment", outcome, blocks, document);
    }

    private static Block verdict(String table, String reader, Replay replay, List<SegmentReasons.Reason> reasons) {
        long read = reasons.stream().filter(SegmentReasons.Reason::isRead).count();
        if (replay.error() != null) {
            return new Block.Verdict(
                    Tone.BAD,
                    reader + " cannot read " + table,
                    replay.error().message().replace('\n', ' '),
                    replay.segment() == null ? "" : "the files below are all that is left to read");
        }
        return new Block.Verdict(
                Tone.GOOD,
                "version " + replay.version() + " of " + table + " is made of " + Words.count(read, "file"),
                "as " + reader + " picks them",
                "");
    }

    private static JsonObject file(SegmentReasons.Reason reason) {
        return JsonObject.builder()
                .put("name", reason.file().name().value())
                .put("size", reason.file().entry().sizeBytes())
                .put("read", reason.isRead())
                .put("why", reason.why())
                .build();
    }
}
