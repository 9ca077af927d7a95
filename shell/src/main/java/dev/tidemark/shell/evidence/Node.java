package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.report.Report;

/** One thing in the tree. Asking for its name costs nothing; everything else is read when it is asked for. */
public interface Node {
    /** How {@code ls} groups names, in this order. */
    enum Kind {
        DIRECTORY("directory"),
        /** Something that files make up together, such as a version. */
        VERSION("version"),
        FILE("file"),
        /** A device, a pipe, a link that leads away: never opened. */
        OTHER("not a file");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The word for people and scripts. */
        public String word() {
            return word;
        }
    }

    /** Receives names one by one. */
    @FunctionalInterface
    interface Visitor {
        /** Takes one; false ends the listing. */
        boolean see(Node child) throws IOException;
    }

    /** A file on disk. */
    record Spot(Storage storage, FileEntry entry) {}

    String name();

    Kind kind();

    /** What it is, in a few words; empty where the name says it all. */
    default String label() {
        return "";
    }

    /** What it stands for in a command. */
    default Meaning meaning() {
        return Meaning.Nothing.NOTHING;
    }

    /** Hands over what is in it, in no particular order; nothing for what is no directory. */
    default void forEachChild(Visitor each) throws IOException {}

    /** What is in it under that name, found without listing where the storage allows. */
    default Optional<Node> child(String name) throws IOException {
        return Optional.empty();
    }

    /**
     * What it holds, decoded.
     *
     * @param limit at most so many rows, actions or lines
     */
    Report decoded(int limit) throws IOException;

    /** The file or the files it is made of. */
    default List<Spot> files() throws IOException {
        return List.of();
    }
}
