package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.shell.evidence.Meaning;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code why PATH}: how something came to be as it is. */
@Command(
        name = "why",
        description = {
            "How something came to be as it is: the actions that touched a file of a table, the logs' word on a batch,",
            "the files that make up a state, the commit that made a version."
        },
        footer = {"", "Example: why /table/orders/part-00000-bdf2cf3a-8af5-4c81-a541-b19013791d1b-c000.snappy.parquet"})
final class WhyCommand extends BuiltIn {
    private final Host host;

    @Parameters(paramLabel = "PATH", description = "a path of the tree, or a file as a table's log spells it")
    private String path = ".";

    WhyCommand(Session session, Host host) {
        super(session);
        this.host = host;
    }

    @Override
    int run() throws IOException, UsageException {
        TreePath at = session().here().resolve(path);
        Optional<Node> node = session().tree().find(at);
        if (node.isEmpty()) {
            return lostVersion(at) ? lineageOf(at) : call("table", "why", path);
        }
        String place = session()
                .tree()
                .placeOf(at)
                .map(found -> found.path().toString())
                .orElseThrow(() -> new UsageException("there is nothing to tell about " + at));
        Meaning meaning = node.get().meaning();
        if (meaning instanceof Meaning.DataFile file) {
            return call("table", "why", place, file.path());
        } else if (meaning instanceof Meaning.Batch batch) {
            return call("batch", place, Long.toString(batch.batchId()));
        } else if (meaning instanceof Meaning.StateVersion || meaning instanceof Meaning.Operator) {
            return call("state", "lineage", at.toString());
        } else if (meaning instanceof Meaning.TableVersion) {
            return print(node.get().decoded(1_000));
        }
        return call("show", place);
    }

    /** Whether a path would be a version of the state if its files were there. */
    private boolean lostVersion(TreePath at) throws IOException {
        return at.name().matches("\\d{1,18}")
                && session().tree().find(at.parent()).map(Node::meaning).orElse(Meaning.Nothing.NOTHING)
                        instanceof Meaning.Operator operator
                && operator.partitionId() != null;
    }

    private int lineageOf(TreePath version) throws IOException, UsageException {
        long batchId = Math.max(0, Long.parseLong(version.name()) - 1);
        return call("state", "lineage", version.parent().toString(), "--batch", Long.toString(batchId));
    }

    private int call(String... words) throws IOException, UsageException {
        return host.run(new ArrayList<>(List.of(words)), out(), err());
    }
}
