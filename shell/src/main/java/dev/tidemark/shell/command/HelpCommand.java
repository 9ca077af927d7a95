package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;

/** {@code help [COMMAND]}. */
@Command(
        name = "help",
        description = "The commands, or all about one of them.",
        footer = {"", "Example: help cat"})
final class HelpCommand extends BuiltIn {
    private final Host host;
    private final CommandLine builtIns;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "a command")
    private List<String> words = new ArrayList<>();

    HelpCommand(Session session, Host host, CommandLine builtIns) {
        super(session);
        this.host = host;
        this.builtIns = builtIns;
    }

    @Override
    int run() throws IOException, UsageException {
        if (words.isEmpty()) {
            return print(all());
        }
        CommandLine builtIn = builtIns.getSubcommands().get(words.get(0));
        if (builtIn != null) {
            return usage(builtIn);
        }
        Optional<CommandSpec> command = host.find(words);
        if (command.isEmpty()) {
            throw new UsageException(
                    host.unknown(words.get(0), builtIns.getSubcommands().keySet()));
        }
        usage(command.get().commandLine());
        out().println();
        example(command.get()).ifPresent(line -> say("Example: " + line));
        return Codes.FINE;
    }

    private int usage(CommandLine command) {
        command.usage(out());
        out().flush();
        return Codes.FINE;
    }

    /** How a command of the command line is called here, where the place need not be named. */
    private Optional<String> example(CommandSpec command) {
        if (!command.subcommands().isEmpty()) {
            return Optional.empty();
        }
        StringBuilder line = new StringBuilder(Host.nameOf(command));
        boolean takesPlace = new Injection(session(), command).takesPlace();
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            boolean isPlace = takesPlace
                    && parameter.index().contains(0)
                    && parameter.index().max() == 0;
            if (!isPlace && parameter.arity().min() > 0) {
                line.append(' ').append(Examples.of(parameter.paramLabel()));
            }
        }
        return Optional.of(line.toString());
    }

    private Report all() {
        List<Block> blocks = new ArrayList<>();
        List<JsonObject> documents = new ArrayList<>();
        List<List<Cell>> rows = new ArrayList<>();
        builtIns.getSubcommands().forEach((name, command) -> {
            if (command.getCommandName().equals(name)) {
                add(name, command.getCommandSpec(), rows, documents);
            }
        });
        blocks.add(new Block.Heading("In the shell"));
        blocks.add(new Block.Table(List.of("", ""), rows));
        List<List<Cell>> ofHost = new ArrayList<>();
        for (String name : host.names()) {
            host.find(List.of(name)).ifPresent(command -> add(name, command, ofHost, documents));
        }
        blocks.add(new Block.Heading("As on the command line, without the path"));
        blocks.add(new Block.Table(List.of("", ""), ofHost));
        blocks.add(new Block.Note(
                dev.tidemark.report.Tone.FAINT,
                "help COMMAND tells all with an example. A line may end in | COMMAND, > FILE or >> FILE. Of two commands of"
                        + " one name the shell's counts; tidemark COMMAND is always the command line's."));
        JsonObject document = JsonObject.builder()
                .put("commands", JsonArray.of(documents, one -> one))
                .build();
        return new Report("help", Outcome.FINE, blocks, document);
    }

    private static void add(String name, CommandSpec command, List<List<Cell>> rows, List<JsonObject> documents) {
        String[] description = command.usageMessage().description();
        String summary = description.length == 0 ? "" : description[0].split("; |: ", 2)[0];
        rows.add(List.of(Cell.text(name), Cell.text(summary)));
        documents.add(JsonObject.builder()
                .put("name", name)
                .put("description", String.join(" ", description))
                .build());
    }
}
