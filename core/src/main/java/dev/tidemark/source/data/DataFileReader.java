package dev.tidemark.source.data;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongPredicate;

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
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.NewestTime;
import org.jspecify.annotations.Nullable;

/** Counts rows of data files and finds the newest event time in them: Parquet, JSON lines and text. */
public final class DataFileReader {
    private static final int MAX_LINE_CHARS = 64 << 20;
    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};
    private static final byte[] ENCRYPTED_MAGIC = {'P', 'A', 'R', 'E'};

    /** The magic at both ends, and the length of the footer. */
    private static final int LEAST_BYTES = 12;

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

    /**
     * What is wrong with a Parquet file at first sight, as its reader says it behind the file's name; empty when nothing is.
     * An empty file is passed over by who reads it. Authority: Parquet 1.16 ParquetFileReader.readFooter.
     */
    public Optional<String> flaw(StoragePath file) throws IOException {
        long sizeBytes = storage.stat(file).map(FileEntry::sizeBytes).orElse(0L);
        if (!format.equals("parquet") || sizeBytes == 0) {
            return Optional.empty();
        }
        if (sizeBytes < LEAST_BYTES) {
            return Optional.of(" is not a Parquet file (length is too low: " + sizeBytes + ")");
        }
        byte[] tail = new byte[MAGIC.length];
        try (RandomAccess bytes = storage.openAt(file)) {
            bytes.readFully(sizeBytes - MAGIC.length, tail, 0, tail.length);
        }
        return Arrays.equals(tail, MAGIC) || Arrays.equals(tail, ENCRYPTED_MAGIC)
                ? Optional.empty()
                : Optional.of(
                        " is not a Parquet file. Expected magic number at tail, but found " + Arrays.toString(tail));
    }

    private boolean countsAsRow(String line) {
        return format.equals("text") || !line.isBlank();
    }

    /**
     * The newest event time in a file.
     *
     * @param isHidden which rows, by number, do not count; asked of Parquet alone
     */
    public NewestTime newest(StoragePath file, String column, LongPredicate isHidden) throws IOException {
        Newest newest = new Newest();
        try {
            boolean isWhole = switch (format) {
                case "parquet" -> parquetColumn(file, column, isHidden, newest);
                case "json" -> forEachLine(file, line -> newest.see(field(line, column)));
                default -> false;
            };
            return isWhole && !newest.isUnreadable ? newest.eventTime() : NewestTime.UNKNOWN;
        } catch (FileNotFoundException gone) {
            return newest.eventTime();
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

        NewestTime eventTime() {
            return micros == Long.MIN_VALUE ? NewestTime.NONE : NewestTime.exactly(Math.floorDiv(micros, 1000));
        }
    }

    private Optional<ParquetFile> footer(StoragePath file) throws IOException {
        try (StoredFile bytes = StoredFile.open(storage, file)) {
            Parsed<ParquetFile> footer = FooterParser.parse(Location.of(file.value()), bytes);
            return footer.isIntact() ? footer.value() : Optional.empty();
        }
    }

    private boolean parquetColumn(StoragePath file, String column, LongPredicate isHidden, Newest newest)
            throws IOException {
        try (StoredFile bytes = StoredFile.open(storage, file)) {
            Location at = Location.of(file.value());
            Parsed<ParquetFile> footer = FooterParser.parse(at, bytes);
            if (!footer.isIntact()
                    || footer.value().orElseThrow().schema().find(column).isEmpty()) {
                return false;
            }
            Optional<Damage> damage = new ParquetReader(
                            at, bytes, footer.value().orElseThrow())
                    .forEachRow(node -> node.path().equals(column), (row, value) -> {
                        if (!isHidden.test(row)) {
                            newest.see(value.find(column));
                        }
                    });
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
            boolean isBehindReturn = false;
            for (int next = lines.read(); next >= 0; next = lines.read()) {
                boolean isEnd = next == '\r' || (next == '\n' && !isBehindReturn);
                if (isEnd) {
                    each.see(line.toString());
                    line.setLength(0);
                } else if (line.length() >= MAX_LINE_CHARS) {
                    return false;
                } else if (next != '\n') {
                    line.append((char) next);
                }
                isBehindReturn = next == '\r';
            }
            if (line.length() > 0) {
                each.see(line.toString());
            }
            return true;
        }
    }
}
