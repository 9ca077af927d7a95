package dev.tidemark.state.hdfs;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Builds the decoded bytes of a change file or snapshot record by record, for tests. */
final class DeltaBytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    DeltaBytes put(byte[] key, byte[] value) {
        return length(key.length).raw(key).length(value.length).raw(value);
    }

    DeltaBytes remove(byte[] key) {
        return length(key.length).raw(key).length(-1);
    }

    DeltaBytes length(int length) {
        try {
            out.writeInt(length);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return this;
    }

    DeltaBytes raw(byte[] raw) {
        bytes.writeBytes(raw);
        return this;
    }

    /** The bytes with the end mark behind them. */
    byte[] end() {
        length(-1);
        return bytes.toByteArray();
    }
}
