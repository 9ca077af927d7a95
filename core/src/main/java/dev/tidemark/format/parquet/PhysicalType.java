package dev.tidemark.format.parquet;

/** How Parquet stores a value, in the order of the format's type codes. */
public enum PhysicalType {
    BOOLEAN,
    INT32,
    INT64,
    INT96,
    FLOAT,
    DOUBLE,
    BYTE_ARRAY,
    FIXED_LEN_BYTE_ARRAY;

    private static final PhysicalType[] BY_CODE = values();

    static boolean isCode(int code) {
        return code >= 0 && code < BY_CODE.length;
    }

    static PhysicalType ofCode(int code) {
        return BY_CODE[code];
    }

    /** Whether a value is a slice of bytes; all others fit a long. */
    boolean isBytes() {
        return this == INT96 || this == BYTE_ARRAY || this == FIXED_LEN_BYTE_ARRAY;
    }
}
