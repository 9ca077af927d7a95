package dev.tidemark.checkpoint.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * What stands in a log directory, by name alone. Memory grows by eight bytes a batch, whatever else lies there.
 *
 * @param batches ids whose file has the name Spark opens; in a compactible log the plain ones
 * @param compacts ids of {@code .compact} files; empty for a plain log
 * @param emptyFiles those of both without a byte
 * @param misnamed by the id they count as, the largest {@value #MISNAMED_KEPT} of them
 */
public record LogListing(
        Presence presence,
        BatchIds batches,
        BatchIds compacts,
        BatchIds emptyFiles,
        NavigableMap<Long, String> misnamed,
        Others others) {
    private static final int MISNAMED_KEPT = 100;

    /** What stands where the log should be. */
    public enum Presence {
        ABSENT,
        DIRECTORY,
        /** A file or something else that cannot be listed. */
        NOT_A_DIRECTORY
    }

    /** Names that are no batch. */
    public record Others(
            NameTally temporaries, NameTally hadoopChecksums, NameTally sparkChecksums, NameTally foreign) {
        static final Others NONE = new Others(NameTally.NONE, NameTally.NONE, NameTally.NONE, NameTally.NONE);
    }

    /**
     * Lists a log.
     *
     * @throws IOException when the storage refuses; that there is no such directory is no error
     */
    public static LogListing of(Storage storage, StoragePath directory, EntryName.Kind kind) throws IOException {
        Collector collector = new Collector(kind);
        try {
            storage.forEachEntry(directory, collector::add);
        } catch (FileNotFoundException absent) {
            return without(Presence.ABSENT);
        } catch (NotDirectoryException file) {
            return without(Presence.NOT_A_DIRECTORY);
        }
        return collector.listing();
    }

    private static LogListing without(Presence presence) {
        return new LogListing(presence, BatchIds.NONE, BatchIds.NONE, BatchIds.NONE, new TreeMap<>(), Others.NONE);
    }

    /** The newest id that counts, misnamed ones too, as Spark's getLatestBatchId finds it. */
    public OptionalLong latest() {
        long latest = Math.max(
                Math.max(batches.last().orElse(Long.MIN_VALUE), compacts.last().orElse(Long.MIN_VALUE)),
                misnamed.isEmpty() ? Long.MIN_VALUE : misnamed.lastKey());
        boolean none = batches.isEmpty() && compacts.isEmpty() && misnamed.isEmpty();
        return none ? OptionalLong.empty() : OptionalLong.of(latest);
    }

    /** Whether the directory has no entry of any sort, or is not there. */
    public boolean holdsNothing() {
        return latest().isEmpty()
                && others.temporaries().isEmpty()
                && others.hadoopChecksums().isEmpty()
                && others.sparkChecksums().isEmpty()
                && others.foreign().isEmpty();
    }

    private static final class Collector {
        private final EntryName.Kind kind;
        private final BatchIds.Builder batches = new BatchIds.Builder();
        private final BatchIds.Builder compacts = new BatchIds.Builder();
        private final BatchIds.Builder emptyFiles = new BatchIds.Builder();
        private final NavigableMap<Long, String> misnamed = new TreeMap<>();
        private final NameTally.Builder temporaries = NameTally.builder();
        private final NameTally.Builder hadoopChecksums = NameTally.builder();
        private final NameTally.Builder sparkChecksums = NameTally.builder();
        private final NameTally.Builder foreign = NameTally.builder();

        Collector(EntryName.Kind kind) {
            this.kind = kind;
        }

        void add(FileEntry entry) {
            // Spark lists a link or a pipe by its name; what is behind it is not read here.
            EntryName name =
                    entry.isDirectory() ? new EntryName.Foreign(entry.name()) : EntryName.of(entry.name(), kind);
            if (name instanceof EntryName.Batch batch) {
                add(batches, batch.batchId(), entry);
            } else if (name instanceof EntryName.Compact compact) {
                add(compacts, compact.batchId(), entry);
            } else if (name instanceof EntryName.Misnamed wrong) {
                misnamed.merge(wrong.batchId(), wrong.name(), (a, b) -> a.compareTo(b) <= 0 ? a : b);
                if (misnamed.size() > MISNAMED_KEPT) {
                    misnamed.pollFirstEntry();
                }
            } else if (name instanceof EntryName.Temporary) {
                temporaries.add(name.name());
            } else if (name instanceof EntryName.HadoopChecksum) {
                hadoopChecksums.add(name.name());
            } else if (name instanceof EntryName.SparkChecksum) {
                sparkChecksums.add(name.name());
            } else {
                foreign.add(entry.isDirectory() ? name.name() + "/" : name.name());
            }
        }

        private void add(BatchIds.Builder ids, long batchId, FileEntry entry) {
            ids.add(batchId);
            if (entry.sizeBytes() == 0) {
                emptyFiles.add(batchId);
            }
        }

        LogListing listing() {
            Others others =
                    new Others(temporaries.build(), hadoopChecksums.build(), sparkChecksums.build(), foreign.build());
            return new LogListing(
                    Presence.DIRECTORY, batches.build(), compacts.build(), emptyFiles.build(), misnamed, others);
        }
    }

    public LogListing {
        misnamed = java.util.Collections.unmodifiableNavigableMap(new TreeMap<>(Map.copyOf(misnamed)));
    }
}
