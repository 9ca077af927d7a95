package dev.tidemark.io;

import java.io.IOException;

/** A file holds more bytes than its reader accepts; none of them were kept. */
public final class FileTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long limitBytes;

    public FileTooLargeException(String path, long limitBytes) {
        super(path + ": more than " + limitBytes + " bytes");
        this.limitBytes = limitBytes;
    }

    /** The most that would have been read. */
    public long limitBytes() {
        return limitBytes;
    }
}
