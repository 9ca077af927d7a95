package dev.tidemark.shell.complete;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.render.Printable;
import dev.tidemark.shell.command.Host;
import dev.tidemark.shell.command.Session;
import dev.tidemark.shell.evidence.Listing;
import dev.tidemark.shell.evidence.Node;
import dev.tidemark.shell.evidence.TreePath;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What may come next: commands, options, their values, paths of the tree, keys of the state. */
public final class Completions {
    private static final int MOST_NAMES = 200;
    private static final String HOST = "tidemark";

    private final Session session;
    private final Host host;
    private final CommandLine builtIns;

    public Completions(Session session, Host host, CommandLine builtIns) {
        this.session = session;
        this.host = host;
        this.builtIns = builtIns;
    }

    /** The ways to end the last of these words; none when the evidence does not let itself be read. */
    public List<Completion> of(List<String> words) {
        try {
            return words.get(0).equals(HOST) && words.size() > 1 ? ends(words.subList(1, words.size())) : ends(words);
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private List<Completion> ends(List<String> words) throws IOException {
        String last = words.get(words.size() - 1);
        if (words.size() == 1) {
            return startingWith(last, commands());
        }
        List<String> before = words.subList(0, words.size() - 1);
        Optional<CommandSpec> found = spec(before);
        if (found.isEmpty()) {
            return List.of();
        }
        CommandSpec command = found.get();
        if (!command.subcommands().isEmpty()) {
            List<Completion> groups = new ArrayList<>();
            command.subcommands()
                    .forEach((name, sub) -> groups.add(Completion.of(name, summary(sub.getCommandSpec()))));
            return startingWith(last, groups);
        }
        if (last.startsWith("-")) {
            return startingWith(last, options(command));
        }
        OptionSpec valued = optionBefore(command, before.get(before.size() - 1));
        OpenValues values = new OpenValues(session, before);
        return valued == null ? parameter(command, values, last) : startingWith(last, valueOf(valued, values));
    }

    private List<Completion> commands() {
        Map<String, Completion> commands = new TreeMap<>();
        for (String name : host.names()) {
            host.find(List.of(name)).ifPresent(spec -> commands.put(name, Completion.of(name, summary(spec))));
        }
        builtIns.getSubcommands()
                .forEach((name, command) -> commands.put(name, Completion.of(name, summary(command.getCommandSpec()))));
        return List.copyOf(commands.values());
    }

    private Optional<CommandSpec> spec(List<String> words) {
        CommandLine builtIn = builtIns.getSubcommands().get(words.get(0));
        return builtIn == null ? host.find(words) : Optional.of(builtIn.getCommandSpec());
    }

    private static String summary(CommandSpec command) {
        String[] description = command.usageMessage().description();
        return description.length == 0 ? "" : description[0];
    }

    private static List<Completion> options(CommandSpec command) {
        List<Completion> options = new ArrayList<>();
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                String[] description = option.description();
                options.add(Completion.of(option.longestName(), description.length == 0 ? "" : description[0]));
            }
        }
        return options;
    }

    private static @org.jspecify.annotations.Nullable OptionSpec optionBefore(CommandSpec command, String word) {
        OptionSpec option = word.startsWith("-") ? command.findOption(word) : null;
        return option != null && option.arity().max() > 0 ? option : null;
    }

    private List<Completion> valueOf(OptionSpec option, OpenValues values) throws IOException {
        if (option.completionCandidates() != null) {
            List<Completion> candidates = new ArrayList<>();
            option.completionCandidates()
                    .forEach(value -> candidates.add(Completion.of(value.toLowerCase(Locale.ROOT), "")));
            return candidates;
        }
        return switch (option.longestName()) {
            case "--batch", "--from", "--to", "--with" -> values.batches();
            case "--version" -> values.versions();
            case "--operator" -> values.operators();
            case "--partition" -> values.partitions();
            case "--store" -> values.stores();
            default -> alternatives(option.paramLabel());
        };
    }

    /** {@code text|json}: the label says what may be typed. */
    private static List<Completion> alternatives(String label) {
        return label.matches("[a-z]+(\\|[a-z]+)+")
                ? Arrays.stream(label.split("\\|"))
                        .map(word -> Completion.of(word, ""))
                        .toList()
                : List.of();
    }

    private List<Completion> parameter(CommandSpec command, OpenValues values, String last) throws IOException {
        if (command.positionalParameters().isEmpty()) {
            return List.of();
        }
        if (command.positionalParameters().get(0).type().isEnum()) {
            return startingWith(
                    last, alternatives(command.positionalParameters().get(0).paramLabel()));
        }
        List<Completion> all = new ArrayList<>();
        if (command.name().equals("help")) {
            return startingWith(last, commands());
        }
        boolean wantsBatch = command.positionalParameters().stream()
                .anyMatch(one -> one.paramLabel().contains("N"));
        boolean wantsVersion = command.positionalParameters().stream()
                .anyMatch(
                        one -> one.paramLabel().equals("A") || one.paramLabel().equals("B"));
        if (command.positionalParameters().stream()
                .anyMatch(one -> one.paramLabel().contains("FIELD=VALUE"))) {
            all.addAll(startingWith(last, values.keys(last)));
        }
        if (wantsVersion) {
            all.addAll(startingWith(last, values.versions()));
        } else if (wantsBatch && command.positionalParameters().size() > 1) {
            all.addAll(startingWith(last, values.batches()));
        }
        all.addAll(paths(last));
        return all;
    }

    private static List<Completion> startingWith(String start, List<Completion> all) {
        return all.stream().filter(one -> one.value().startsWith(start)).toList();
    }

    /** Names below the directory that is typed so far. */
    private List<Completion> paths(String typed) throws IOException {
        int slash = typed.lastIndexOf('/');
        String directory = typed.substring(0, slash + 1);
        String start = typed.substring(slash + 1);
        TreePath at = session.here().resolve(directory.isEmpty() ? "." : directory);
        Optional<Node> node = session.tree().find(at);
        if (node.isEmpty()) {
            return List.of();
        }
        List<Completion> paths = new ArrayList<>();
        long[] seen = {0};
        node.get().forEachChild(child -> {
            if (child.name().startsWith(start) && child.name().equals(Printable.of(child.name()))) {
                boolean isDirectory = child.kind() == Node.Kind.DIRECTORY;
                paths.add(new Completion(
                        directory + child.name() + (isDirectory ? "/" : ""), child.label(), !isDirectory));
            }
            return paths.size() < MOST_NAMES && seen[0]++ < Listing.MOST_LOOKED_AT;
        });
        paths.sort((a, b) -> Listing.NATURAL.compare(a.value(), b.value()));
        return paths;
    }
}
