package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * Plain files where Spark wants directories. Listing such a file shows the file itself, which is no entry of a log; only what
 * writes below it, or makes directories below it, fails. Authority: Spark 4.1.1 and 4.2.0 over Hadoop's local file system.
 */
final class FilesInTheWay {
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
        for (int partition = 0; partition < partitions; partition++) {
            StoragePath path = operator.child(Integer.toString(partition));
            if (isFile(path)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }
}
