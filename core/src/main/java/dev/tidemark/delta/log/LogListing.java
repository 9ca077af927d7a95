package dev.tidemark.delta.log;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * Everything in {@code _delta_log}, by name, which is the order in which readers see it.
 *
 * @param exists whether there is such a directory
 */
public record LogListing(boolean exists, List<LogFile> files) {
    /** Where the log lies below a table. */
    public static final StoragePath DIRECTORY = new StoragePath("_delta_log");

    public LogListing {
        files = List.copyOf(files);
    }

    /** Lists the log of the table at the root of a storage; a missing directory is an empty listing. */
    public static LogListing of(Storage table) throws IOException {
        List<LogFile> files = new ArrayList<>();
        try {
            table.forEachEntry(DIRECTORY, entry -> files.add(new LogFile(LogFileName.of(entry.name()), entry)));
        } catch (FileNotFoundException absent) {
            return new LogListing(false, List.of());
        }
        files.sort(Comparator.comparing(file -> file.name().value()));
        return new LogListing(true, files);
    }

    /** The files from the first name that is not below {@code %020d.} of a version, as readers list. */
    public List<LogFile> from(long version) {
        String first = LogFileName.padded(version) + ".";
        int start = 0;
        while (start < files.size() && files.get(start).name().value().compareTo(first) < 0) {
            start++;
        }
        return files.subList(start, files.size());
    }

    /** The files of one kind, in order. */
    public <T extends LogFileName> List<LogFile> ofKind(Class<T> kind) {
        return files.stream().filter(file -> kind.isInstance(file.name())).toList();
    }
}
