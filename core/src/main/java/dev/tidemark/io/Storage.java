package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A read-only tree of files under one root. Implementations never write, create or touch anything, and never follow a
 * name out of the root. Absent is {@link FileNotFoundException}, refused or broken is any other {@link IOException}.
 */
public interface Storage extends AutoCloseable {
    /** The root as Spark would print it in a message, such as {@code file:/lake/ckpt}; for display only. */
    String location();

    /**
     * Hands over each entry of a directory in no particular order, without holding them all.
     *
     * @throws FileNotFoundException when there is no such directory
     * @throws NotDirectoryException when it is a file
     */
    void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException;

    /** What stands at a path, or empty when nothing does. */
    Optional<FileEntry> stat(StoragePath path) throws IOException;

    /** Whether a path is a link to another place; false where the storage knows no links. */
    default boolean isLink(StoragePath path) {
        return false;
    }

    /**
     * Opens a file from its start; the caller closes it.
     *
     * @throws FileNotFoundException when there is no such file
     */
    InputStream open(StoragePath path) throws IOException;

    /**
     * Opens a file for reads at positions; the caller closes it.
     *
     * @throws FileNotFoundException when there is no such file
     */
    RandomAccess openAt(StoragePath path) throws IOException;

    /**
     * A file where code that knows paths alone may read it in place; empty where a copy is needed.
     *
     * @throws FileNotFoundException when there is no such file
     */
    default Optional<Path> localFile(StoragePath path) throws IOException {
        return Optional.empty();
    }

    /** The entries of a directory by name. */
    default List<FileEntry> list(StoragePath directory) throws IOException {
        List<FileEntry> entries = new ArrayList<>();
        forEachEntry(directory, entries::add);
        entries.sort(Comparator.comparing(FileEntry::path));
        return List.copyOf(entries);
    }

    /**
     * The bytes of a file that should be small.
     *
     * @throws FileTooLargeException when it holds more than {@code limitBytes}
     */
    default byte[] readAtMost(StoragePath path, int limitBytes) throws IOException {
        try (InputStream in = open(path)) {
            byte[] bytes = in.readNBytes(limitBytes);
            if (bytes.length == limitBytes && in.read() >= 0) {
                throw new FileTooLargeException(path.value(), limitBytes);
            }
            return bytes;
        }
    }

    /** Releases what the storage holds; a no-op for most. */
    @Override
    default void close() throws IOException {}
}
