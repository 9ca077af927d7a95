package dev.tidemark.delta.checkpoint;

import java.io.IOException;

import dev.tidemark.format.parquet.SeekableBytes;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** A file of a storage as the bytes that the Parquet reader wants. */
public final class StoredFile implements SeekableBytes, AutoCloseable {
    private final RandomAccess file;

    private StoredFile(RandomAccess file) {
        this.file = file;
    }

    /** Opens a file; the caller closes it. */
    public static StoredFile open(Storage storage, StoragePath path) throws IOException {
        return new StoredFile(storage.openAt(path));
    }

    @Override
    public long sizeBytes() {
        return file.sizeBytes();
    }

    @Override
    public void readFully(long position, byte[] into, int offset, int length) throws IOException {
        file.readFully(position, into, offset, length);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
