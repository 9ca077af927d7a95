package dev.tidemark.view.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.operator.StateRowSink;
import dev.tidemark.state.operator.StateSelection;
import dev.tidemark.stream.CheckpointState;

/** One version of one store of one partition: its rows, or what the batch that wrote it changed. */
public final class StateVersionView {
    private static final int MOST_DAMAGES = 5;

    private final StateStoreId store;
    private final long version;
    private final int limitRows;
    private final List<JsonObject> rows = new ArrayList<>();
    private boolean isCut;

    private StateVersionView(StateStoreId store, long version, int limitRows) {
        this.store = store;
        this.version = version;
        this.limitRows = limitRows;
    }

    /** What is shown of a version. */
    public enum Part {
        /** Every row it holds. */
        ROWS,
        /** What it changed in the version before. */
        CHANGES
    }

    /**
     * Reads a version.
     *
     * @param version at least 1; batch {@code version - 1} wrote it
     * @param limitRows at most so many rows are read
     */
    public static Report of(CheckpointState state, StateStoreId store, long version, Part part, int limitRows)
            throws IOException {
        StateVersionView view = new StateVersionView(store, version, limitRows);
        long batchId = Math.max(0, version - 1);
        try {
            StateReading reading = state.reading(
                    state.operator(store.operatorId(), batchId), new StateSelection.Store(store.storeName()), batchId);
            StateRowSink sink = view.sink(reading);
            List<Damage> damages = part == Part.ROWS
                    ? reading.rows(store.partitionId(), batchId, sink)
                    : reading.changes(store.partitionId(), batchId, batchId, sink);
            return view.report(part, damages);
        } catch (NoSuchStateException unnamed) {
            return view.unreadable(String.valueOf(unnamed.getMessage()));
        }
    }

    private StateRowSink sink(StateReading reading) {
        StateRowJson json = StateRowJson.of(reading.shape());
        JsonBytes bytes = new JsonBytes(1 << 12);
        return row -> {
            if (rows.size() == limitRows) {
                isCut = true;
                return false;
            }
            bytes.truncate(0);
            json.write(bytes, row);
            String text = new String(bytes.array(), 0, bytes.length(), StandardCharsets.UTF_8);
            JsonParser.parseObject(Location.of(store.toString()), text).value().ifPresent(rows::add);
            return true;
        };
    }

    private Report report(Part part, List<Damage> damages) {
        List<Block> blocks = new ArrayList<>();
        String what = part == Part.ROWS ? "the state after batch " : "what changed in batch ";
        blocks.add(new Block.Heading("version " + version + " of " + store + ": " + what + (version - 1)));
        for (Damage damage : damages.subList(0, Math.min(MOST_DAMAGES, damages.size()))) {
            blocks.add(new Block.Note(Tone.BAD, damage.message()));
        }
        blocks.add(rows.isEmpty() ? new Block.Note(Tone.PLAIN, "no rows") : table());
        if (isCut) {
            blocks.add(new Block.Note(Tone.FAINT, "The first " + limitRows + " rows; cat --limit N shows more."));
        }
        JsonObject document = JsonObject.builder()
                .put("path", store.directory().value())
                .put("version", version)
                .put("rows", JsonArray.of(rows, row -> row))
                .put("isCut", isCut)
                .put("damages", JsonArray.of(damages, damage -> new JsonText(damage.message())))
                .build();
        return new Report("cat", damages.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }

    private Report unreadable(String why) {
        return new Report(
                "cat",
                Outcome.UNKNOWN,
                List.of(new Block.Verdict(Tone.UNKNOWN, "The rows of " + store + " cannot be told", why, "")),
                JsonObject.builder()
                        .put("path", store.directory().value())
                        .put("version", version)
                        .put("rows", (JsonValue) null)
                        .put("reason", why)
                        .build());
    }

    private Block.Table table() {
        List<Map<String, JsonValue>> flat =
                rows.stream().map(StateVersionView::flat).toList();
        List<String> columns = new ArrayList<>();
        flat.forEach(row ->
                row.keySet().stream().filter(name -> !columns.contains(name)).forEach(columns::add));
        return new Block.Table(
                columns,
                flat.stream()
                        .map(row -> columns.stream()
                                .map(column -> cell(row.getOrDefault(column, JsonNull.NULL)))
                                .toList())
                        .toList());
    }

    /** The fields of key and value beside each other, structs opened; the partition is known. */
    private static Map<String, JsonValue> flat(JsonObject row) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (JsonObject.Member member : row.members()) {
            switch (member.name()) {
                case "partition_id", "batch_id" -> {}
                case "key", "value", "tidemark" -> open("", member.value(), fields, 2);
                default -> open(member.name(), member.value(), fields, 1);
            }
        }
        return fields;
    }

    private static void open(String name, JsonValue value, Map<String, JsonValue> fields, int depth) {
        if (!(value instanceof JsonObject struct) || depth == 0) {
            if (!name.isEmpty()) {
                fields.put(name, value);
            }
            return;
        }
        for (JsonObject.Member member : struct.members()) {
            String inner = name.isEmpty() ? member.name() : name + "." + member.name();
            open(fields.containsKey(inner) ? "value." + inner : inner, member.value(), fields, depth - 1);
        }
    }

    private static Cell cell(JsonValue value) {
        if (value instanceof JsonNumber number && number.asLong().isPresent()) {
            return Cell.count(number.asLong().getAsLong());
        }
        return value instanceof JsonText text
                ? Cell.text(text.value())
                : value == JsonNull.NULL ? Cell.nothing() : Cell.text(value.toString());
    }
}
