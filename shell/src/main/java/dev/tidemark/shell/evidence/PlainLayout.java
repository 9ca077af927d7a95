package dev.tidemark.shell.evidence;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;

/** A directory that is nothing Tidemark knows, or the output of a file sink: files and no more. */
final class PlainLayout implements Layout {
    private final Storage storage;

    PlainLayout(Storage storage) {
        this.storage = storage;
    }

    @Override
    public Sight sight(FileEntry entry) {
        return new Sight("", Meaning.Nothing.NOTHING, Decoders.plain(storage, entry));
    }
}
