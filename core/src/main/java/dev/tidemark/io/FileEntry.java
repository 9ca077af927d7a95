package dev.tidemark.io;

/**
 * One name in a directory.
 *
 * @param sizeBytes 0 for what is no file
 * @param modifiedAtMs epoch milliseconds as the storage tells them
 */
public record FileEntry(StoragePath path, EntryKind kind, long sizeBytes, long modifiedAtMs) {
    /** The name alone. */
    public String name() {
        return path.name();
    }

    /** Whether bytes can be read from it. */
    public boolean isFile() {
        return kind == EntryKind.FILE;
    }

    /** Whether it can be listed. */
    public boolean isDirectory() {
        return kind == EntryKind.DIRECTORY;
    }
}
