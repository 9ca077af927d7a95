package dev.tidemark.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

import dev.tidemark.io.PathMapping;
import dev.tidemark.io.StorageOptions;
import dev.tidemark.io.Storages;
import dev.tidemark.shell.command.Settings;
import dev.tidemark.shell.command.Setup;
import dev.tidemark.shell.command.UsageException;
import dev.tidemark.shell.run.Shell;
import picocli.CommandLine.ParameterException;

/** {@code tidemark shell [PATH...]}: walk through evidence, and run every command without repeating the paths. */
final class ShellCommand extends Command {
    private final Supplier<List<String>> places = many(
            String.class,
            parameter("0..*")
                    .paramLabel("PATH")
                    .arity("0..*")
                    .description("what to open: checkpoints, tables, outputs; directories, archives or URIs"));

    private final Supplier<Path> query = one(
            Path.class,
            option("--query").paramLabel("FILE").description("a query description (YAML or JSON) to open too"));

    private final Supplier<List<String>> moves = many(
            String.class,
            option("--map")
                    .paramLabel("OLD=NEW")
                    .description(
                            "where a path named in the evidence lies now; repeatable, the longest that fits counts"));

    private final Supplier<String> script = one(
            String.class,
            option("--script").paramLabel("FILE").description("run the lines of a file; - for standard input"));

    private final Supplier<Boolean> keepGoing = flag(
            option("--keep-going").description("run a script to its end, whatever fails, and end with the worst code"));

    private final Supplier<Boolean> noHistory =
            flag(option("--no-history").description("keep no typed lines, and offer none of earlier days"));

    private final Supplier<OutputMixin.Format> format = one(
            OutputMixin.Format.class,
            option("--format")
                    .paramLabel("text|json")
                    .defaultValue("text")
                    .description("how answers look at first; .mode changes it (default: text)"));

    private final HadoopMixin hadoop = part(new HadoopMixin());

    ShellCommand() {
        super(
                "shell",
                "Walk through checkpoints and tables as through a tree, and run every command without repeating their paths.",
                "Without a terminal, or with --script, lines are run without a prompt.");
        footer(
                "",
                "A script stops at the first command whose exit code is not 0, and ends with that code.",
                "Typed lines are kept in $XDG_STATE_HOME/tidemark/history (~/.local/state if unset).");
    }

    @Override
    public Integer call() throws IOException {
        try {
            PathMapping.parse(moves.get());
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(commandLine(), "--map: " + malformed.getMessage());
        }
        StorageOptions options = hadoop.options();
        Setup setup =
                new Setup(ProductVersion.text(), place -> Storages.open(place, options), moves.get(), hadoop.words());
        try (Shell shell = new Shell(setup, Main::commandLine)) {
            shell.interpreter()
                    .session()
                    .settings()
                    .mode(format.get() == OutputMixin.Format.JSON ? Settings.Mode.JSON : Settings.Mode.TEXT);
            shell.open(places.get(), query.get());
            if (script.get() == null && StandardStreams.areTerminals()) {
                return shell.interactive(noHistory.get() ? null : StandardStreams.historyFile());
            }
            try (Reader lines = lines()) {
                String name = script.get() == null || script.get().equals("-") ? "standard input" : script.get();
                Shell.AfterFailure afterFailure = keepGoing.get() ? Shell.AfterFailure.GO_ON : Shell.AfterFailure.STOP;
                return shell.script(
                        lines,
                        name,
                        afterFailure,
                        commandLine().getOut(),
                        commandLine().getErr());
            }
        } catch (UsageException usage) {
            throw new ParameterException(commandLine(), usage.getMessage());
        }
    }

    private Reader lines() throws IOException {
        if (script.get() == null || script.get().equals("-")) {
            return StandardStreams.input();
        }
        Path file = Path.of(script.get());
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new ParameterException(commandLine(), "no such script: " + script.get());
        }
        return Files.newBufferedReader(file, StandardCharsets.UTF_8);
    }
}
