package dev.tidemark.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import net.jpountz.lz4.LZ4Factory;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * The parts of RocksDB and LZ4 that are not Java. They lie packed in their jars, and unpacking them takes longer than
 * reading a small store; both look in {@code java.library.path} first.
 */
final class NativeLibraries {
    private NativeLibraries() {}

    /** Puts those for this machine into an empty directory; one that has none for it is left to find its own way. */
    static void copyInto(Path directory) throws IOException {
        copy(RocksDB.class, "/" + Environment.getJniLibraryFileName("rocksdb"), directory);
        String system = System.getProperty("os.name").startsWith("Linux") ? "linux" : "darwin";
        String lz4 = System.mapLibraryName("lz4-java");
        copy(
                LZ4Factory.class,
                "/net/jpountz/util/" + system + "/" + System.getProperty("os.arch") + "/" + lz4,
                directory);
    }

    private static void copy(Class<?> owner, String resource, Path directory) throws IOException {
        try (InputStream packed = owner.getResourceAsStream(resource)) {
            if (packed != null) {
                Files.copy(packed, directory.resolve(resource.substring(resource.lastIndexOf('/') + 1)));
            }
        }
    }
}
