package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.codec.DamagedStreamException;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.state.ChangeKind;
import org.jspecify.annotations.Nullable;

/**
 * Reads a decompressed changelog in one pass. Byte offsets in its damages count decompressed bytes. Spark 4.2:
 * StateStoreChangelogReaderFactory and the readers V1 to V4; lengths that Spark would try to allocate and fail on are a
 * damage here before anything is allocated.
 */
final class ChangelogParser {
    /** No single key or value may be larger; Spark's own rows end at 2 GiB, and no sane state row comes near this. */
    static final int MAX_ITEM_BYTES = 512 * 1024 * 1024;

    private static final int HEADER_BYTES = 4;
    private static final int END_OF_RECORDS = -1;
    private static final int END_OF_TYPED_RECORDS = 0x00;
    private static final int CHUNK_BYTES = 64 * 1024;

    private final Location file;
    private final PushbackInputStream in;
    private final ChangelogSink sink;
    private long position;
    private long recordCount;

    private ChangelogParser(Location file, InputStream in, ChangelogSink sink) {
        this.file = file;
        this.in = new PushbackInputStream(in, HEADER_BYTES);
        this.sink = sink;
    }

    /**
     * Hands every record to {@code sink} until the end mark or a damage; the records before a damage have been handed
     * over then.
     *
     * @throws IOException when the bytes cannot be had
     */
    static Parsed<Changelog> parse(Location file, InputStream decompressed, ChangelogSink sink) throws IOException {
        return new ChangelogParser(file, decompressed, sink).parse();
    }

    /** Reads the format and the lineage alone. */
    static Parsed<Changelog> parseHeader(Location file, InputStream decompressed) throws IOException {
        ChangelogParser parser = new ChangelogParser(file, decompressed, (kind, key, value) -> true);
        try {
            ChangelogFormat format = parser.format();
            return Parsed.intact(new Changelog(format, format.hasLineage() ? parser.lineage() : List.of(), 0));
        } catch (MalformedException malformed) {
            return Parsed.damaged(malformed.damage());
        } catch (DamagedStreamException damaged) {
            return Parsed.damaged(damaged.damage());
        }
    }

    private Parsed<Changelog> parse() throws IOException {
        ChangelogFormat format = ChangelogFormat.V1;
        List<LineageItem> lineage = List.of();
        try {
            format = format();
            if (format.hasLineage()) {
                lineage = lineage();
            }
            if (format.hasColumnFamilies()) {
                typedRecords();
            } else {
                untypedRecords();
            }
            return Parsed.intact(new Changelog(format, lineage, recordCount));
        } catch (MalformedException malformed) {
            return Parsed.damaged(new Changelog(format, lineage, recordCount), malformed.damage());
        } catch (DamagedStreamException damaged) {
            return Parsed.damaged(new Changelog(format, lineage, recordCount), damaged.damage());
        }
    }

    /**
     * Spark takes any first line "v" plus a number for the version and all else for version 1. The length and the two
     * characters are one int of bytes here; of a version 1 file they are the first key's length, and no key is that
     * long.
     */
    private ChangelogFormat format() throws IOException {
        byte[] start = in.readNBytes(HEADER_BYTES);
        if (start.length == HEADER_BYTES && start[0] == 0 && start[1] == 2 && start[2] == 'v') {
            position = HEADER_BYTES;
            switch (start[3]) {
                case '1':
                    return ChangelogFormat.V1;
                case '2':
                    return ChangelogFormat.V2;
                case '3':
                    return ChangelogFormat.V3;
                case '4':
                    return ChangelogFormat.V4;
                default:
                    if (start[3] >= '0' && start[3] <= '9') {
                        throw new MalformedException(
                                file.atByte(0),
                                DamageKind.UNSUPPORTED_VERSION,
                                "changelog version v2, v3 or v4",
                                "v" + (char) start[3]);
                    }
            }
        }
        in.unread(start);
        position = 0;
        return ChangelogFormat.V1;
    }

    private List<LineageItem> lineage() throws IOException {
        Location at = file.atByte(position);
        int length = unsignedShort("the lineage's length");
        byte[] text = bytes(length, "the lineage");
        Parsed<JsonValue> parsed = JsonParser.parse(at, new String(text, StandardCharsets.UTF_8));
        if (parsed.damage().isPresent()) {
            Damage damage = parsed.damage().get();
            throw new MalformedException(at, damage.kind(), "the lineage as JSON", damage.found());
        }
        if (!(parsed.value().orElseThrow() instanceof JsonArray items)) {
            throw new MalformedException(at, DamageKind.MALFORMED, "the lineage as a JSON array", "another JSON value");
        }
        List<LineageItem> lineage = new ArrayList<>();
        for (JsonValue item : items.items()) {
            lineage.add(lineageItem(at, item));
        }
        return lineage;
    }

