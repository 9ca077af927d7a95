package dev.tidemark.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.io.PathMapping;
import dev.tidemark.io.StorageOptions;
import dev.tidemark.io.Storages;
import dev.tidemark.shell.command.Settings;
import dev.tidemark.shell.command.Setup;
import dev.tidemark.shell.command.UsageException;
import dev.tidemark.shell.run.Shell;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark shell [PATH...]}: walk through evidence, and run every command without repeating the paths. */
@Command(
        name = "shell",
        description = {
            "Walk through checkpoints and tables as through a tree, and run every command without repeating their paths.",
            "Without a terminal, or with --script, lines are run without a prompt."
        },
        footer = {
            "",
            "A script stops at the first command whose exit code is not 0, and ends with that code.",
            "Typed lines are kept in $XDG_STATE_HOME/tidemark/history (~/.local/state if unset)."
        })
final class ShellCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "PATH",
            arity = "0..*",
            description = "what to open: checkpoints, tables, outputs; directories, archives or URIs")
    private List<String> places = new ArrayList<>();

    @Option(names = "--query", paramLabel = "FILE", description = "a query description (YAML or JSON) to open too")
    private Path query;

    @Option(
            names = "--map",
            paramLabel = "OLD=NEW",
            description = "where a path named in the evidence lies now; repeatable, the longest that fits counts")
    private List<String> moves = List.of();

    @Option(names = "--script", paramLabel = "FILE", description = "run the lines of a file; - for standard input")
    private String script;

    @Option(
            names = "--keep-going",
            description = "run a script to its end, whatever fails, and end with the worst code")
    private boolean keepGoing;

    @Option(names = "--no-history", description = "keep no typed lines, and offer none of earlier days")
    private boolean noHistory;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            defaultValue = "text",
            description = "how answers look at first; .mode changes it (default: text)")
    private OutputMixin.Format format;

    @Mixin
    private HadoopMixin hadoop;

    @Mixin
    StandardHelp help;

    @Override
    public Integer call() throws IOException {
        try {
            PathMapping.parse(moves);
        } catch (IllegalArgumentException malformed) {
            throw new ParameterException(spec.commandLine(), "--map: " + malformed.getMessage());
        }
        StorageOptions options = hadoop.options();
        Setup setup = new Setup(ProductVersion.text(), place -> Storages.open(place, options), moves, hadoop.words());
        try (Shell shell = new Shell(setup, Main::commandLine)) {
            shell.interpreter()
                    .session()
                    .settings()
                    .mode(format == OutputMixin.Format.JSON ? Settings.Mode.JSON : Settings.Mode.TEXT);
            shell.open(places, query);
            if (script == null && StandardStreams.areTerminals()) {
                return shell.interactive(noHistory ? null : StandardStreams.historyFile());
            }
            try (Reader lines = lines()) {
                String name = script == null || script.equals("-") ? "standard input" : script;
                Shell.AfterFailure afterFailure = keepGoing ? Shell.AfterFailure.GO_ON : Shell.AfterFailure.STOP;
                return shell.script(
                        lines,
                        name,
                        afterFailure,
                        spec.commandLine().getOut(),
                        spec.commandLine().getErr());
            }
        } catch (UsageException usage) {
            throw new ParameterException(spec.commandLine(), usage.getMessage());
        }
    }

    private Reader lines() throws IOException {
        if (script == null || script.equals("-")) {
            return StandardStreams.input();
        }
        Path file = Path.of(script);
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new ParameterException(spec.commandLine(), "no such script: " + script);
        }
        return Files.newBufferedReader(file, StandardCharsets.UTF_8);
    }
}
