package dev.tidemark.cli.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.render.Printable;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.view.state.RowPipeline;
import dev.tidemark.view.state.StateRowJson;

/**
 * Rows as a table for people: a column for each field of key and value, structs opened, widths from the first rows. Meant
 * for as many rows as a person reads.
 */
final class RowsTable {
    private static final int ROWS_MEASURED = 100;
    private static final int WIDEST = 40;

    /** A time to the second still fits. */
    private static final int NARROWEST = 20;

    private static final Pattern WHOLE_SECONDS = Pattern.compile("(\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\.000(Z?)");
    private static final String GAP = "  ";

    private final RowShape shape;
    private final StateRowJson json;
    private final int screenColumns;
    private final List<List<Field>> pending = new ArrayList<>();
    private List<Integer> widths = List.of();

    private record Field(String name, String text, boolean isNumber) {}

    /** A table for rows of that shape; {@code screenColumns} is where a cell may be cut. */
    RowsTable(RowShape shape, int screenColumns) {
        this.shape = shape;
        this.json = StateRowJson.of(shape);
        this.screenColumns = screenColumns;
    }

    /** Writes the table, rows as they come; returns what was wrong. */
    List<Damage> write(
            StateReading reading, RowPipeline.PartitionReader reader, RowPipeline pipeline, RowPipeline.ChunkSink sink)
            throws IOException {
        List<Damage> damages = pipeline.run(
                reading.partitions(),
                reader,
                (to, row) -> {
                    json.write(to, row);
                    to.raw('\n');
                },
                (bytes, length) -> lines(new String(bytes, 0, length, StandardCharsets.UTF_8), sink));
        flush(sink);
        String count = pipeline.rows() == 0
                ? "no rows\n"
                : "\n" + pipeline.rows() + (pipeline.rows() == 1 ? " row" : " rows")
                        + (pipeline.isCutShort() ? "; there are more: --limit 0 shows all" : "") + "\n";
        print(count, sink);
        return damages;
    }

    private void lines(String lines, RowPipeline.ChunkSink sink) throws IOException {
        for (String line : lines.split("\n")) {
            if (!line.isEmpty()) {
                Parsed<JsonObject> row = JsonParser.parseObject(Location.of("row"), line);
                pending.add(fields(row.value().orElse(JsonObject.EMPTY)));
            }
        }
        if (pending.size() >= ROWS_MEASURED) {
            flush(sink);
        }
    }

    private void flush(RowPipeline.ChunkSink sink) throws IOException {
        if (pending.isEmpty()) {
            return;
        }
        StringBuilder text = new StringBuilder();
        if (widths.isEmpty()) {
            widths = measured();
            line(text, pending.get(0), true);
        }
        pending.forEach(row -> line(text, row, false));
        pending.clear();
        print(text.toString(), sink);
    }

    private List<Integer> measured() {
        List<Integer> measured = new ArrayList<>();
        List<Field> first = pending.get(0);
        for (int column = 0; column < first.size(); column++) {
            int widest = width(first.get(column).name());
            for (List<Field> row : pending) {
                widest = column < row.size()
                        ? Math.max(widest, width(row.get(column).text()))
                        : widest;
            }
            measured.add(Math.min(widest, Math.max(WIDEST, screenColumns / Math.max(1, first.size()))));
        }
        fit(measured, first);
        return measured;
    }

    /** Takes from the widest texts what the screen lacks; numbers stay whole, and so do narrow columns. */
    private void fit(List<Integer> measured, List<Field> first) {
        int excess = measured.stream().mapToInt(Integer::intValue).sum()
                + GAP.length() * (measured.size() - 1)
                - screenColumns;
        while (excess > 0) {
            int widest = -1;
            for (int column = 0; column < measured.size(); column++) {
                boolean mayShrink = !first.get(column).isNumber() && measured.get(column) > NARROWEST;
                if (mayShrink && (widest < 0 || measured.get(column) > measured.get(widest))) {
                    widest = column;
                }
            }
            if (widest < 0) {
                return;
            }
            measured.set(widest, measured.get(widest) - 1);
            excess--;
        }
    }

    private void line(StringBuilder text, List<Field> row, boolean isHead) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            Field field = row.get(column);
            String cell = isHead ? field.name() : field.text();
            int width = column < widths.size() ? widths.get(column) : width(cell);
            String cut =
                    width(cell) > width ? cell.substring(0, cell.offsetByCodePoints(0, width - 1)) + "\u2026" : cell;
            String spaces = " ".repeat(Math.max(0, width - width(cut)));
            line.append(column == 0 ? "" : GAP).append(field.isNumber() ? spaces + cut : cut + spaces);
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }

    /** Partition first, then what the shape has, an absent struct as dashes. */
    private List<Field> fields(JsonObject row) {
        List<Field> fields = new ArrayList<>();
        fields.add(field("partition", row.find("partition_id").orElse(JsonNull.NULL)));
        for (String change : List.of("batch_id", "change_type")) {
            row.find(change).ifPresent(value -> fields.add(field(change, value)));
        }
        for (RowShape.Column column : shape.columns()) {
            JsonValue value = row.find(column.name()).orElse(JsonNull.NULL);
            if (column.type() instanceof StructSchema struct) {
                open("", struct, value, fields, 2);
            } else {
                fields.add(field(column.name(), value));
            }
        }
        row.object("tidemark")
                .ifPresent(notes -> notes.members().forEach(note -> fields.add(field(note.name(), note.value()))));
        return fields;
    }

    private static void open(String prefix, StructSchema schema, JsonValue struct, List<Field> fields, int depth) {
        List<JsonObject.Member> members = struct instanceof JsonObject object ? object.members() : List.of();
        for (int i = 0; i < schema.size(); i++) {
            StructSchema.Field field = schema.field(i);
            JsonValue value = i < members.size() ? members.get(i).value() : JsonNull.NULL;
            if (depth > 1 && field.type() instanceof StructSchema nested) {
                open(prefix + field.name() + ".", nested, value, fields, depth - 1);
            } else {
                fields.add(field(prefix + field.name(), value));
            }
        }
    }

    private static Field field(String name, JsonValue value) {
        String text =
                value instanceof JsonText string ? string.value() : value == JsonNull.NULL ? "-" : value.toString();
        Matcher wholeSeconds = WHOLE_SECONDS.matcher(text);
        String brief = text.length() <= NARROWEST + 4 && wholeSeconds.find() ? wholeSeconds.replaceFirst("$1$2") : text;
        return new Field(Printable.of(name), Printable.of(brief), value instanceof JsonNumber);
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    private static void print(String text, RowPipeline.ChunkSink sink) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sink.write(bytes, bytes.length);
    }
}
