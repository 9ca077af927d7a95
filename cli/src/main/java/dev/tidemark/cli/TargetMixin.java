package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.io.Storages;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The evidence a command looks at; the same argument and options on every command. */
public final class TargetMixin {
    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "a directory, an archive of one, or a URI of any Hadoop file system")
    private String path;

    @Option(
            names = "--map",
            paramLabel = "OLD=NEW",
            description = "where a path that the evidence names lies now; may be given many times")
    private Map<String, String> moved = new LinkedHashMap<>();

    @Mixin
    private HadoopMixin hadoop;

    /** The place as it was typed. */
    public String path() {
        return path;
    }

    /** Where paths that the evidence names lie now, old prefix to new. */
    public Map<String, String> moved() {
        return moved;
    }

    /**
     * The place, which must exist; the caller closes it.
     *
     * @throws FileNotFoundException when nothing stands there
     */
    public Storage open() throws IOException {
        return open(path);
    }

    /**
     * The checkpoint at the place, which must be a directory.
     *
     * @throws IOException when it is a file
     */
    public Checkpoint checkpoint() throws IOException {
        Storage storage = open();
        if (storage.stat(StoragePath.ROOT).filter(FileEntry::isDirectory).isEmpty()) {
            storage.close();
            throw new IOException(path + " is a file, not the directory of a checkpoint");
        }
        return Checkpoint.in(storage);
    }

    /** Another place, opened as this one. */
    public Storage open(String place) throws IOException {
        Storage storage = Storages.open(place, hadoop.options());
        if (storage.stat(StoragePath.ROOT).isEmpty()) {
            storage.close();
            throw new FileNotFoundException(place);
        }
        return storage;
    }
}
