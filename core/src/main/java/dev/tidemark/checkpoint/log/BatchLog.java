package dev.tidemark.checkpoint.log;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * A log with one small file a batch.
 *
 * @param <T> what a file holds
 */
public final class BatchLog<T> {
    /** Far above every offset or commit file of a real query; a larger file is not read. */
    public static final int LIMIT_BYTES = 32 << 20;

    private final Storage storage;
    private final StoragePath directory;
    private final EntryParser<T> parser;

    /** Bytes of a file to what it holds; never throws on bad bytes. */
    @FunctionalInterface
    public interface EntryParser<T> {
        Parsed<T> parse(Location at, byte[] bytes);
    }

    public BatchLog(Storage storage, StoragePath directory, EntryParser<T> parser) {
        this.storage = storage;
        this.directory = directory;
        this.parser = parser;
    }

    /** The log's directory. */
    public StoragePath directory() {
        return directory;
    }

    /** Where a batch's file stands. */
    public Location location(long batchId) {
        return Location.of(path(batchId).value());
    }

    /**
     * What the directory holds, by name.
     *
     * @throws IOException when the storage refuses to list
     */
    public LogListing list() throws IOException {
        return LogListing.of(storage, directory, EntryName.Kind.PLAIN);
    }

    /**
     * The file of a batch, or empty when there is none. A file that the storage does not hand out is a damage of kind
     * {@link DamageKind#UNREADABLE}.
     */
    public Optional<Parsed<T>> read(long batchId) {
        return SmallFile.read(storage, path(batchId), LIMIT_BYTES, parser);
    }

    /** What Hadoop's checksum file beside a batch's file says about it. */
    public ChecksumVerdict checksum(long batchId) {
        return HadoopChecksum.verify(storage, path(batchId), LIMIT_BYTES);
    }

    private StoragePath path(long batchId) {
        return directory.child(Long.toString(batchId));
    }
}