    private static LineageItem lineageItem(Location at, JsonValue item) {
        if (item instanceof JsonObject object) {
            OptionalLong version = object.number("version");
            if (version.isPresent() && object.text("checkpointUniqueId").isPresent()) {
                return new LineageItem(
                        version.getAsLong(), object.text("checkpointUniqueId").get());
            }
        }
        throw new MalformedException(
                at, DamageKind.MALFORMED, "lineage items with version and checkpointUniqueId", "another JSON value");
    }

    private void untypedRecords() throws IOException {
        while (true) {
            long at = position;
            int keyLength = length("a key's length, or -1 for the end");
            if (keyLength == END_OF_RECORDS) {
                return;
            }
            requireLength(keyLength, at, "a key's length, or -1 for the end");
            byte[] key = bytes(keyLength, "a key of " + keyLength + " bytes");
            long valueAt = position;
            int valueLength = length("a value's length, or -1 for a removal");
            boolean goOn;
            if (valueLength < 0) {
                goOn = hand(ChangeKind.DELETE, key, null);
            } else {
                requireLength(valueLength, valueAt, "a value's length");
                goOn = hand(ChangeKind.UPDATE, key, bytes(valueLength, "a value of " + valueLength + " bytes"));
            }
            if (!goOn) {
                return;
            }
        }
    }

    private void typedRecords() throws IOException {
        while (true) {
            long at = position;
            int code = in.read();
            if (code < 0) {
                throw truncated("a record's type, or 0 for the end");
            }
            position++;
            if (code == END_OF_TYPED_RECORDS) {
                return;
            }
            ChangeKind kind = kind(code, at);
            byte[] key = item("a key");
            if (!hand(kind, key, kind == ChangeKind.DELETE ? noValue() : item("a value"))) {
                return;
            }
        }
    }

    private byte @Nullable [] noValue() throws IOException {
        long at = position;
        int mark = length("-1 behind a removed key");
        if (mark != -1) {
            throw new MalformedException(
                    file.atByte(at), DamageKind.MALFORMED, "-1 behind a removed key", Integer.toString(mark));
        }
        return null;
    }

    private byte[] item(String what) throws IOException {
        long at = position;
        int length = length(what + "'s length");
        requireLength(length, at, what + "'s length");
        return bytes(length, what + " of " + length + " bytes");
    }

    private boolean hand(ChangeKind kind, byte[] key, byte @Nullable [] value) throws IOException {
        recordCount++;
        return sink.record(kind, key, value);
    }

    /** Spark 4.2: RecordType. */
    private ChangeKind kind(int code, long at) {
        return switch (code) {
            case 0x01 -> ChangeKind.UPDATE;
            case 0x10 -> ChangeKind.DELETE;
            case 0x11 -> ChangeKind.APPEND;
            case 0x20 -> ChangeKind.DELETE_RANGE;
            default ->
                throw new MalformedException(
                        file.atByte(at),
                        DamageKind.MALFORMED,
                        "a record type 0x01, 0x10, 0x11 or 0x20, or 0x00 for the end",
                        String.format("0x%02x", code));
        };
    }

    private void requireLength(int length, long at, String what) {
        if (length < 0 || length > MAX_ITEM_BYTES) {
            throw new MalformedException(
                    file.atByte(at), DamageKind.MALFORMED, what + " up to " + MAX_ITEM_BYTES, Integer.toString(length));
        }
    }

    private int unsignedShort(String what) throws IOException {
        byte[] bytes = bytes(2, what);
        return (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
    }

    private int length(String what) throws IOException {
        int b0 = in.read();
        int b1 = in.read();
        int b2 = in.read();
        int b3 = in.read();
        if ((b0 | b1 | b2 | b3) < 0) {
            throw truncated(what);
        }
        position += 4;
        return (b0 << 24) | (b1 << 16) | (b2 << 8) | b3;
    }

    /** Large items grow with what is really there, so that a length alone allocates nothing. */
    private byte[] bytes(int length, String what) throws IOException {
        byte[] bytes;
        if (length <= CHUNK_BYTES) {
            bytes = new byte[length];
            int count = in.readNBytes(bytes, 0, length);
            if (count < length) {
                throw truncated(what);
            }
        } else {
            bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw truncated(what);
            }
        }
        position += length;
        return bytes;
    }

    private MalformedException truncated(String expected) {
        return new MalformedException(
                file.atByte(position), DamageKind.TRUNCATED, expected, "the end of the file's records");
    }
}
