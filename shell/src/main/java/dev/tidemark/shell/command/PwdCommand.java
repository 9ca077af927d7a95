package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.List;

import dev.tidemark.shell.evidence.Node;
import picocli.CommandLine.Command;

/** {@code pwd}. */
@Command(
        name = "pwd",
        description = "Where you stand, and where that lies on disk.",
        footer = {"", "Example: pwd"})
final class PwdCommand extends BuiltIn {
    PwdCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException {
        List<Node.Spot> files = session().node(".").files();
        return say(session().here() + (files.size() == 1 ? "  " + StatCommand.onDisk(files.get(0)) : ""));
    }
}
