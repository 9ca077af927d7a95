package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * A private directory in the system's temporary place, for the owner alone, gone when closed and at the latest when the
 * process ends. Evidence is never in it but as copies.
 */
final class ScratchDirectory implements AutoCloseable {
    private static final Set<Path> LIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> LIVE.forEach(ScratchDirectory::remove)));
    }

    private final Path path;

    private ScratchDirectory(Path path) {
        this.path = path;
    }

    static ScratchDirectory create() throws IOException {
        Path path = Files.createTempDirectory("tidemark-rocksdb-");
        LIVE.add(path);
        return new ScratchDirectory(path);
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
