package dev.tidemark.diagnosis.exhibit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** Looks at the names and times in the logs' directories. */
public final class CopyMarksReader {
    private static final int FEWEST_FILES = 8;
    private static final int MOST_FILES = 1_000;
    private static final long SAME_MS = 1_000;

    private long oldestMs = Long.MAX_VALUE;
    private long newestMs = Long.MIN_VALUE;
    private int files;
    private final List<String> markers = new ArrayList<>();

    private CopyMarksReader() {}

    /** What is seen of a checkpoint. */
    public static CopyMarks read(Storage checkpoint) throws IOException {
        CopyMarksReader reader = new CopyMarksReader();
        for (StoragePath directory : List.of(StoragePath.ROOT, Checkpoint.OFFSETS, Checkpoint.COMMITS)) {
            try {
                checkpoint.forEachEntry(directory, reader::add);
            } catch (FileNotFoundException | NotDirectoryException absent) {
                continue;
            }
        }
        boolean isWithoutTimes =
                reader.files >= FEWEST_FILES && reader.oldestMs > 0 && reader.newestMs - reader.oldestMs < SAME_MS;
        return new CopyMarks(reader.files, isWithoutTimes, reader.markers);
    }

    private void add(FileEntry entry) {
        if (entry.name().endsWith("_$folder$") && markers.size() < MOST_FILES) {
            markers.add(entry.path().value());
        } else if (entry.isFile() && entry.name().matches("\\d{1,18}") && files < MOST_FILES) {
            files++;
            oldestMs = Math.min(oldestMs, entry.modifiedAtMs());
            newestMs = Math.max(newestMs, entry.modifiedAtMs());
        }
    }
}
