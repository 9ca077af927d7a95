package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.shell.evidence.Meaning;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.shell.evidence.TreePath;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.view.PlaceKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code diff [A B]}: of whatever two paths of the tree stand for. */
@Command(
        name = "diff",
        description = {
            "What differs between two batches, versions of a table, versions of the state, or checkpoints.",
            "Alone: offsets against commits. Batches and versions may be given as numbers."
        },
        footer = {
            "",
            "Example: diff /checkpoint/offsets/4 /checkpoint/offsets/5",
            "         diff /table/orders/v3 /table/orders/v4"
        })
final class DiffCommand extends BuiltIn {
    private final Host host;

    @Parameters(paramLabel = "A B", arity = "0..*", description = "two paths of the tree, or two batches")
    private List<String> words = new ArrayList<>();

    DiffCommand(Session session, Host host) {
        super(session);
        this.host = host;
    }

    @Override
    int run() throws IOException, UsageException {
        if (words.size() != 2) {
            return call(List.of("diff"), words);
        }
        TreePath a = session().here().resolve(words.get(0));
        TreePath b = session().here().resolve(words.get(1));
        boolean areBoth =
                session().tree().find(a).isPresent() && session().tree().find(b).isPresent();
        return areBoth ? between(a, b) : call(List.of("diff"), words);
    }

    private int between(TreePath a, TreePath b) throws IOException, UsageException {
        Meaning left = session().tree().require(a).meaning();
        Meaning right = session().tree().require(b).meaning();
        Place place = placeOf(a);
        boolean isOnePlace = placeOf(b) == place;
        if (left instanceof Meaning.Batch first && right instanceof Meaning.Batch second) {
            return isOnePlace
                    ? call(
                            List.of("diff", place.path().toString()),
                            List.of(Long.toString(first.batchId()), Long.toString(second.batchId())))
                    : call(
                            List.of("diff", place.path().toString()),
                            List.of(
                                    placeOf(b).typed(),
                                    "--batch",
                                    Long.toString(first.batchId()),
                                    "--with",
                                    Long.toString(second.batchId())));
        }
        if (left instanceof Meaning.TableVersion first && right instanceof Meaning.TableVersion second && isOnePlace) {
            return call(
                    List.of("table", "diff", place.path().toString()),
                    List.of(Long.toString(first.version()), Long.toString(second.version())));
        }
        if (left instanceof Meaning.StateVersion first && right instanceof Meaning.StateVersion second && isOnePlace) {
            return state(place, first, second);
        }
        if (a.equals(place.path()) && !isOnePlace && place.kind() == PlaceKind.CHECKPOINT) {
            return call(
                    List.of("diff", place.path().toString()), List.of(placeOf(b).typed()));
        }
        throw new UsageException("there is no diff between " + a + " and " + b);
    }

    private int state(Place place, Meaning.StateVersion first, Meaning.StateVersion second)
            throws IOException, UsageException {
        StateStoreId store = first.store();
        if (store.operatorId() != second.store().operatorId()
                || !store.storeName().equals(second.store().storeName())) {
            throw new UsageException("there is no diff between states of two operators or stores");
        }
        List<String> options = new ArrayList<>(
                List.of("--from", Long.toString(first.version() - 1), "--to", Long.toString(second.version() - 1)));
        options.addAll(List.of("--operator", Integer.toString(store.operatorId())));
        if (!store.storeName().equals(StateStoreId.DEFAULT_STORE)) {
            options.addAll(List.of("--store", store.storeName()));
        }
        return call(List.of("state", "diff", place.path().toString()), options);
    }

    private Place placeOf(TreePath path) throws UsageException {
        return session()
                .tree()
                .placeOf(path)
                .orElseThrow(() -> new UsageException(path + " lies in no checkpoint and no table"));
    }

    private int call(List<String> command, List<String> rest) throws IOException, UsageException {
        List<String> line = new ArrayList<>(command);
        line.addAll(rest);
        return host.run(line, out(), err());
    }
}
