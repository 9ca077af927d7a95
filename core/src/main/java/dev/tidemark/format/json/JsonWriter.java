package dev.tidemark.format.json;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;

/** {@link JsonValue} to text. */
public final class JsonWriter {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(com.fasterxml.jackson.core.StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
            .build();

    private JsonWriter() {}

    /** The value on one line without spaces. */
    public static String compact(JsonValue value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = FACTORY.createGenerator(text)) {
            write(out, value);
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
        return text.toString();
    }

    /** Writes the value on one line with a line end behind it, safe to show on a terminal. */
    public static void line(Writer to, JsonValue value) throws IOException {
        try (JsonGenerator out = FACTORY.createGenerator(to)) {
            out.setCharacterEscapes(new TerminalEscapes());
            write(out, value);
        }
        to.write('\n');
    }

    /** Writes the value with an indent of two spaces and a line end behind it, safe to show on a terminal. */
    public static void pretty(Writer to, JsonValue value) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
        printer.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
        try (JsonGenerator out = FACTORY.createGenerator(to)) {
            out.setPrettyPrinter(printer);
            out.setCharacterEscapes(new TerminalEscapes());
            write(out, value);
        }
        to.write('\n');
    }

    private static void write(JsonGenerator out, JsonValue value) throws IOException {
        if (value instanceof JsonObject object) {
            out.writeStartObject();
            for (JsonObject.Member member : object.members()) {
                out.writeFieldName(member.name());
                write(out, member.value());
            }
            out.writeEndObject();
        } else if (value instanceof JsonArray array) {
            out.writeStartArray();
            for (JsonValue item : array.items()) {
                write(out, item);
            }
            out.writeEndArray();
        } else if (value instanceof JsonText text) {
            out.writeString(text.value());
        } else if (value instanceof JsonNumber number) {
            out.writeNumber(number.digits());
        } else if (value instanceof JsonTruth truth) {
            out.writeBoolean(truth.value());
        } else {
            out.writeNull();
        }
    }
}
