package dev.tidemark.shell.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a command may ask of the loop that runs it. */
public interface Console {
    /** Runs each line of a file; returns the worst code, or the first that is not fine when failures end a script. */
    int read(Path script) throws IOException;

    /** The lines typed so far, the oldest first. */
    List<String> history();

    /** Ends the loop after this command. */
    void end(int code);
}
