package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code get [PATH] FIELD=VALUE...}: rows of the state by key. */
@Command(
        name = "get",
        description =
                "The rows of the state with that key, given whole or in part; of a version when a path names one.",
        footer = {"", "Example: get /checkpoint/state/0/1/4 region=west", "         get region=west"})
final class GetCommand extends BuiltIn {
    private final Host host;

    @Parameters(
            paramLabel = "[PATH] FIELD=VALUE",
            arity = "1..*",
            description = "a state or a version of it, then fields of the key and their values")
    private List<String> words = new ArrayList<>();

    GetCommand(Session session, Host host) {
        super(session);
        this.host = host;
    }

    @Override
    int run() throws IOException, UsageException {
        List<String> line = new ArrayList<>(List.of("state", "get"));
        boolean namesPlace = !words.get(0).contains("=");
        line.add(namesPlace ? session().here().resolve(words.get(0)).toString() : ".");
        line.addAll(words.subList(namesPlace ? 1 : 0, words.size()));
        if (line.size() == 3) {
            throw new UsageException("which key? such as: get " + words.get(0) + " region=west");
        }
        if (line.get(2).equals(".")
                && session().tree().placeOf(session().here()).isEmpty()) {
            line.remove(2);
        }
        return host.run(line, out(), err());
    }
}
