package dev.tidemark.state;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.FileTooLargeException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * The side file {@code X.crc} that Spark 4.1 and later keep beside a state file {@code X}: CRC32C and size of all its
 * bytes. Spark 4.2: ChecksumCheckpointFileManager.
 *
 * @param value the checksum, as a signed number of 32 bits
 * @param sizeBytes of the main file
 */
public record FileChecksum(int value, long sizeBytes) {
    private static final String SIDE_FILE = ".crc";
    private static final int LIMIT_BYTES = 1 << 16;

    /** A file may be that much larger than it should be and is still read to its end, to tell its checksum. */
    private static final long MOST_EXCESS_BYTES = 1L << 26;

    private static final String VALUE = "value";
    private static final String MAIN_FILE_SIZE = "mainFileSize";
    private static final String ALGORITHM = "algorithm";
    private static final String TIMESTAMP_MS = "timestampMs";
    private static final String CREATOR = "creator";

    /** The side file of a file. */
    public static StoragePath sideOf(StoragePath file) {
        return file.parent().child(file.name() + SIDE_FILE);
    }

    /** Whether a damage is that a file and its side file do not agree, or that the side file cannot be read. */
    public static boolean isMatterOf(Damage damage) {
        return damage.cause() instanceof StateFlaw flaw && (flaw == StateFlaw.OTHER_CHECKSUM || flaw.isInSideFile());
    }

    /** What a side file says. */
    public static Parsed<FileChecksum> parse(Location at, String text) {
        Parsed<JsonValue> json = JsonParser.parse(at, text);
        if (json.damage().isPresent()) {
            return Parsed.damaged(json.damage().get().because(StateFlaw.SIDE_FILE_NOT_JSON));
        }
        JsonObject object = json.value().orElse(JsonNull.NULL) instanceof JsonObject read ? read : JsonObject.EMPTY;
        OptionalLong value = object.number(VALUE);
        OptionalLong size = object.number(MAIN_FILE_SIZE);
        boolean isWhole = object.text(ALGORITHM).isPresent()
                && object.number(TIMESTAMP_MS).isPresent()
                && object.object(CREATOR).isPresent();
        if (value.isEmpty() || size.isEmpty() || !isWhole) {
            Damage damage = new Damage(
                    at,
                    DamageKind.MALFORMED,
                    "\"algorithm\", \"value\", \"mainFileSize\", \"timestampMs\" and \"creator\"",
                    text);
            return Parsed.damaged(damage.because(StateFlaw.SIDE_FILE_WITHOUT_CHECKSUM));
        }
        return Parsed.intact(new FileChecksum((int) value.getAsLong(), size.getAsLong()));
    }

    /** What the bytes of a side file say. Spark decodes them strictly, whatever they mean. */
    static Parsed<FileChecksum> parse(Location at, byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (StandardCharsets.UTF_8.newDecoder().decode(in, text, true).isError()) {
            Damage damage = new Damage(
                    at.atByte(in.position()),
                    DamageKind.MALFORMED,
                    "text in UTF-8",
                    "a byte that is not part of any character");
            return Parsed.damaged(damage.because(StateFlaw.SIDE_FILE_NOT_TEXT));
        }
        return parse(at, text.flip().toString());
    }

    /** The checksum of a whole file, which takes reading all of it. */
    @FunctionalInterface
    public interface WholeFile {
        /** CRC32C of all its bytes. */
        long crc32c() throws IOException;
    }

    /**
     * Holds a file against its side file, if there is one. A file that is far too large is not read.
     *
     * @return what does not match; empty also when there is no side file, as Spark then verifies nothing
     */
    public static Optional<Damage> verify(Storage storage, StoragePath file, long sizeBytes, WholeFile whole)
            throws IOException {
        StoragePath side = sideOf(file);
        byte[] bytes;
        try {
            bytes = storage.readAtMost(side, LIMIT_BYTES);
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        } catch (FileTooLargeException tooLarge) {
            Damage damage = new Damage(
                    Location.of(side.value()),
                    DamageKind.TOO_LARGE,
                    "a checksum file",
                    "more than " + LIMIT_BYTES + " bytes");
            return Optional.of(damage.because(StateFlaw.SIDE_FILE_TOO_LARGE));
        }
        Parsed<FileChecksum> parsed = parse(Location.of(side.value()), bytes);
        if (parsed.value().isEmpty()) {
            return parsed.damage();
        }
        return parsed.value().get().against(Location.of(file.value()), sizeBytes, whole);
    }

    private Optional<Damage> against(Location at, long size, WholeFile whole) throws IOException {
        if (sizeBytes < size - MOST_EXCESS_BYTES) {
            return Optional.of(mismatch(at, size + " bytes"));
        }
        int crc32c = (int) whole.crc32c();
        boolean matches = crc32c == value && size == sizeBytes;
        return matches ? Optional.empty() : Optional.of(mismatch(at, crc32c + " over " + size + " bytes"));
    }

    private Damage mismatch(Location at, String found) {
        Damage damage = new Damage(
                at,
                DamageKind.CHECKSUM_MISMATCH,
                "CRC32C " + value + " over " + sizeBytes + " bytes as its .crc file says",
                found);
        return damage.because(StateFlaw.OTHER_CHECKSUM);
    }
}
