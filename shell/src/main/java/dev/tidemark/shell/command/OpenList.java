package dev.tidemark.shell.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.view.PlaceKind;

/** What is open, as a table. */
final class OpenList {
    private OpenList() {}

    static Report of(Session session) {
        List<List<Cell>> rows = new ArrayList<>();
        List<JsonValue> open = new ArrayList<>();
        for (Place place : session.tree().places()) {
            add(
                    rows,
                    open,
                    place.path().toString(),
                    word(place.kind()),
                    place.storage().location());
        }
        for (Path file : session.descriptions().files()) {
            boolean counts =
                    session.descriptions().current().filter(file::equals).isPresent();
            add(
                    rows,
                    open,
                    "/query/" + file.getFileName(),
                    counts ? "query description" : "query description, not the one that counts",
                    file.toString());
        }
        Block block = rows.isEmpty()
                ? new Block.Note(Tone.PLAIN, "Nothing is open. Open a checkpoint or a table with: open PATH")
                : new Block.Table(List.of("path", "what", "where"), rows);
        JsonObject document =
                JsonObject.builder().put("open", new JsonArray(open)).build();
        return new Report("open", Outcome.FINE, List.of(block), document);
    }

    private static void add(List<List<Cell>> rows, List<JsonValue> open, String path, String what, String where) {
        rows.add(List.of(Cell.text(path), Cell.text(what), Cell.text(where)));
        open.add(JsonObject.builder()
                .put("path", path)
                .put("kind", what)
                .put("location", where)
                .build());
    }

    /** A kind of place in a word. */
    static String word(PlaceKind kind) {
        return switch (kind) {
            case CHECKPOINT -> "checkpoint";
            case DELTA_TABLE -> "Delta table";
            case FILE_SINK_OUTPUT -> "output of a file sink";
            case EMPTY -> "empty directory";
            case FILE -> "file";
            case UNKNOWN -> "directory";
        };
    }
}
