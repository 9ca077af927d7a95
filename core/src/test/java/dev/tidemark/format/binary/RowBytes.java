package dev.tidemark.format.binary;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Builds rows and arrays in Spark's layout, value by value, for tests. */
public final class RowBytes {
    private final int widthBytes;
    private final boolean isArray;
    private final List<Object> values = new ArrayList<>();

    private RowBytes(int widthBytes, boolean isArray) {
        this.widthBytes = widthBytes;
        this.isArray = isArray;
    }

    public static RowBytes row() {
        return new RowBytes(8, false);
    }

    public static RowBytes array(int elementWidthBytes) {
        return new RowBytes(elementWidthBytes, true);
    }

    public RowBytes add(long value) {
        values.add(value);
        return this;
    }

    public RowBytes add(double value) {
        return add(Double.doubleToRawLongBits(value));
    }

    public RowBytes add(String value) {
        return add(value.getBytes(StandardCharsets.UTF_8));
    }

    public RowBytes add(byte[] value) {
        values.add(value);
        return this;
    }

    public RowBytes addNull() {
        values.add("null");
        return this;
    }

    public byte[] build() {
        int bits = UnsafeRow.bitsetBytes(values.size());
        int head = isArray ? 8 : 0;
        int fixed = head + bits + roundUp(values.size() * widthBytes);
        ByteArrayOutputStream variable = new ByteArrayOutputStream();
        ByteBuffer out = ByteBuffer.allocate(fixed).order(ByteOrder.LITTLE_ENDIAN);
        if (isArray) {
            out.putLong(0, values.size());
        }
        for (int i = 0; i < values.size(); i++) {
            int slot = head + bits + i * widthBytes;
            Object value = values.get(i);
            if (value instanceof Long number) {
                put(out, slot, number);
            } else if (value instanceof byte[] bytes) {
                out.putLong(slot, (long) (fixed + variable.size()) << 32 | bytes.length);
                variable.writeBytes(bytes);
                variable.writeBytes(new byte[roundUp(bytes.length) - bytes.length]);
            } else {
                out.put(head + i / 8, (byte) (out.get(head + i / 8) | 1 << (i % 8)));
            }
        }
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(out.array());
        all.writeBytes(variable.toByteArray());
        return all.toByteArray();
    }

    /** A map: the length of its keys, its keys, its values. */
    public static byte[] map(byte[] keys, byte[] values) {
        return ByteBuffer.allocate(8 + keys.length + values.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(keys.length)
                .put(keys)
                .put(values)
                .array();
    }

    private void put(ByteBuffer out, int slot, long value) {
        switch (widthBytes) {
            case 1 -> out.put(slot, (byte) value);
            case 2 -> out.putShort(slot, (short) value);
            case 4 -> out.putInt(slot, (int) value);
            default -> out.putLong(slot, value);
        }
    }

    private static int roundUp(int bytes) {
        return (bytes + 7) / 8 * 8;
    }
}
