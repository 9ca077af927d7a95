package dev.tidemark.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** Any small file: its JSON with an indent, else its text, else its first bytes. */
public final class FileView {
    private static final int LIMIT_BYTES = 1 << 20;
    private static final int DUMP_BYTES = 512;
    private static final int DUMP_COLUMNS = 16;

    private FileView() {}

    /** Reads a file as far as a person wants to see it. */
    public static Report of(Storage storage, FileEntry file) throws IOException {
        Location at = Location.of(file.path().value());
        byte[] bytes = head(storage, file);
        boolean isCut = bytes.length == LIMIT_BYTES && file.sizeBytes() > LIMIT_BYTES;
        Optional<String> text = text(bytes);
        List<Block> blocks = new ArrayList<>();
        JsonValue value = null;
        if (text.isEmpty()) {
            blocks.add(new Block.Listing(dump(bytes)));
            notes(blocks, bytes.length > DUMP_BYTES, "the first " + DUMP_BYTES + " bytes");
        } else {
            List<String> lines = new ArrayList<>();
            List<JsonValue> values = new ArrayList<>();
            for (String line : text.get().lines().toList()) {
                Parsed<JsonValue> json = JsonParser.parse(at, line);
                json.value().filter(found -> json.isIntact()).ifPresent(values::add);
                boolean isTree = json.isIntact()
                        && json.value().filter(JsonObject.class::isInstance).isPresent();
                lines.addAll(isTree ? pretty(json.value().orElseThrow()) : List.of(line));
            }
            blocks.add(new Block.Listing(lines));
            notes(blocks, isCut, "the first " + LIMIT_BYTES + " bytes");
            value = values.isEmpty()
                    ? new JsonText(text.get())
                    : values.size() == 1 ? values.get(0) : new JsonArray(values);
        }
        JsonObject document = JsonObject.builder()
                .put("path", at.path())
                .put("sizeBytes", file.sizeBytes())
                .put("value", value)
                .build();
        return new Report("cat", Outcome.FINE, blocks, document);
    }

    private static byte[] head(Storage storage, FileEntry file) throws IOException {
        try (InputStream in = storage.open(file.path())) {
            return in.readNBytes(LIMIT_BYTES);
        }
    }

    private static void notes(List<Block> blocks, boolean isCut, String shown) {
        if (isCut) {
            blocks.add(new Block.Note(Tone.FAINT, "These are " + shown + "; cat --raw gives all."));
        }
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            boolean isText = text.chars().noneMatch(c -> c < ' ' && c != '\n' && c != '\r' && c != '\t');
            return isText ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    private static List<String> pretty(JsonValue value) throws IOException {
        StringWriter text = new StringWriter();
        JsonWriter.pretty(text, value);
        return text.toString().lines().toList();
    }

    private static List<String> dump(byte[] bytes) {
        List<String> lines = new ArrayList<>();
        for (int start = 0; start < Math.min(bytes.length, DUMP_BYTES); start += DUMP_COLUMNS) {
            StringBuilder hex = new StringBuilder();
            StringBuilder text = new StringBuilder();
            for (int i = start; i < Math.min(bytes.length, start + DUMP_COLUMNS); i++) {
                hex.append(String.format(Locale.ROOT, "%02x ", bytes[i]));
                text.append(bytes[i] >= ' ' && bytes[i] < 0x7f ? (char) bytes[i] : '.');
            }
            lines.add(String.format(Locale.ROOT, "%08x  %-48s %s", start, hex, text));
        }
        return lines;
    }
}
