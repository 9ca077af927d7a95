package dev.tidemark.source.data;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.checkpoint.StoredFile;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.parquet.FooterParser;
import dev.tidemark.format.parquet.ParquetFile;
import dev.tidemark.format.parquet.ParquetReader;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/** Counts rows of data files and finds the newest event time in them: Parquet, JSON lines and text. */
public final class DataFileReader {
    private static final int MAX_LINE_CHARS = 64 << 20;

    private final Storage storage;
    private final String format;
    private final @Nullable ZoneId zone;

    /**
     * A reader of the files below one directory.
     *
     * @param format as in {@code readStream.format}; {@code delta} is Parquet
     * @param zone of timestamps without one; null when it is not known
     */
    public DataFileReader(Storage storage, String format, @Nullable ZoneId zone) {
        this.storage = storage;
        this.format = format.equals("delta") ? "parquet" : format;
        this.zone = zone;
    }

    /** The rows of a file; empty when the format is not read, or the file is gone or damaged. */
    public OptionalLong rows(StoragePath file) throws IOException {
        try {
            switch (format) {
                case "parquet" -> {
                    Optional<ParquetFile> footer = footer(file);
                    return footer.isEmpty()
                            ? OptionalLong.empty()
                            : OptionalLong.of(footer.get().rowCount());
                }
                case "json", "text" -> {
                    long[] rows = {0};
                    boolean whole = forEachLine(file, line -> rows[0] += countsAsRow(line) ? 1 : 0);
                    return whole ? OptionalLong.of(rows[0]) : OptionalLong.empty();
                }
                default -> {
                    return OptionalLong.empty();
                }
            }
        } catch (FileNotFoundException gone) {
            return OptionalLong.of(0);
        }
    }

    private boolean countsAsRow(String line) {
        return format.equals("text") || !line.isBlank();
    }

    /**
     * The newest value of a timestamp column.
     *
     * @param newestMs epoch milliseconds, empty when no row has a value
     */
    public record EventTime(OptionalLong newestMs) {}

    /** The newest event time in a file; empty when it cannot be told. */
    public Optional<EventTime> newest(StoragePath file, String column) throws IOException {
        Newest newest = new Newest();
        try {
            boolean isWhole = switch (format) {
                case "parquet" -> parquetColumn(file, column, newest);
                case "json" -> forEachLine(file, line -> newest.see(field(line, column)));
                default -> false;
            };
            return isWhole && !newest.isUnreadable ? Optional.of(newest.eventTime()) : Optional.empty();
        } catch (FileNotFoundException gone) {
            return Optional.of(newest.eventTime());
        }
    }

    private final class Newest {
        private long micros = Long.MIN_VALUE;
        private boolean isUnreadable;

        void see(Optional<JsonValue> value) {
            if (value.isEmpty() || !(value.get() instanceof JsonText text)) {
                return;
            }
            try {
                OptionalLong seen = TimestampText.micros(text.value(), zone);
                micros = Math.max(micros, seen.orElse(Long.MIN_VALUE));
            } catch (DateTimeException withoutZone) {
                isUnreadable = true;
            }
        }

        EventTime eventTime() {
            return new EventTime(
                    micros == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(Math.floorDiv(micros, 1000)));
        }
    }

    private Optional<ParquetFile> footer(StoragePath file) throws IOException {
        try (StoredFile bytes = StoredFile.open(storage, file)) {
            Parsed<ParquetFile> footer = FooterParser.parse(Location.of(file.value()), bytes);
            return footer.isIntact() ? footer.value() : Optional.empty();
        }
    }

    private boolean parquetColumn(StoragePath file, String column, Newest newest) throws IOException {
        try (StoredFile bytes = StoredFile.open(storage, file)) {
            Location at = Location.of(file.value());
            Parsed<ParquetFile> footer = FooterParser.parse(at, bytes);
            if (!footer.isIntact()
                    || footer.value().orElseThrow().schema().find(column).isEmpty()) {
                return false;
            }
            Optional<Damage> damage = new ParquetReader(
                            at, bytes, footer.value().orElseThrow())
                    .forEachRow(node -> node.path().equals(column), (row, value) -> newest.see(value.find(column)));
            return damage.isEmpty();
        }
    }

    private static Optional<JsonValue> field(String line, String column) {
        Optional<JsonObject> row =
                JsonParser.parseObject(Location.of("line"), line).value();
        return row.flatMap(object -> object.find(column));
    }

    /** Takes one line. */
    private interface LineVisitor {
        void see(String line);
    }

    private boolean forEachLine(StoragePath file, LineVisitor each) throws IOException {
        if (file.name().endsWith(".gz")
                || file.name().endsWith(".bz2")
                || file.name().endsWith(".zst")) {
            return false;
        }
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(storage.open(file), StandardCharsets.UTF_8))) {
            StringBuilder line = new StringBuilder();
            for (int next = lines.read(); next >= 0; next = lines.read()) {
                if (next == '\n') {
                    each.see(line.toString());
                    line.setLength(0);
                } else if (line.length() >= MAX_LINE_CHARS) {
                    return false;
                } else {
                    line.append((char) next);
                }
            }
            if (line.length() > 0) {
                each.see(line.toString());
            }
            return true;
        }
    }
}
