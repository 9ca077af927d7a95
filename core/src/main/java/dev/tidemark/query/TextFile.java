package dev.tidemark.query;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/** A file that a person keeps beside their code, such as a description or a baseline: small, and text in UTF-8. */
public final class TextFile {
    /** More than anybody writes by hand. */
    public static final int MAX_BYTES = 16 << 20;

    private TextFile() {}

    /**
     * The text of a file; damaged when it is larger than {@link #MAX_BYTES} or no UTF-8.
     *
     * @throws IOException when it cannot be read
     */
    public static Parsed<String> read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        Location at = Location.of(file.toString());
        if (bytes.length > MAX_BYTES) {
            return Parsed.damaged(
                    new Damage(at, DamageKind.TOO_LARGE, "at most " + MAX_BYTES + " bytes", "a larger file"));
        }
        return decoded(at, bytes);
    }

    private static Parsed<String> decoded(Location at, byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CoderResult result = decoder.decode(in, out, true);
        if (result.isError()) {
            String found = String.format("the byte 0x%02x", bytes[in.position()]);
            return Parsed.damaged(new Damage(at.atByte(in.position()), DamageKind.MALFORMED, "text in UTF-8", found));
        }
        return Parsed.intact(out.flip().toString());
    }
}
