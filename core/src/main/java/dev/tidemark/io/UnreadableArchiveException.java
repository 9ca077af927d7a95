package dev.tidemark.io;

import java.io.IOException;

/** An archive that cannot be opened as a whole, or an entry of one whose bytes are not what the archive says. */
public final class UnreadableArchiveException extends IOException {
    private static final long serialVersionUID = 1L;

    /** {@code archive: what is wrong with it}. */
    public UnreadableArchiveException(String archive, String what) {
        super(archive + ": " + what);
    }
}
