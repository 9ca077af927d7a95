package dev.tidemark.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.commit.CommitEntryParser;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.log.HadoopChecksum;
import dev.tidemark.checkpoint.log.SmallFile;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetEntryParser;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** A query's checkpoint directory. Nothing is read before it is asked for. */
public final class Checkpoint {
    /** Names of the layout, as Spark 4.2 StreamingCheckpointConstants spells them. */
    public static final StoragePath METADATA = new StoragePath("metadata");

    public static final StoragePath OFFSETS = new StoragePath("offsets");
    public static final StoragePath COMMITS = new StoragePath("commits");
    public static final StoragePath SOURCES = new StoragePath("sources");
    public static final StoragePath STATE = new StoragePath("state");

    private static final int METADATA_LIMIT_BYTES = 1 << 20;

    private final Storage storage;
    private final BatchLog<OffsetEntry> offsets;
    private final BatchLog<CommitEntry> commits;

    private Checkpoint(Storage storage) {
        this.storage = storage;
        this.offsets = new BatchLog<>(storage, OFFSETS, OffsetEntryParser::parse);
        this.commits = new BatchLog<>(storage, COMMITS, CommitEntryParser::parse);
    }

    /** The checkpoint whose directory is the storage's root; it need not exist. */
    public static Checkpoint in(Storage storage) {
        return new Checkpoint(storage);
    }

    /** Where the evidence lies. */
    public Storage storage() {
        return storage;
    }

    /** The offset log. */
    public BatchLog<OffsetEntry> offsets() {
        return offsets;
    }

    /** The commit log; a checkpoint of Spark 2.1 has none. */
    public BatchLog<CommitEntry> commits() {
        return commits;
    }

    /** The query's id, or empty when there is no file {@code metadata}. */
    public Optional<Parsed<StreamMetadata>> metadata() {
        return SmallFile.read(storage, METADATA, METADATA_LIMIT_BYTES, StreamMetadataParser::parse);
    }

    /** What Hadoop's checksum file beside {@code metadata} says about it. */
    public ChecksumVerdict metadataChecksum() {
        return HadoopChecksum.verify(storage, METADATA, METADATA_LIMIT_BYTES);
    }

    /**
     * The entries of a directory by name; none when there is no such directory.
     *
     * @throws IOException when the storage refuses to list
     */
    public List<FileEntry> entries(StoragePath directory) throws IOException {
        try {
            return storage.list(directory);
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return List.of();
        }
    }
}
