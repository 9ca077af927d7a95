package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * A private directory in the system's temporary place, for the owner alone, gone when closed and at the latest when the
 * process ends. Evidence is never in it but as copies.
 */
final class ScratchDirectory implements AutoCloseable {
    private static final Set<Path> LIVE = ConcurrentHashMap.newKeySet();
    private static final FileAttribute<Set<PosixFilePermission>> FOR_OWNER = PosixFilePermissions.asFileAttribute(
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE));

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LIVE.forEach(ScratchDirectory::remove)));
    }

    private final Path path;

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    static ScratchDirectory create() throws IOException {
        Path path = createdAnew(Path.of(System.getProperty("java.io.tmpdir")));
        LIVE.add(path);
        return new ScratchDirectory(path);
    }

    /**
     * A directory that nobody else made, whatever its name. {@link Files#createTempDirectory} makes its name of secure
     * random numbers, and to get at those takes longer than to read a small store.
     */
    private static Path createdAnew(Path parent) throws IOException {
        for (long name = System.nanoTime(); true; name++) {
            try {
                return Files.createDirectory(parent.resolve("tidemark-rocksdb-" + Long.toHexString(name)), FOR_OWNER);
            } catch (FileAlreadyExistsException taken) {
                // the next name
            }
        }
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        remove(path);
        LIVE.remove(path);
    }

    /** What cannot be removed stays: there is nothing a reader could do about it. */
    private static void remove(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException stays) {
            directory.toFile().deleteOnExit();
        }
    }
}
