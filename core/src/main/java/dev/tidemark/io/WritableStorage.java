package dev.tidemark.io;

import java.io.IOException;

/** A storage that can change. Named only in io, by the engine's overlay and by repair's writer: never over evidence. */
public interface WritableStorage extends Storage {
    /** Creates or replaces a file. */
    void write(StoragePath path, byte[] bytes) throws IOException;

    /**
     * Removes a file.
     *
     * @return whether there was one
     */
    boolean delete(StoragePath path) throws IOException;
}
