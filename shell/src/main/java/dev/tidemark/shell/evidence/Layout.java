package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Report;

/** What the names in one kind of directory mean. */
interface Layout {
    /** Decodes a file or a version. */
    @FunctionalInterface
    interface Decoder {
        Report decode(int limit) throws IOException;
    }

    /** What an entry is, told by its path alone. */
    record Sight(String label, Meaning meaning, Decoder decoder) {}

    /** What a file or a directory is. */
    Sight sight(FileEntry entry);

    /** The things in a directory that are made of several files, or of none. */
    default void forEachVersion(StoragePath directory, Node.Visitor each) throws IOException {}

    /** One of those by its name. */
    default Optional<Node> version(StoragePath directory, String name) throws IOException {
        return Optional.empty();
    }
}
