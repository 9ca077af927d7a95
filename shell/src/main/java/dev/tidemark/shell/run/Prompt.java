package dev.tidemark.shell.run;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Session;

/** What stands before a line: where one is. */
final class Prompt {
    private static final int LONGEST = 48;

    private Prompt() {}

    static String of(Session session) {
        String path = Printable.of(session.here().toString());
        String shown = path.length() <= LONGEST ? path : "..." + path.substring(path.length() - LONGEST);
        return shown + "> ";
    }
}
