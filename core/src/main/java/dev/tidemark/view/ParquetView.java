package dev.tidemark.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.checkpoint.StoredFile;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.parquet.FooterParser;
import dev.tidemark.format.parquet.ParquetFile;
import dev.tidemark.format.parquet.ParquetReader;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A Parquet file of data: its columns and its first rows. */
public final class ParquetView {
    private ParquetView() {}

    /** Reads the footer and at most so many rows. */
    public static Report of(Storage storage, FileEntry file, int limitRows) throws IOException {
        Location at = Location.of(file.path().value());
        try (StoredFile bytes = StoredFile.open(storage, file.path())) {
            Parsed<ParquetFile> footer = FooterParser.parse(at, bytes);
            if (!footer.isIntact()) {
                return damaged(footer.damage().orElseThrow());
            }
            ParquetFile parquet = footer.value().orElseThrow();
            List<JsonObject> rows = new ArrayList<>();
            Optional<Damage> damage = read(new ParquetReader(at, bytes, parquet), limitRows, rows);
            return report(at, file, parquet, rows, damage);
        }
    }

    private static Optional<Damage> read(ParquetReader reader, int limitRows, List<JsonObject> rows)
            throws IOException {
        try {
            return reader.forEachRow(node -> true, (row, value) -> {
                if (rows.size() == limitRows) {
                    throw new Enough();
                }
                rows.add(value);
            });
        } catch (Enough enough) {
            return Optional.empty();
        }
    }

    private static Report report(
            Location at, FileEntry file, ParquetFile parquet, List<JsonObject> rows, Optional<Damage> damage) {
        List<Block> blocks = new ArrayList<>();
        damage.ifPresent(broken -> blocks.add(LogEntryView.damaged(broken, "")));
        blocks.add(new Block.Facts(List.of(
                new Fact("rows", Cell.count(parquet.rowCount())),
                new Fact("row groups", Cell.count(parquet.rowGroups().size())),
                new Fact("written by", Cell.text(parquet.createdBy())))));
        List<String> columns =
                parquet.schema().children().stream().map(field -> field.name()).toList();
        List<List<Cell>> cells = rows.stream()
                .map(row -> columns.stream()
                        .map(column -> cell(row.find(column).orElse(JsonNull.NULL)))
                        .toList())
                .toList();
        blocks.add(new Block.Table(columns, cells));
        if (rows.size() < parquet.rowCount() && damage.isEmpty()) {
            blocks.add(new Block.Note(Tone.FAINT, "The first " + rows.size() + " rows; cat --limit N shows more."));
        }
        JsonObject document = JsonObject.builder()
                .put("path", at.path())
                .put("sizeBytes", file.sizeBytes())
                .put("numRows", parquet.rowCount())
                .put("columns", JsonArray.of(columns, JsonText::new))
                .put("rows", JsonArray.of(rows, row -> row))
                .put("damage", damage.map(Damage::message).orElse(null))
                .build();
        return new Report("cat", damage.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }

    private static Report damaged(Damage damage) {
        return new Report(
                "cat",
                Outcome.WRONG,
                List.of(LogEntryView.damaged(damage, "")),
                JsonObject.builder()
                        .put("path", damage.at().path())
                        .put("damage", damage.message())
                        .build());
    }

    private static Cell cell(JsonValue value) {
        if (value instanceof JsonNumber number && number.asLong().isPresent()) {
            return Cell.count(number.asLong().getAsLong());
        }
        return value instanceof JsonText text
                ? Cell.text(text.value())
                : value == JsonNull.NULL ? Cell.nothing() : Cell.text(value.toString());
    }

    /** Ends the reading where nothing more is wanted. */
    private static final class Enough extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
