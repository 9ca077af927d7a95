package dev.tidemark.evidence;

/**
 * Where a fact stands: a path as the evidence spells it, and inside the file a line or a byte when known.
 *
 * @param path relative to the root of the evidence, or absolute where it lies outside
 * @param line 1-based, or {@link #NO_LINE}
 * @param byteOffset 0-based, or {@link #NO_BYTE}
 */
public record Location(String path, int line, long byteOffset) {
    /** Stands for "no particular line". */
    public static final int NO_LINE = 0;

    /** Stands for "no particular byte". */
    public static final long NO_BYTE = -1;

    public Location {
        if (line < NO_LINE || byteOffset < NO_BYTE) {
            throw new IllegalArgumentException("negative position in " + path + ": " + line + ", " + byteOffset);
        }
    }

    /** A whole file or directory. */
    public static Location of(String path) {
        return new Location(path, NO_LINE, NO_BYTE);
    }

    /** The same file at a 1-based line. */
    public Location atLine(int newLine) {
        return new Location(path, newLine, byteOffset);
    }

    /** The same file at a 0-based byte. */
    public Location atByte(long newByteOffset) {
        return new Location(path, line, newByteOffset);
    }

    /** {@code path}, {@code path:line} or {@code path@byte}, the line first when both are known. */
    @Override
    public String toString() {
        if (line != NO_LINE) {
            return path + ":" + line;
        }
        return byteOffset == NO_BYTE ? path : path + "@" + byteOffset;
    }
}
