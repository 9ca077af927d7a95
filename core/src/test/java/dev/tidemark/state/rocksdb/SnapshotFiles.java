package dev.tidemark.state.rocksdb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.rocksdb.Checkpoint;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.StringAppendOperator;

/** Makes snapshots as the provider leaves them, with a real database, for tests. */
final class SnapshotFiles {
    /** Changes a database. */
    @FunctionalInterface
    interface Writing {
        void to(RocksDB database) throws RocksDBException;
    }

    private SnapshotFiles() {}

    static byte[] zip(Map<String, byte[]> entries) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue());
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** Writes a snapshot {@code name} such as {@code 3} or {@code 3_id} into the store's directory. */
    static void write(
            MemoryStorage storage, StoragePath store, String name, Path scratch, String familiesJson, Writing writing) {
        Path directory = scratch.resolve("db-" + name);
        Path checkpoint = scratch.resolve("checkpoint-" + name);
        try (StringAppendOperator append = new StringAppendOperator(',');
                Options options = new Options().setCreateIfMissing(true).setMergeOperator(append);
                RocksDB database = RocksDB.open(options, directory.toString());
                Checkpoint snapshots = Checkpoint.create(database)) {
            writing.to(database);
            snapshots.createCheckpoint(checkpoint.toString());
        } catch (RocksDBException failure) {
            throw new IllegalStateException(failure);
        }
        try (Stream<Path> files = Files.list(checkpoint)) {
            List<Path> sorted = files.sorted().toList();
            Map<String, byte[]> entries = new LinkedHashMap<>();
            for (Path file : sorted) {
                String fileName = file.getFileName().toString();
                byte[] bytes = Files.readAllBytes(file);
                if (fileName.endsWith(".sst")) {
                    storage.with(
                            store.child("SSTs").child(stored(fileName, name)).value(), bytes, 0);
                } else {
                    entries.put(fileName, bytes);
                }
            }
            entries.put("metadata", manifest(sorted, name, familiesJson));
            storage.with(store.child(name + ".zip").value(), zip(entries), 0);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static String stored(String localName, String name) {
        return localName.replace(".sst", "-" + name + ".sst");
    }

    private static byte[] manifest(List<Path> files, String name, String familiesJson) {
        String tables = files.stream()
                .filter(file -> file.toString().endsWith(".sst"))
                .map(file -> {
                    String local = file.getFileName().toString();
                    return "{\"localFileName\":\"" + local + "\",\"dfsSstFileName\":\"" + stored(local, name)
                            + "\",\"sizeBytes\":" + file.toFile().length() + "}";
                })
                .collect(Collectors.joining(","));
        return ("v1\n{\"sstFiles\":[" + tables + "],\"numKeys\":1" + familiesJson + "}")
                .getBytes(StandardCharsets.UTF_8);
    }
}
