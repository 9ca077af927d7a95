package dev.tidemark.io;

import java.io.IOException;
import java.nio.file.Path;

/** Turns what a user typed into a {@link Storage}, loading nothing that the place does not need. */
public final class Storages {
    private Storages() {}

    /**
     * Opens a place: a local directory, with or without {@code file:}. The place need not exist.
     *
     * @throws IOException when the place cannot be opened at all
     */
    public static Storage open(String place) throws IOException {
        return LocalStorage.at(Path.of(place.startsWith("file:") ? place.replaceFirst("^file:/*", "/") : place));
    }
}
