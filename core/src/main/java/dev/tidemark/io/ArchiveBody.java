package dev.tidemark.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of an archive's entries, found by what its index remembered. */
interface ArchiveBody extends Closeable {
    /** The bytes of an entry from its start; the caller closes the stream. */
    InputStream open(ArchivedFile file) throws IOException;

    /** The bytes of an entry at positions; the caller closes it. */
    RandomAccess openAt(ArchivedFile file) throws IOException;
}
