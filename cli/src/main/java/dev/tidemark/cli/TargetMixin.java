package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** The evidence a command looks at; the same argument and options on every command. */
public final class TargetMixin extends Arguments {
    private final Supplier<String> path = one(
            String.class,
            parameter("0")
                    .paramLabel("PATH")
                    .description("a directory, an archive of one, or a URI of any Hadoop file system"));

    private final PlacesMixin places = part(new PlacesMixin());

    /** The place as it was typed. */
    public String path() {
        return path.get();
    }

    /** Where evidence lies and how it is opened. */
    public Places places() {
        return places.places();
    }

    /**
     * The place, which must exist; the caller closes it.
     *
     * @throws FileNotFoundException when nothing stands there
     */
    public Storage open() throws IOException {
        return open(path.get());
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
            throw new IOException(path.get() + " is a file, not the directory of a checkpoint");
        }
        return Checkpoint.in(storage);
    }

    /** Another place, opened as this one. */
    public Storage open(String place) throws IOException {
        Storage storage = places.open(place);
        if (storage.stat(StoragePath.ROOT).isEmpty()) {
            storage.close();
            throw new FileNotFoundException(place);
        }
        return storage;
    }
}
