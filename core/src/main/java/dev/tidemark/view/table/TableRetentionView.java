package dev.tidemark.view.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.history.RetentionForecast;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** {@code table retention}: what cleanup and VACUUM would take away at a time. */
public final class TableRetentionView {
    private static final int SHOWN = 40;

    private TableRetentionView() {}

    /** The report. */
    public static Report of(String table, long nowMs, RetentionForecast forecast) {
        List<Block> blocks = new ArrayList<>();
        int doomed = forecast.doomedLogFiles().size();
        blocks.add(new Block.Verdict(
                doomed == 0 && forecast.doomedTombstones().isEmpty() ? Tone.GOOD : Tone.WARN,
                "at " + Instant.ofEpochMilli(nowMs) + " a cleanup of " + table + " deletes "
                        + Words.count(doomed, "log file") + ", VACUUM may delete "
                        + Words.count(forecast.doomedTombstones().size(), "removed file"),
                forecast.firstVersionLeft() < 0
                        ? ""
                        : "a stream that still needs a version before " + forecast.firstVersionLeft()
                                + " fails after the cleanup",
                ""));
        blocks.add(new Block.Facts(List.of(
                new Block.Fact("log files go up to", Cell.instant(forecast.logCutoffMs())),
                new Block.Fact(
                        "first version left",
                        forecast.firstVersionLeft() < 0 ? Cell.nothing() : Cell.count(forecast.firstVersionLeft())),
                new Block.Fact("removed files go before", Cell.instant(forecast.vacuumCutoffMs())),
                new Block.Fact(
                        "removed files still safe",
                        Cell.count(forecast.safeTombstones().size())))));
        addNames(
                blocks,
                "Log files that go",
                forecast.doomedLogFiles().stream()
                        .map(file -> file.name().value())
                        .toList());
        addNames(
                blocks,
                "Removed files that VACUUM may delete",
                forecast.doomedTombstones().stream().map(Remove::path).toList());
        return new Report("table retention", Outcome.FINE, blocks, document(nowMs, forecast));
    }

    private static void addNames(List<Block> blocks, String title, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading(title));
        blocks.add(new Block.Listing(names.subList(0, Math.min(SHOWN, names.size()))));
        if (names.size() > SHOWN) {
            blocks.add(new Block.Note(Tone.FAINT, (names.size() - SHOWN) + " more; --format json lists all"));
        }
    }

    private static JsonObject document(long nowMs, RetentionForecast forecast) {
        return JsonObject.builder()
                .put("nowMs", nowMs)
                .put("logCutoffMs", forecast.logCutoffMs())
                .put("firstVersionLeft", forecast.firstVersionLeft())
                .put("logFiles", JsonArray.of(forecast.doomedLogFiles(), TableRetentionView::name))
                .put("vacuumCutoffMs", forecast.vacuumCutoffMs())
                .put("removedFiles", JsonArray.of(forecast.doomedTombstones(), remove -> new JsonText(remove.path())))
                .put("safeFiles", JsonArray.of(forecast.safeTombstones(), remove -> new JsonText(remove.path())))
                .build();
    }

    private static JsonText name(LogFile file) {
        return new JsonText(file.name().value());
    }
}
