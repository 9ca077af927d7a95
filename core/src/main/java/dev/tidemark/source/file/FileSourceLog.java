package dev.tidemark.source.file;

import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.JsonFields;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** The log in which the file source remembers which files it took. Authority: Spark 4.2 FileStreamSourceLog. */
public final class FileSourceLog {
    private static final String PATH = "path";
    private static final String TIMESTAMP = "timestamp";
    private static final String BATCH_ID = "batchId";

    private FileSourceLog() {}

    /** The log in a directory such as {@code sources/0}. */
    public static CompactibleLog<FileSourceEntry> in(Storage storage, StoragePath directory) {
        return new CompactibleLog<>(storage, directory, FileSourceLog::entry);
    }

    /**
     * One line.
     *
     * @throws MalformedException when it is no entry
     */
    static FileSourceEntry entry(Location at, String line) {
        JsonFields fields = JsonFields.of(at, line);
        return new FileSourceEntry(
                fields.requiredText(PATH), fields.requiredNumber(TIMESTAMP), fields.requiredNumber(BATCH_ID));
    }
}
