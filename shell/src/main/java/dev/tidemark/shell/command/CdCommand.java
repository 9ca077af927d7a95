package dev.tidemark.shell.command;

import java.io.IOException;

import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code cd [PATH]}. */
@Command(
        name = "cd",
        description = "Stand elsewhere: commands then are about that place. Alone, the root; - is where you were.",
        footer = {"", "Example: cd /checkpoint/state/0"})
final class CdCommand extends BuiltIn {
    private TreePath before = TreePath.ROOT;

    @Parameters(paramLabel = "PATH", arity = "0..1", description = "a directory of the tree")
    private @Nullable String path;

    CdCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException, UsageException {
        TreePath here = session().here();
        TreePath to = path == null ? TreePath.ROOT : path.equals("-") ? before : here.resolve(path);
        if (session().tree().require(to).kind() != Node.Kind.DIRECTORY) {
            throw new UsageException(to + " is no directory; cat " + path + " shows it");
        }
        before = here;
        session().goTo(to);
        return Codes.FINE;
    }
}
