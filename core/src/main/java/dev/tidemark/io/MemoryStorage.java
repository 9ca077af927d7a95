package dev.tidemark.io;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NotDirectoryException;
import java.util.HashSet;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A tree of files in memory. Directories exist where a file lies below them. */
public final class MemoryStorage implements WritableStorage {
    private final NavigableMap<String, StoredFile> files = new TreeMap<>();

    private record StoredFile(byte[] bytes, long modifiedAtMs) {}

    /** Adds or replaces a UTF-8 text file; for tests and small trees. */
    public MemoryStorage with(String path, String text) {
        write(new StoragePath(path), text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    /** Adds or replaces a file with a modification time in epoch milliseconds. */
    public MemoryStorage with(String path, byte[] bytes, long modifiedAtMs) {
        files.put(new StoragePath(path).value(), new StoredFile(bytes.clone(), modifiedAtMs));
        return this;
    }

    @Override
    public void write(StoragePath path, byte[] bytes) {
        files.put(path.value(), new StoredFile(bytes.clone(), 0));
    }

    /** Puts a file into another storage, time and all. */
    void copyTo(StoragePath path, MemoryStorage other) {
        StoredFile file = files.get(path.value());
        if (file != null) {
            other.files.put(path.value(), file);
        }
    }

    @Override
    public boolean delete(StoragePath path) {
        return files.remove(path.value()) != null;
    }

    @Override
    public String location() {
        return "memory:";
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each)
            throws FileNotFoundException, NotDirectoryException {
        if (files.containsKey(directory.value())) {
            throw new NotDirectoryException(directory.value());
        }
        String prefix = prefixOf(directory);
        Set<String> seen = new HashSet<>();
        for (String path : files.tailMap(prefix, true).keySet()) {
            if (!path.startsWith(prefix)) {
                break;
            }
            String name = path.substring(prefix.length()).split("/", 2)[0];
            if (seen.add(name)) {
                each.accept(entry(directory.child(name)).orElseThrow());
            }
        }
        if (seen.isEmpty()) {
            throw new FileNotFoundException(directory.value());
        }
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) {
        return entry(path);
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        return new ByteArrayInputStream(require(path));
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        return new BytesAccess(require(path));
    }

    private byte[] require(StoragePath path) throws IOException {
        StoredFile file = files.get(path.value());
        if (file == null) {
            if (entry(path).isPresent()) {
                throw new IOException(path.value() + ": not a regular file");
            }
            throw new FileNotFoundException(path.value());
        }
        return file.bytes();
    }

    private Optional<FileEntry> entry(StoragePath path) {
        StoredFile file = files.get(path.value());
        if (file != null) {
            return Optional.of(new FileEntry(path, EntryKind.FILE, file.bytes().length, file.modifiedAtMs()));
        }
        String prefix = prefixOf(path);
        String below = files.ceilingKey(prefix);
        return below != null && below.startsWith(prefix)
                ? Optional.of(new FileEntry(path, EntryKind.DIRECTORY, 0, 0))
                : Optional.empty();
    }

    private static String prefixOf(StoragePath directory) {
        return directory.isRoot() ? "" : directory.value() + "/";
    }
}
