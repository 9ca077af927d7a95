package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;

/** Files of the RocksDB provider on a disk, for tests elsewhere. */
public final class RocksLab {
    private RocksLab() {}

    /** A whole changelog of a checkpoint of format 1. */
    public static byte[] changelog() {
        return new ChangelogBytes().put("k", "v").number(-1).bytes();
    }

    /** A whole changelog with the way to it from the last snapshot, each {@code version_id}. */
    public static byte[] changelog(String... lineage) {
        StringBuilder items = new StringBuilder();
        for (String item : lineage) {
            String[] parts = item.split("_");
            items.append(items.length() == 0 ? "" : ",")
                    .append("{\"version\":" + parts[0] + ",\"checkpointUniqueId\":\"" + parts[1] + "\"}");
        }
        return new ChangelogBytes()
                .utf("v3")
                .utf("[" + items + "]")
                .put("k", "v")
                .number(-1)
                .bytes();
    }

    /** A snapshot {@code name} such as {@code 3} or {@code 3_id}, and its tables below {@code SSTs}. */
    public static void snapshot(Path store, String name, Path scratch) throws IOException {
        RocksDB.loadLibrary();
        Files.createDirectories(scratch);
        MemoryStorage memory = new MemoryStorage();
        SnapshotFiles.write(memory, StoragePath.ROOT, name, scratch, "", database -> {
            database.put("k".getBytes(StandardCharsets.UTF_8), "v".getBytes(StandardCharsets.UTF_8));
            try (FlushOptions flush = new FlushOptions()) {
                database.flush(flush);
            }
        });
        copy(memory, StoragePath.ROOT, store);
    }

    private static void copy(MemoryStorage from, StoragePath directory, Path to) throws IOException {
        for (FileEntry entry : from.list(directory)) {
            Path target = to.resolve(entry.path().value());
            if (entry.isDirectory()) {
                copy(from, entry.path(), to);
                continue;
            }
            Files.createDirectories(target.getParent());
            try (InputStream in = from.open(entry.path())) {
                Files.write(target, in.readAllBytes());
            }
        }
    }
}
