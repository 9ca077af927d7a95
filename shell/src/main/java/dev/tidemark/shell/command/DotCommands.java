package dev.tidemark.shell.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands about the shell itself. */
final class DotCommands {
    private DotCommands() {}

    /** A switch. */
    enum Switch {
        ON,
        OFF
    }

    private static Path path(String typed) throws UsageException {
        try {
            return Path.of(typed);
        } catch (InvalidPathException unnameable) {
            throw new UsageException("no name of a file: " + typed);
        }
    }

    /** {@code .mode text|json}. */
    @Command(
            name = ".mode",
            description = "How answers look: text for people, json for scripts; alone, how they look now.",
            footer = {"", "Example: .mode json"})
    static final class Mode extends BuiltIn {
        @Parameters(paramLabel = "text|json", arity = "0..1", description = "the form")
        private Settings.@Nullable Mode mode;

        Mode(Session session) {
            super(session);
        }

        @Override
        int run() {
            if (mode == null) {
                return say(session().settings().mode().word());
            }
            session().settings().mode(mode);
            return Codes.FINE;
        }
    }

    /** {@code .once FILE}. */
    @Command(
            name = ".once",
            description = "Write the next answer to a file instead of to the screen.",
            footer = {"", "Example: .once answer.txt"})
    static final class Once extends BuiltIn {
        @Parameters(paramLabel = "FILE", description = "the file, which is replaced")
        private String file = "";

        Once(Session session) {
            super(session);
        }

        @Override
        int run() throws UsageException {
            session().settings().once(path(file));
            return Codes.FINE;
        }
    }

    /** {@code .read FILE}. */
    @Command(
            name = ".read",
            description = "Run the lines of a file.",
            footer = {"", "Example: .read look.tidemark"})
    static final class Read extends BuiltIn {
        private final Console console;

        @Parameters(paramLabel = "FILE", description = "a file of commands, one a line")
        private String file = "";

        Read(Session session, Console console) {
            super(session);
            this.console = console;
        }

        @Override
        int run() throws IOException, UsageException {
            Path script = path(file);
            if (!Files.isReadable(script) || Files.isDirectory(script)) {
                throw new UsageException("no such file: " + file);
            }
            return console.read(script);
        }
    }

    /** {@code .timer on|off}. */
    @Command(
            name = ".timer",
            description = "Tell after each command how long it took; alone, whether that is on.",
            footer = {"", "Example: .timer on"})
    static final class Timer extends BuiltIn {
        @Parameters(paramLabel = "on|off", arity = "0..1", description = "whether")
        private @Nullable Switch value;

        Timer(Session session) {
            super(session);
        }

        @Override
        int run() {
            if (value == null) {
                return say(session().settings().showsTime() ? "on" : "off");
            }
            session().settings().showsTime(value == Switch.ON);
            return Codes.FINE;
        }
    }

    /** {@code .bail on|off}. */
    @Command(
            name = ".bail",
            description = "End a script with the first command whose exit code is not 0; alone, whether that is on.",
            footer = {"", "Example: .bail off"})
    static final class Bail extends BuiltIn {
        @Parameters(paramLabel = "on|off", arity = "0..1", description = "whether")
        private @Nullable Switch value;

        Bail(Session session) {
            super(session);
        }

        @Override
        int run() {
            if (value == null) {
                return say(session().settings().stopsAtFailure() ? "on" : "off");
            }
            session().settings().stopsAtFailure(value == Switch.ON);
            return Codes.FINE;
        }
    }

    /** {@code .show}. */
    @Command(
            name = ".show",
            description = "What is set.",
            footer = {"", "Example: .show"})
    static final class Show extends BuiltIn {
        Show(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException {
            Settings settings = session().settings();
            List<Fact> facts = new ArrayList<>(List.of(
                    new Fact("stand in", Cell.text(session().here().toString())),
                    new Fact("mode", Cell.text(settings.mode().word())),
                    new Fact("timer", Cell.text(settings.showsTime() ? "on" : "off")),
                    new Fact("bail", Cell.text(settings.stopsAtFailure() ? "on" : "off")),
                    new Fact(
                            "once",
                            settings.once()
                                    .map(file -> Cell.text(file.toString()))
                                    .orElse(Cell.nothing())),
                    new Fact("columns", Cell.count(session().screen().columns())),
                    new Fact(
                            "query",
                            session()
                                    .descriptions()
                                    .current()
                                    .map(file -> Cell.text(file.toString()))
                                    .orElse(Cell.nothing()))));
            session().moves().forEach(move -> facts.add(new Fact("map", Cell.text(move))));
            JsonObject document = JsonObject.builder()
                    .put("here", session().here().toString())
                    .put("mode", settings.mode().word())
                    .put("timer", settings.showsTime())
                    .put("bail", settings.stopsAtFailure())
                    .put("columns", session().screen().columns())
                    .put("moves", JsonArray.of(session().moves(), JsonText::new))
                    .build();
            return print(new Report(".show", Outcome.FINE, List.of(new Block.Facts(facts)), document));
        }
    }

    /** {@code history}. */
    @Command(
            name = "history",
            description = "The lines typed so far.",
            footer = {"", "Example: history"})
    static final class History extends BuiltIn {
        private final Console console;

        History(Session session, Console console) {
            super(session);
            this.console = console;
        }

        @Override
        int run() {
            List<String> lines = console.history();
            for (int i = 0; i < lines.size(); i++) {
                say(String.format("%5d  %s", i + 1, lines.get(i)));
            }
            return Codes.FINE;
        }
    }

    /** {@code exit}. */
    @Command(
            name = "exit",
            aliases = {"quit", ".quit", ".exit"},
            description = "Leave the shell; Ctrl-D does the same.",
            footer = {"", "Example: exit"})
    static final class Exit extends BuiltIn {
        private final Console console;

        @Parameters(paramLabel = "CODE", arity = "0..1", description = "the exit code (default: 0)")
        private int code;

        Exit(Session session, Console console) {
            super(session);
            this.console = console;
        }

        @Override
        int run() {
            console.end(code);
            return code;
        }
    }
}
