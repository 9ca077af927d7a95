package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * Plain files where Spark wants directories. Listing such a file shows the file itself, which is no entry of a log; only what
 * writes below it, or makes directories below it, fails. Authority: Spark 4.1.1 and 4.2.0 over Hadoop's local file system.
 */
final class FilesInTheWay {
    /** As Spark writes the number of a partition, of up to nine digits. */
    private static final Pattern PARTITION = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final Storage checkpoint;

    FilesInTheWay(Storage checkpoint) {
        this.checkpoint = checkpoint;
    }

    /** Whether a plain file is at a path. */
    boolean isFile(StoragePath path) throws IOException {
        return checkpoint.stat(path).filter(FileEntry::isFile).isPresent();
    }

    /** Whether a directory is at a path. */
    boolean isDirectory(StoragePath path) throws IOException {
        return checkpoint.stat(path).filter(FileEntry::isDirectory).isPresent();
    }

    /** What is in the way of an operator's metadata and its schema, which are written and read when a run is planned. */
    Optional<StoragePath> ofOperator(long operatorId) throws IOException {
        StoragePath operator = Checkpoint.STATE.child(Long.toString(operatorId));
        for (StoragePath path : List.of(Checkpoint.STATE, operator, operator.child("0"))) {
            if (isFile(path)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    /** Whether some partition of an operator is a plain file. */
    Optional<StoragePath> amongPartitions(long operatorId, int partitions) throws IOException {
        StoragePath operator = Checkpoint.STATE.child(Long.toString(operatorId));
        int[] first = {partitions};
        try {
            checkpoint.forEachEntry(operator, entry -> {
                if (entry.isFile()) {
                    first[0] = Math.min(first[0], partition(entry.path().name()).orElse(partitions));
                }
            });
        } catch (FileNotFoundException | NotDirectoryException nothingThere) {
            return Optional.empty();
        }
        return first[0] == partitions ? Optional.empty() : Optional.of(operator.child(Integer.toString(first[0])));
    }

    /** The partition whose directory has this name. */
    private static OptionalInt partition(String name) {
        return PARTITION.matcher(name).matches() ? OptionalInt.of(Integer.parseInt(name)) : OptionalInt.empty();
    }
}
