package dev.tidemark.format.binary;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian words at any position of an array; what Spark writes on every platform it is run on today. */
public final class LittleEndian {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private LittleEndian() {}

    /** Two bytes, signed. */
    public static short shortAt(byte[] bytes, int position) {
        return (short) SHORT.get(bytes, position);
    }

    /** Four bytes, signed. */
    public static int intAt(byte[] bytes, int position) {
        return (int) INT.get(bytes, position);
    }

    /** Eight bytes, signed. */
    public static long longAt(byte[] bytes, int position) {
        return (long) LONG.get(bytes, position);
    }

    /** Sets four bytes. */
    public static void putInt(byte[] bytes, int position, int value) {
        INT.set(bytes, position, value);
    }
}
