package dev.tidemark.shell.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.engine.Simulation;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.engine.WhatIf;
import dev.tidemark.shell.evidence.Place;
import dev.tidemark.shell.line.LineParser;
import dev.tidemark.view.CompareView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that change the simulated query, hold two side by side, and keep what was done. */
final class WhatIfCommands {
    private WhatIfCommands() {}

    private static WhatIf parsed(List<String> words) throws UsageException {
        return WhatIf.of(words)
                .orElseThrow(() -> new UsageException("not something to set: " + String.join(" ", words)
                        + "; conf KEY=VALUE, option [SOURCE.]KEY=VALUE, spark VERSION or trigger WORD"));
    }

    /** {@code set conf|option|spark|trigger VALUE}. */
    @Command(
            name = "set",
            description = {
                "What if a conf, an option of a source, Spark or the trigger were otherwise? Alone: what is set.",
                "A query that was started starts over."
            },
            footer = {
                "",
                "Example: set conf spark.sql.shuffle.partitions=4",
                "         set option 0.maxFilesPerTrigger=10",
                "         set trigger once",
                "         set spark 4.0.1"
            })
    static final class Set extends EngineCommand {
        @Parameters(paramLabel = "conf|option|spark|trigger VALUE", arity = "0..2", description = "what, and to what")
        private List<String> words = new ArrayList<>();

        @Option(names = "--clear", description = "everything as described again")
        private boolean clear;

        Set(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            List<WhatIf> all = session().workbench().whatIfs();
            if (words.isEmpty() && !clear) {
                return print(list(all));
            }
            List<WhatIf> before = List.copyOf(all);
            if (clear) {
                all.clear();
            }
            if (!words.isEmpty()) {
                WhatIf change = parsed(words);
                all.removeIf(change::replaces);
                all.add(change);
            }
            if (session().workbench().engine().isEmpty()) {
                return Codes.FINE;
            }
            try {
                session().workbench().start();
            } catch (UsageException impossible) {
                all.clear();
                all.addAll(before);
                throw impossible;
            }
            return say("the query starts over");
        }

        private static Report list(List<WhatIf> all) {
            Block block = all.isEmpty()
                    ? new Block.Note(Tone.PLAIN, "everything is as described")
                    : new Block.Listing(all.stream().map(WhatIf::text).toList());
            return new Report(
                    "set",
                    Outcome.FINE,
                    List.of(block),
                    JsonObject.builder()
                            .put("whatIfs", JsonArray.of(all, one -> new JsonText(one.text())))
                            .build());
        }
    }

    /** {@code compare [A B]}. */
    @Command(
            name = "compare",
            description = {
                "Two restarts side by side: as described and with all that is set.",
                "With arguments: with one thing otherwise, or two; each in quotes, as set takes it."
            },
            footer = {"", "Example: compare 'trigger once' 'option maxFilesPerTrigger=1'"})
    static final class Compare extends EngineCommand {
        @Parameters(paramLabel = "'KIND VALUE'", arity = "0..2", description = "what is otherwise, on each side")
        private List<String> sides = new ArrayList<>();

        Compare(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            List<WhatIf> set = session().workbench().whatIfs();
            if (sides.isEmpty() && set.isEmpty()) {
                throw new UsageException("nothing is set; such as: compare 'trigger once'");
            }
            CompareView.Side right = sides.isEmpty() ? side(set) : side(List.of(of(sides.get(sides.size() - 1))));
            CompareView.Side left = sides.size() == 2 ? side(List.of(of(sides.get(0)))) : side(List.of());
            return print(CompareView.of(left, right));
        }

        private static WhatIf of(String typed) throws UsageException {
            return parsed(List.of(typed.strip().split("\\s+", 2)));
        }

        private CompareView.Side side(List<WhatIf> changes) throws IOException, UsageException {
            Place checkpoint = session().checkpoint();
            String label = changes.isEmpty()
                    ? "as described"
                    : String.join(", ", changes.stream().map(WhatIf::text).toList());
            try (Simulation simulation = session().workbench().simulation(checkpoint, changes, new ArrayList<>())) {
                return new CompareView.Side(label, simulation.toTheEnd().prediction());
            }
        }
    }

    private static Path file(String typed) throws UsageException {
        try {
            return Path.of(typed);
        } catch (InvalidPathException unnameable) {
            throw new UsageException("no name of a file: " + typed);
        }
    }

    /** {@code save FILE}. */
    @Command(
            name = "save",
            description = "Write the lines that bring the simulated query where it is to a file, for replay.",
            footer = {"", "Example: save crash-after-sink.tidemark"})
    static final class Save extends EngineCommand {
        @Parameters(paramLabel = "FILE", description = "the file, which is replaced")
        private String file = "";

        Save(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            Path to = file(file);
            session().requireOutsideEvidence(to);
            List<String> lines =
                    new ArrayList<>(List.of("# A session of the Tidemark shell; run it with: replay " + to));
            for (String move : session().moves()) {
                lines.add("open --map " + LineParser.quoted(move));
            }
            for (Place place : session().tree().places()) {
                lines.add("open " + LineParser.quoted(place.typed()));
            }
            for (Path description : session().descriptions().files()) {
                lines.add("open " + LineParser.quoted(description.toString()));
            }
            lines.add("cd " + LineParser.quoted(session().here().toString()));
            lines.addAll(session().workbench().journal());
            Files.write(to, lines, StandardCharsets.UTF_8);
            return say(lines.size() - 1 + " lines to " + to);
        }
    }

    /** {@code replay FILE}. */
    @Command(
            name = "replay",
            description = "Run what save wrote: opens what is not open, and brings the query where it was.",
            footer = {"", "Example: replay crash-after-sink.tidemark"})
    static final class Replay extends EngineCommand {
        private final Console console;

        @Parameters(paramLabel = "FILE", description = "a file that save wrote")
        private String file = "";

        Replay(Session session, Console console) {
            super(session);
            this.console = console;
        }

        @Override
        int run() throws IOException, UsageException {
            Path script = file(file);
            if (!Files.isReadable(script) || Files.isDirectory(script)) {
                throw new UsageException("no such file: " + file);
            }
            session().workbench().whatIfs().clear();
            session().workbench().breakpoints().clear();
            session().workbench().reset();
            return console.read(script);
        }
    }
}
