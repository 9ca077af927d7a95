package dev.tidemark.source.file;

import java.util.HashMap;
import java.util.Map;

/** The files that were taken, as far back as they count. Authority: Spark 4.1 FileStreamSource.SeenFilesMap. */
final class SeenFiles {
    private final long maxAgeMs;
    private final boolean comparesNamesOnly;
    private final Map<String, Long> modifiedAtMs = new HashMap<>();
    private long latestMs;
    private long purgedBeforeMs;

    SeenFiles(FileSourceOptions options) {
        this.maxAgeMs = options.maxFileAgeMs();
        this.comparesNamesOnly = options.comparesNamesOnly();
    }

    void add(String path, long fileModifiedAtMs) {
        modifiedAtMs.put(key(path), fileModifiedAtMs);
        latestMs = Math.max(latestMs, fileModifiedAtMs);
    }

    boolean isNew(String path, long fileModifiedAtMs) {
        return fileModifiedAtMs >= purgedBeforeMs && !modifiedAtMs.containsKey(key(path));
    }

    /** Forgets what is too old to come again. */
    void purge() {
        purgedBeforeMs = latestMs - maxAgeMs;
        modifiedAtMs.values().removeIf(time -> time < purgedBeforeMs);
    }

    private String key(String path) {
        return comparesNamesOnly ? path.substring(path.lastIndexOf('/') + 1) : path;
    }
}
