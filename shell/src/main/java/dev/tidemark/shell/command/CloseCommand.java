package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.shell.evidence.Place;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code close [PATH...]}. */
@Command(
        name = "close",
        description = "Close what is open under a path of the tree; alone, the place where you stand.",
        footer = {"", "Example: close /table/orders"})
final class CloseCommand extends BuiltIn {
    private static final String QUERY = "query";

    @Parameters(paramLabel = "PATH", arity = "0..*", description = "a path of the tree, such as /table/orders")
    private List<String> paths = new ArrayList<>();

    CloseCommand(Session session) {
        super(session);
    }

    @Override
    int run() throws IOException, UsageException {
        for (String typed : paths.isEmpty() ? List.of(".") : paths) {
            close(typed);
        }
        return Codes.FINE;
    }

    private void close(String typed) throws IOException, UsageException {
        TreePath path = session().here().resolve(typed);
        Optional<Place> place = session().tree().placeOf(path);
        if (place.isPresent()) {
            session().close(place.get());
            say(place.get().path() + "  closed");
            return;
        }
        boolean isQuery = path.names().size() == 2 && path.names().get(0).equals(QUERY);
        if (!isQuery || !session().descriptions().close(path.name())) {
            throw new UsageException("nothing is open under " + path);
        }
        say(path + "  closed");
    }
}
