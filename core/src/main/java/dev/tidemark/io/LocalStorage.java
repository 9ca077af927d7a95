package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
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
 * A directory of the local file system, read with java.nio so that nothing of Hadoop starts.
 *
 * <p>Links are followed as long as they stay below the root, whose own path may be a link. A link that leaves it, loops
 * or dangles is {@link EntryKind#OTHER} and never opened, and so is everything that a link on the way would lead to
 * outside. Pipes and devices are {@code OTHER} too: opening one could wait for ever. So is a name whose bytes are not
 * valid in the encoding of file names, for no path can spell it.
 */
public final class LocalStorage implements Storage {
    private final Path root;

    /** The last directory found to lie inside; a listing and the reads after it mostly ask for one. */
    private volatile Path lastInside;

    private LocalStorage(Path root) {
        this.root = root;
        this.lastInside = root;
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
        requireInside(directory, path);
        try (DirectoryStream<Path> names = Files.newDirectoryStream(path)) {
            for (Path name : names) {
                entryNamed(directory, path, name).ifPresent(each);
            }
        } catch (DirectoryIteratorException broken) {
            IOException cause = broken.getCause();
            throw explain(directory, cause == null ? new IOException(broken) : cause);
        } catch (FileSystemException refused) {
            throw explain(directory, refused);
        }
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        Path file;
        try {
            file = resolve(path);
        } catch (FileNotFoundException unnameable) {
            return Optional.empty();
        }
        if (!path.isRoot() && leavesRoot(resolve(path.parent()))) {
            return Optional.of(new FileEntry(path, EntryKind.OTHER, 0, 0));
        }
        return entry(path, file);
    }

    @Override
    public boolean isLink(StoragePath path) {
        try {
            return Files.isSymbolicLink(resolve(path));
        } catch (FileNotFoundException unnameable) {
            return false;
        }
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        Path file = requireFile(path);
        try {
            return Files.newInputStream(file, StandardOpenOption.READ);
        } catch (FileSystemException refused) {
            throw explain(path, refused);
        }
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        Path file = requireFile(path);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            return new ChannelAccess(channel, channel.size());
        } catch (FileSystemException refused) {
            throw explain(path, refused);
        }
    }

    @Override
    public Optional<Path> localFile(StoragePath path) throws IOException {
        return Optional.of(requireFile(path).toRealPath());
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
        if (!path.isRoot()) {
            requireInside(path, resolve(path.parent()));
        }
        FileEntry entry = entry(path, file).orElseThrow(() -> notFound(path));
        if (!entry.isFile()) {
            throw new IOException(nameOf(path) + ": not a regular file");
        }
        return file;
    }

    private Optional<FileEntry> entryNamed(StoragePath directory, Path parent, Path file) throws IOException {
        String name = file.getFileName().toString();
        if (!isSpelledBy(parent, file, name)) {
            return Optional.of(new FileEntry(directory.child(name), EntryKind.OTHER, 0, 0));
        }
        return entry(directory.child(name), file);
    }

    /** Whether the text of a name leads back to the name: it does not where bytes had to be replaced. */
    private static boolean isSpelledBy(Path parent, Path file, String name) {
        try {
            return parent.resolve(name).equals(file);
        } catch (InvalidPathException unnameable) {
            return false;
        }
    }

    private Optional<FileEntry> entry(StoragePath path, Path file) throws IOException {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                if (!path.isRoot() && !isInside(file)) {
                    return Optional.of(new FileEntry(
                            path,
                            EntryKind.OTHER,
                            0,
                            attributes.lastModifiedTime().toMillis()));
                }
                attributes = Files.readAttributes(file, BasicFileAttributes.class);
            }
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        } catch (FileSystemException refused) {
            if (!(refused instanceof AccessDeniedException) && hasFileAbove(file)) {
                return Optional.empty();
            }
            throw explain(path, refused);
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

    private static boolean hasFileAbove(Path file) {
        Path parent = file.getParent();
        while (parent != null && !Files.exists(parent)) {
            parent = parent.getParent();
        }
        return parent != null && Files.isRegularFile(parent);
    }

    private void requireInside(StoragePath path, Path directory) throws IOException {
        if (leavesRoot(directory)) {
            throw new IOException(nameOf(path) + ": behind a link that leaves " + root);
        }
    }

    private boolean leavesRoot(Path directory) throws IOException {
        if (directory.equals(lastInside) || directory.equals(root)) {
            return false;
        }
        try {
            if (!directory.toRealPath().startsWith(root.toRealPath())) {
                return true;
            }
            lastInside = directory;
            return false;
        } catch (NoSuchFileException absent) {
            return false;
        } catch (FileSystemException refused) {
            // Whatever is asked of the directory next is refused in the same way, with a better message.
            return false;
        }
    }

    private boolean isInside(Path path) {
        try {
            return path.toRealPath().startsWith(root.toRealPath());
        } catch (IOException dangling) {
            return false;
        }
    }

    /** The same failure in the storage's own words: the path as the evidence spells it, then what is wrong. */
    private IOException explain(StoragePath path, IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return notFound(path);
        }
        if (failure instanceof NotDirectoryException) {
            return new NotDirectoryException(nameOf(path));
        }
        if (failure instanceof AccessDeniedException) {
            return new AccessDeniedException(nameOf(path), null, "permission denied");
        }
        return failure;
    }

    private FileNotFoundException notFound(StoragePath path) {
        return new FileNotFoundException(nameOf(path));
    }

    private String nameOf(StoragePath path) {
        return path.isRoot() ? root.toString() : path.value();
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
