package dev.tidemark.sink.file;

import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.JsonFields;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * The log in which the file sink remembers what it wrote in which batch. Readers of the output read the files it names and
 * no others. Authority: Spark 4.2 FileStreamSinkLog.
 */
public final class FileSinkLog {
    /** Where it lies inside the output directory. */
    public static final StoragePath DIRECTORY = new StoragePath("_spark_metadata");

    private static final String PATH = "path";
    private static final String SIZE = "size";
    private static final String IS_DIR = "isDir";
    private static final String MODIFICATION_TIME = "modificationTime";
    private static final String BLOCK_REPLICATION = "blockReplication";
    private static final String BLOCK_SIZE = "blockSize";
    private static final String ACTION = "action";

    private FileSinkLog() {}

    /** The log of the output directory that is the storage's root. */
    public static CompactibleLog<FileSinkEntry> in(Storage storage) {
        return new CompactibleLog<>(storage, DIRECTORY, FileSinkLog::entry);
    }

    /**
     * One line.
     *
     * @throws MalformedException when it is no entry
     */
    static FileSinkEntry entry(Location at, String line) {
        JsonFields fields = JsonFields.of(at, line);
        Boolean isDirectory = fields.truth(IS_DIR);
        if (isDirectory == null) {
            throw fields.missing(IS_DIR, "true or false");
        }
        return new FileSinkEntry(
                fields.requiredText(PATH),
                fields.requiredNumber(SIZE),
                isDirectory,
                fields.requiredNumber(MODIFICATION_TIME),
                fields.requiredNumber(BLOCK_REPLICATION),
                fields.requiredNumber(BLOCK_SIZE),
                fields.requiredText(ACTION));
    }
}
