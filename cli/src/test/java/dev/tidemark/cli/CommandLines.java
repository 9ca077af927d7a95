package dev.tidemark.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import picocli.CommandLine;

/**
 * How each command that reads evidence is called on a piece of it: what the proofs about every command run over. A new
 * command gets a line here, or {@link EveryCommandIsProvenTest} fails; one of {@code table} or {@code state} that wants
 * nothing but the place is found without.
 */
final class CommandLines {
    private static final Map<String, Function<Evidence, List<String>>> BY_COMMAND = new LinkedHashMap<>();

    /** Commands that look at no evidence of a user. */
    private static final Set<String> WITHOUT_EVIDENCE = Set.of("completion", "demo", "explain", "help", "rules");

    private static final List<String> SCRIPT = List.of(
            "open",
            "ls",
            "tree / --depth 5",
            "find / --damaged",
            "cat offsets/1 commits/1 metadata",
            "cat --raw offsets/1",
            "stat offsets/1",
            "stat state/0/0/1",
            "cat state/0/0/1 state/0/1/1.delta",
            "cat /table/orders/v0",
            "stat /table/orders/v0",
            "find / *.parquet",
            "show",
            "diff",
            "why offsets/1",
            "get region=west");

    static {
        BY_COMMAND.put("show", evidence -> List.of("show", evidence.checkpoint()));
        BY_COMMAND.put("batches", evidence -> List.of("batches", evidence.checkpoint()));
        BY_COMMAND.put("batch", evidence -> List.of("batch", evidence.checkpoint(), "1"));
        BY_COMMAND.put("diff", evidence -> List.of("diff", evidence.checkpoint()));
        BY_COMMAND.put("describe", evidence -> List.of("describe", evidence.checkpoint()));
        BY_COMMAND.put(
                "history",
                evidence -> List.of(
                        "history", evidence.checkpoint(), "--query", evidence.query(), "--map", evidence.map()));
        BY_COMMAND.put(
                "crash",
                evidence ->
                        List.of("crash", evidence.checkpoint(), "--query", evidence.query(), "--map", evidence.map()));
        BY_COMMAND.put(
                "restart",
                evidence -> List.of(
                        "restart", evidence.checkpoint(), "--query", evidence.query(), "--map", evidence.map()));
        BY_COMMAND.put("diagnose", evidence -> List.of("diagnose", evidence.checkpoint()));
        BY_COMMAND.put(
                "check",
                evidence ->
                        List.of("check", evidence.checkpoint(), "--query", evidence.query(), "--map", evidence.map()));
        BY_COMMAND.put(
                "shell",
                evidence -> List.of(
                        "shell", evidence.checkpoint(), evidence.table(), "--keep-going", "--script", script()));
        BY_COMMAND.put("audit", evidence -> List.of("audit", evidence.root().toString(), "--timeout", "20s"));
        BY_COMMAND.put("watch", evidence -> List.of("watch", evidence.checkpoint(), "--for", "20ms", "--every", "5ms"));
        BY_COMMAND.put("state rows", evidence -> List.of("state", "rows", evidence.checkpoint()));
        BY_COMMAND.put("state changes", evidence -> List.of("state", "changes", evidence.checkpoint(), "--from", "1"));
        BY_COMMAND.put("state get", evidence -> List.of("state", "get", evidence.checkpoint(), "region=west"));
        BY_COMMAND.put("state diff", evidence -> List.of("state", "diff", evidence.checkpoint()));
        BY_COMMAND.put("state lineage", evidence -> List.of("state", "lineage", evidence.checkpoint()));
        BY_COMMAND.put("state loadable", evidence -> List.of("state", "loadable", evidence.checkpoint()));
        BY_COMMAND.put("state stats", evidence -> List.of("state", "stats", evidence.checkpoint()));
        BY_COMMAND.put("table diff", evidence -> List.of("table", "diff", evidence.table(), "0", "0"));
        BY_COMMAND.put(
                "table retention",
                evidence -> List.of("table", "retention", evidence.table(), "--now", "2030-01-01T00:00:00Z"));
        BY_COMMAND.put("table why", evidence -> List.of("table", "why", evidence.table(), "part-00000"));
        BY_COMMAND.put("table replay", evidence -> List.of("table", "replay", evidence.table()));
    }

    private CommandLines() {}

    /** Lines for the shell that look at everything there is. */
    private static String script() {
        try {
            Path script = Files.createTempFile("look", ".tidemark");
            script.toFile().deleteOnExit();
            return Files.write(script, SCRIPT).toString();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The command lines of every command that there is, in text. */
    static List<List<String>> on(Evidence evidence) {
        List<List<String>> lines = new ArrayList<>();
        for (String command : commands()) {
            if (BY_COMMAND.containsKey(command)) {
                lines.add(BY_COMMAND.get(command).apply(evidence));
            } else if (isOf("table", command)) {
                lines.add(List.of("table", command.substring("table ".length()), evidence.table()));
            } else if (isOf("state", command)) {
                lines.add(List.of("state", command.substring("state ".length()), evidence.checkpoint()));
            }
        }
        return lines;
    }

    /** The same with {@code --format json}. */
    static List<List<String>> asJson(Evidence evidence) {
        return on(evidence).stream()
                .map(line -> {
                    List<String> json = new ArrayList<>(line);
                    json.add("--format");
                    json.add("json");
                    return List.copyOf(json);
                })
                .toList();
    }

    /** The commands that read evidence and are not listed here. */
    static List<String> unproven() {
        return commands().stream()
                .filter(command -> !BY_COMMAND.containsKey(command) && !WITHOUT_EVIDENCE.contains(command))
                .filter(command -> !isOf("table", command) && !isOf("state", command))
                .toList();
    }

    private static boolean isOf(String group, String command) {
        return command.startsWith(group + " ");
    }

    /** Every command that does something, its groups before it: {@code state rows}. */
    static List<String> commands() {
        List<String> commands = new ArrayList<>();
        collect("", Main.commandLine(), commands);
        return commands;
    }

    private static void collect(String prefix, CommandLine group, List<String> into) {
        group.getSubcommands().forEach((name, command) -> {
            if (command.getSubcommands().isEmpty()) {
                into.add(prefix + name);
            } else {
                collect(prefix + name + " ", command, into);
            }
        });
    }
}
