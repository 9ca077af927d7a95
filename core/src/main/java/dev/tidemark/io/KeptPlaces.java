package dev.tidemark.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Places of which each is opened once, however often it is asked for, and stays open until this is closed: for many looks at
 * evidence that does not change.
 */
public final class KeptPlaces implements Closeable {
    private final Map<String, Storage> opened = new HashMap<>();
    private final Places places;

    private KeptPlaces(Places asOpened) {
        this.places = asOpened.openedBy(place -> {
            Storage known = opened.get(place);
            if (known == null) {
                known = asOpened.openMapped(place);
                opened.put(place, known);
            }
            return new Lent(known);
        });
    }

    /** The same places, kept open. */
    public static KeptPlaces of(Places places) {
        return new KeptPlaces(places);
    }

    /** Opens them; what is opened need not be closed. */
    public Places places() {
        return places;
    }

    @Override
    public void close() throws IOException {
        for (Storage storage : opened.values()) {
            storage.close();
        }
    }

    /** A storage that somebody else closes. */
    private record Lent(Storage storage) implements Storage {
        @Override
        public String location() {
            return storage.location();
        }

        @Override
        public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
            storage.forEachEntry(directory, each);
        }

        @Override
        public Optional<FileEntry> stat(StoragePath path) throws IOException {
            return storage.stat(path);
        }

        @Override
        public InputStream open(StoragePath path) throws IOException {
            return storage.open(path);
        }

        @Override
        public RandomAccess openAt(StoragePath path) throws IOException {
            return storage.openAt(path);
        }

        @Override
        public Optional<Path> localFile(StoragePath path) throws IOException {
            return storage.localFile(path);
        }

        @Override
        public void close() {
            // its owner does
        }
    }
}
