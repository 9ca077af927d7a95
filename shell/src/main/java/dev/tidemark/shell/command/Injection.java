package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.shell.engine.WhatIf;
import dev.tidemark.shell.evidence.Meaning;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.shell.evidence.TreePath;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.view.PlaceKind;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Adds to a command of the command line what the session knows: the place, the description, moves, the looks. */
final class Injection {
    /** How commands call the place they are about. */
    private static final Set<String> PLACE_LABELS = Set.of("CKPT", "PATH", "TABLE");

    /** The command that takes whatever place there is. */
    private static final String ANY_PLACE = "show";

    private final Session session;
    private final CommandSpec command;
    private final int depth;

    Injection(Session session, CommandSpec command) {
        this.session = session;
        this.command = command;
        this.depth = command.qualifiedName("\n").split("\n").length - 1;
    }

    /** The place a command is called on. */
    private record Target(String typed, Meaning meaning, int typedAt) {}

    /** The words with all that was left out. */
    List<String> apply(List<String> words) throws IOException, UsageException {
        List<String> rest = words.subList(depth, words.size());
        if (rest.contains("--help") || rest.contains("-h")) {
            return words;
        }
        List<String> whole = new ArrayList<>(words.subList(0, depth));
        List<String> others = new ArrayList<>(rest);
        if (takesPlace()) {
            Target target = target(rest);
            whole.add(target.typed());
            if (target.typedAt() >= 0) {
                others.remove(target.typedAt());
            }
            addBatch(target.meaning(), others);
            whole.addAll(others);
            addMeaning(target.meaning(), whole);
        } else {
            whole.addAll(others);
        }
        addOptions(whole);
        return whole;
    }

    /** Whether its first parameter is a checkpoint, a table or either. */
    boolean takesPlace() {
        return positional(0)
                .filter(first -> PLACE_LABELS.contains(first.paramLabel()))
                .isPresent();
    }

    private Optional<PositionalParamSpec> positional(int index) {
        return command.positionalParameters().stream()
                .filter(parameter -> parameter.index().contains(index))
                .findFirst();
    }

    private Target target(List<String> rest) throws IOException, UsageException {
        int at = firstPositional(rest);
        if (at >= 0) {
            Optional<Target> named = named(rest.get(at), at);
            if (named.isPresent()) {
                return named.get();
            }
        }
        Place place = standing();
        Meaning meaning = session.here().isBelow(place.path()) ? meaningHere() : Meaning.Nothing.NOTHING;
        return new Target(place.typed(), meaning, -1);
    }

    /** An operator one stands in counts; a file one cannot stand in. */
    private Meaning meaningHere() throws IOException {
        return session.tree().find(session.here()).map(Node::meaning).orElse(Meaning.Nothing.NOTHING);
    }

    /** A path of the tree, or one outside it. */
    private Optional<Target> named(String word, int at) throws IOException {
        TreePath path = session.here().resolve(word);
        boolean looksLikePath = word.contains("/") || word.equals(".") || word.equals("..");
        Optional<Place> place = session.tree().placeOf(path);
        if (place.isPresent() && (looksLikePath || path.equals(place.get().path()))) {
            Optional<Node> node = session.tree().find(path);
            if (node.isPresent()) {
                return Optional.of(new Target(place.get().typed(), node.get().meaning(), at));
            }
        }
        boolean liesOutside = word.startsWith("/")
                || word.startsWith("./")
                || word.startsWith("../")
                || word.matches("[A-Za-z][A-Za-z0-9+.-]+:.*");
        return liesOutside && place.isEmpty()
                ? Optional.of(new Target(word, Meaning.Nothing.NOTHING, at))
                : Optional.empty();
    }

    private Place standing() throws UsageException {
        String label = positional(0).orElseThrow().paramLabel();
        if (command.name().equals(ANY_PLACE)) {
            return session.placeFor(kind -> true, "checkpoint or table");
        }
        return label.equals("TABLE")
                ? session.placeFor(kind -> kind == PlaceKind.DELTA_TABLE, "table")
                : session.checkpoint();
    }

    /** Where the first word stands that is neither an option nor its value; -1 when there is none. */
    private int firstPositional(List<String> rest) {
        for (int i = 0; i < rest.size(); i++) {
            String word = rest.get(i);
            if (!word.startsWith("-") || word.equals("-")) {
                return i;
            }
            OptionSpec option = option(word);
            if (option != null && option.arity().max() > 0 && !word.contains("=")) {
                i++;
            }
        }
        return -1;
    }

    private @Nullable OptionSpec option(String word) {
        String name = word.startsWith("--") ? word.split("=", 2)[0] : word;
        return command.findOption(name);
    }

    /** {@code batch offsets/5}: the number that the command wants behind the place. */
    private void addBatch(Meaning meaning, List<String> others) {
        boolean wantsNumber =
                positional(1).filter(second -> second.paramLabel().equals("N")).isPresent();
        if (meaning instanceof Meaning.Batch batch && wantsNumber && firstPositional(others) < 0) {
            others.add(0, Long.toString(batch.batchId()));
        }
    }

    private void addMeaning(Meaning meaning, List<String> whole) {
        if (meaning instanceof Meaning.Batch batch) {
            add(whole, "--batch", Long.toString(batch.batchId()));
        } else if (meaning instanceof Meaning.TableVersion version) {
            add(whole, "--version", Long.toString(version.version()));
        } else if (meaning instanceof Meaning.Operator operator) {
            add(whole, "--operator", Integer.toString(operator.operatorId()));
            addPartition(operator.partitionId(), whole);
        } else if (meaning instanceof Meaning.StateVersion state) {
            StateStoreId store = state.store();
            add(whole, "--operator", Integer.toString(store.operatorId()));
            if (!store.storeName().equals(StateStoreId.DEFAULT_STORE)) {
                add(whole, "--store", store.storeName());
            }
            add(whole, "--batch", Long.toString(Math.max(0, state.version() - 1)));
            addPartition(store.partitionId(), whole);
        }
    }

    private void addPartition(@Nullable Integer partitionId, List<String> whole) {
        if (partitionId != null) {
            add(whole, "--partition", partitionId.toString());
        }
    }

    private void addOptions(List<String> whole) {
        if (has("--map") && !isGiven(whole, "--map")) {
            session.moves().forEach(move -> whole.addAll(List.of("--map", move)));
        }
        if (has("-D")) {
            whole.addAll(session.hadoopOptions());
        }
        session.descriptions().current().ifPresent(file -> add(whole, "--query", file.toString()));
        for (WhatIf change : session.workbench().whatIfs()) {
            List<String> words = change.words();
            if (has(words.get(0))) {
                whole.addAll(words);
            }
        }
        if (session.settings().mode() == Settings.Mode.JSON) {
            add(whole, "--format", "json");
        }
        add(whole, "--color", session.screen().isColored() ? "always" : "never");
        if (session.screen().isTerminal()) {
            add(whole, "--width", Integer.toString(session.screen().columns()));
        }
    }

    private void add(List<String> whole, String option, String value) {
        if (has(option) && !isGiven(whole, option)) {
            whole.add(option);
            whole.add(value);
        }
    }

    private boolean has(String option) {
        return command.findOption(option) != null;
    }

    private static boolean isGiven(List<String> words, String option) {
        return words.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + "="));
    }
}
