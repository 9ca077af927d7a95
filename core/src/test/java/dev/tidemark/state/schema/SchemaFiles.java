package dev.tidemark.state.schema;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Builds schema files as Spark writes them, for tests. */
public final class SchemaFiles {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    private SchemaFiles() {}

    /** Versions 1 and 2. */
    public static byte[] ofPair(int version, String keyJson, String valueJson) {
        SchemaFiles file = new SchemaFiles().utf("v" + version);
        for (String json : new String[] {keyJson, valueJson}) {
            if (version == 1) {
                file.utf(json);
            } else {
                file.chunks(json);
            }
        }
        return file.bytes.toByteArray();
    }

    /** Version 3: name, key, value, value id, encoder and user key, family after family. */
    public static byte[] ofFamilies(Family... families) {
        SchemaFiles file = new SchemaFiles().utf("v3").number(families.length);
        for (Family family : families) {
            file.utf(family.name())
                    .id(0)
                    .chunks(family.key())
                    .id(family.valueId())
                    .chunks(family.value());
            file.chunks(family.encoder()).chunks(family.userKey());
        }
        return file.bytes.toByteArray();
    }

    public record Family(String name, String key, int valueId, String value, String encoder, String userKey) {}

    /** The JSON of a struct: names and types in turn. */
    public static String struct(String... namesAndTypes) {
        StringBuilder json = new StringBuilder("{\"type\":\"struct\",\"fields\":[");
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            String type = namesAndTypes[i + 1];
            json.append(i == 0 ? "" : ",")
                    .append("{\"name\":\"" + namesAndTypes[i] + "\",\"type\":")
                    .append(type.startsWith("{") ? type : "\"" + type + "\"")
                    .append(",\"nullable\":true,\"metadata\":{}}");
        }
        return json.append("]}").toString();
    }

    private SchemaFiles chunks(String text) {
        int half = text.length() / 2;
        return number(2).utf(text.substring(0, half)).utf(text.substring(half));
    }

    private SchemaFiles utf(String text) {
        return write(() -> out.writeUTF(text));
    }

    private SchemaFiles number(int value) {
        return write(() -> out.writeInt(value));
    }

    private SchemaFiles id(int value) {
        return write(() -> out.writeShort(value));
    }

    private SchemaFiles write(Write write) {
        try {
            write.run();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    private interface Write {
        void run() throws IOException;
    }
}
