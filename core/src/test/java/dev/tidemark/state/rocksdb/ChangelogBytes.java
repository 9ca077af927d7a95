package dev.tidemark.state.rocksdb;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Builds changelogs byte by byte, for tests. */
final class ChangelogBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    @FunctionalInterface
    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    ChangelogBytes utf(String text) {
        return write(to -> to.writeUTF(text));
    }

    ChangelogBytes type(int code) {
        return write(to -> to.writeByte(code));
    }

    ChangelogBytes number(int value) {
        return write(to -> to.writeInt(value));
    }

    ChangelogBytes item(byte[] item) {
        return write(to -> {
            to.writeInt(item.length);
            to.write(item);
        });
    }

    ChangelogBytes item(String text) {
        return item(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A put of version 1 and 3. */
    ChangelogBytes put(String key, String value) {
        return item(key).item(value);
    }

    /** A removal of version 1 and 3. */
    ChangelogBytes remove(String key) {
        return item(key).number(-1);
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    private ChangelogBytes write(Writing writing) {
        try {
            writing.to(out);
            return this;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
