package dev.tidemark.shell.command;

import java.util.List;

import dev.tidemark.io.Places;

/**
 * What the shell is started with.
 *
 * @param productVersion for the header of documents
 * @param opener opens a place as it was typed
 * @param moves {@code OLD=NEW}: where paths named in evidence lie now
 * @param hadoopOptions words that every command which opens a place is given
 */
public record Setup(String productVersion, Places.Opener opener, List<String> moves, List<String> hadoopOptions) {
    public Setup {
        moves = List.copyOf(moves);
        hadoopOptions = List.copyOf(hadoopOptions);
    }
}
