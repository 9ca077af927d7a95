package dev.tidemark.io;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipException;

/**
 * A {@code .zip}, {@code .tar}, {@code .tar.gz} or {@code .tgz} of a checkpoint, read in place. An archive that holds
 * one folder opens at that folder.
 *
 * <p>The archive as a whole is refused with {@link UnreadableArchiveException} when it is cut off, when an entry's name
 * is absolute or goes up, comes twice or is both file and directory, when there are more than
 * {@value ArchiveIndex#MOST_ENTRIES} entries, or when it would unpack to an absurd size. Links, devices and sparse files
 * in it are {@link EntryKind#OTHER} and never opened or followed.
 */
public final class ArchiveStorage implements Storage {
    private final Path file;
    private final ArchiveIndex index;
    private final ArchiveBody body;
    private final String top;

    private ArchiveStorage(Path file, ArchiveIndex index, ArchiveBody body, String top) {
        this.file = file;
        this.index = index;
        this.body = body;
        this.top = top;
    }

    /** Whether a file is an archive by its name. */
    static boolean isNamed(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return name.endsWith(".zip") || isGzippedTar(name) || name.endsWith(".tar");
    }

    private static boolean isGzippedTar(String name) {
        return name.endsWith(".tar.gz") || name.endsWith(".tgz");
    }

    /**
     * Opens an archive at a directory inside it, which need not exist; at the root, and below the one folder that holds
     * everything when there is one.
     *
     * @throws UnreadableArchiveException when the archive cannot be trusted to be what it says
     */
    public static ArchiveStorage open(Path file, StoragePath inside) throws IOException {
        ArchiveIndex index = new ArchiveIndex(file.toString());
        ArchiveBody body = bodyOf(file, index);
        return new ArchiveStorage(file, index, body, inside.isRoot() ? index.top() : inside.value());
    }

    private static ArchiveBody bodyOf(Path file, ArchiveIndex index) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".zip")) {
                return ZipBody.open(file, index);
            }
            return isGzippedTar(name) ? GzipTarBody.open(file, index) : TarBody.open(file, index);
        } catch (EOFException end) {
            throw new UnreadableArchiveException(file.toString(), "cut off: it ends inside compressed data");
        } catch (ZipException | IllegalArgumentException unreadable) {
            throw new UnreadableArchiveException(file.toString(), String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public String location() {
        return "file:" + file + (top.isEmpty() ? "" : "/" + top);
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        String inArchive = inArchive(directory);
        Optional<Collection<ArchivedFile>> entries = index.list(inArchive);
        if (entries.isEmpty()) {
            if (index.find(inArchive).isPresent()) {
                throw new NotDirectoryException(nameOf(directory));
            }
            throw notFound(directory);
        }
        for (ArchivedFile archived : entries.get()) {
            each.accept(relative(directory.child(archived.entry().name()), archived));
        }
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) {
        String inArchive = inArchive(path);
        return inArchive.isEmpty()
                ? Optional.of(new FileEntry(path, EntryKind.DIRECTORY, 0, 0))
                : index.find(inArchive).map(archived -> relative(path, archived));
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        ArchivedFile archived = require(path);
        return translated(path, () -> body.open(archived));
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        ArchivedFile archived = require(path);
        return translated(path, () -> body.openAt(archived));
    }

    @Override
    public void close() throws IOException {
        body.close();
    }

    private ArchivedFile require(StoragePath path) throws IOException {
        ArchivedFile archived = index.find(inArchive(path)).orElseThrow(() -> notFound(path));
        if (!archived.entry().isFile()) {
            throw new IOException(nameOf(path) + ": not a regular file");
        }
        return archived;
    }

    private interface Opening<T> {
        T open() throws IOException;
    }

    private <T> T translated(StoragePath path, Opening<T> opening) throws IOException {
        try {
            return opening.open();
        } catch (EOFException end) {
            throw new UnreadableArchiveException(nameOf(path), "the archive ends inside it");
        } catch (ZipException unreadable) {
            throw new UnreadableArchiveException(nameOf(path), String.valueOf(unreadable.getMessage()));
        }
    }

    private String inArchive(StoragePath path) {
        if (path.isRoot()) {
            return top;
        }
        return top.isEmpty() ? path.value() : top + "/" + path.value();
    }

    private static FileEntry relative(StoragePath path, ArchivedFile archived) {
        FileEntry entry = archived.entry();
        return new FileEntry(path, entry.kind(), entry.sizeBytes(), entry.modifiedAtMs());
    }

    private FileNotFoundException notFound(StoragePath path) {
        return new FileNotFoundException(nameOf(path));
    }

    private String nameOf(StoragePath path) {
        return path.isRoot() ? file + (top.isEmpty() ? "" : "/" + top) : path.value();
    }
}
