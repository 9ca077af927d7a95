package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A directory of the local file system, read with java.nio so that nothing of Hadoop starts. Links are followed as long
 * as they stay below the root; one that leaves it is {@link EntryKind#OTHER} and is never opened.
 */
public final class LocalStorage implements Storage {
    private final Path root;

    private LocalStorage(Path root) {
        this.root = root;
    }

    /** The tree below {@code root}, which need not exist. */
    public static LocalStorage at(Path root) {
        return new LocalStorage(root.toAbsolutePath().normalize());
    }

    /** The directory on disk. */
    public Path root() {
        return root;
    }

    @Override
    public String location() {
        return "file:" + root;
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        Path path = resolve(directory);
        requireInside(path);
        try (DirectoryStream<Path> names = Files.newDirectoryStream(path)) {
            for (Path name : names) {
                String fileName = name.getFileName().toString();
                entry(directory.child(fileName), name).ifPresent(each);
            }
        } catch (NoSuchFileException absent) {
            throw notFound(directory);
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        } catch (NotDirectoryException file) {
            throw new NotDirectoryException(directory.value());
        }
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        return entry(path, resolve(path));
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        Path file = requireFile(path);
        try {
            return Files.newInputStream(file, StandardOpenOption.READ);
        } catch (NoSuchFileException absent) {
            throw notFound(path);
        }
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        Path file = requireFile(path);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new ChannelAccess(channel, channel.size());
        } catch (NoSuchFileException absent) {
            throw notFound(path);
        }
    }

    private Path resolve(StoragePath path) throws FileNotFoundException {
        try {
            return root.resolve(path.value());
        } catch (InvalidPathException unnameable) {
            throw notFound(path);
        }
    }

    private Path requireFile(StoragePath path) throws IOException {
        Path file = resolve(path);
        FileEntry entry = entry(path, file).orElseThrow(() -> notFound(path));
        if (!entry.isFile()) {
            throw new IOException(path + ": not a regular file");
        }
        return file;
    }

    private Optional<FileEntry> entry(StoragePath path, Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (java.nio.file.FileSystemException parentIsNoDirectory) {
            if (parentIsFile(file)) {
                return Optional.empty();
            }
            throw parentIsNoDirectory;
        }
        if (attributes.isSymbolicLink()) {
            if (!path.isRoot() && !isInside(file)) {
                return Optional.of(new FileEntry(
                        path, EntryKind.OTHER, 0, attributes.lastModifiedTime().toMillis()));
            }
            attributes = Files.readAttributes(file, BasicFileAttributes.class);
        }
        EntryKind kind = attributes.isRegularFile()
                ? EntryKind.FILE
                : attributes.isDirectory() ? EntryKind.DIRECTORY : EntryKind.OTHER;
        return Optional.of(new FileEntry(
                path,
                kind,
                kind == EntryKind.FILE ? attributes.size() : 0,
                attributes.lastModifiedTime().toMillis()));
    }

    private static boolean parentIsFile(Path file) {
        Path parent = file.getParent();
        while (parent != null && !Files.exists(parent)) {
            parent = parent.getParent();
        }
        return parent != null && Files.isRegularFile(parent);
    }

    private void requireInside(Path path) throws IOException {
        if (!path.equals(root) && Files.exists(path) && !isInside(path)) {
            throw new IOException(root.relativize(path) + ": a link that leaves " + root);
        }
    }

    private boolean isInside(Path path) {
        try {
            return path.toRealPath().startsWith(root.toRealPath());
        } catch (IOException dangling) {
            return false;
        }
    }

    private static FileNotFoundException notFound(StoragePath path) {
        return new FileNotFoundException(path.value());
    }

    private record ChannelAccess(FileChannel channel, long sizeBytes) implements RandomAccess {
        @Override
        public int read(long position, byte[] into, int offset, int length) throws IOException {
            return channel.read(ByteBuffer.wrap(into, offset, length), position);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
