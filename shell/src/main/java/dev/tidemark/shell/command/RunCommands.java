package dev.tidemark.shell.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.engine.TraceEntry;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.shell.engine.Breakpoint;
import dev.tidemark.shell.engine.EngineAtHand;
import dev.tidemark.shell.engine.WhatIf;
import dev.tidemark.view.OverlayView;
import dev.tidemark.view.TraceText;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that move the simulated query. */
final class RunCommands {
    private static final int MOST_SHOWN = 12;

    private RunCommands() {}

    /** {@code restart}. */
    @Command(
            name = "restart",
            description = {
                "Start the query in memory, to go through it step by step; after a crash, on what that left.",
                "With options it is the command line's restart, which tells the outcome at once."
            },
            footer = {"", "Example: restart", "         restart --until-caught-up"})
    static final class Restart extends EngineCommand {
        Restart(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            Workbench workbench = session().workbench();
            boolean isAgain = workbench.engine().filter(EngineAtHand::isDead).isPresent();
            List<String> assumptions = List.of();
            if (isAgain) {
                engine().startAgain();
            } else {
                workbench.journal().clear();
                assumptions = workbench.start();
            }
            EngineAtHand engine = engine();
            List<Block> blocks = new ArrayList<>();
            for (String assumption : assumptions) {
                blocks.add(new Block.Note(Tone.WARN, "Assumed: " + assumption));
            }
            List<Fact> facts = new ArrayList<>();
            facts.add(new Fact(
                    "started",
                    Cell.text(isAgain ? "again, on what the crash left" : "in memory; the evidence stays as it is")));
            facts.add(new Fact("Spark", Cell.text(workbench.version())));
            facts.add(new Fact(
                    "trigger",
                    Cell.text(engine.run().simulation().query().trigger().word())));
            for (WhatIf change : workbench.whatIfs()) {
                facts.add(new Fact("what if", Cell.text(change.text(), Tone.WARN)));
            }
            blocks.add(new Block.Facts(facts));
            blocks.add(where(engine));
            JsonObject document = JsonObject.builder()
                    .put("again", isAgain)
                    .put("spark", workbench.version())
                    .put("assumed", JsonArray.of(assumptions, JsonText::new))
                    .put("whatIfs", JsonArray.of(workbench.whatIfs(), change -> new JsonText(change.text())))
                    .build();
            return print(new Report("restart", Outcome.FINE, blocks, document));
        }
    }

    /** What events were, where the query stands, and what it came to when it is over. */
    private static Report report(EngineCommand command, String name, List<TraceEntry> events, @Nullable String stop)
            throws IOException, UsageException {
        EngineAtHand engine = command.engine();
        List<Block> blocks = new ArrayList<>();
        if (events.size() > MOST_SHOWN) {
            blocks.add(new Block.Note(
                    Tone.FAINT,
                    events.size() + " steps, of which the last " + MOST_SHOWN + " are below; trace shows all"));
        }
        if (!events.isEmpty()) {
            blocks.add(TraceText.table(EngineCommand.last(events, MOST_SHOWN)));
        }
        if (stop != null) {
            blocks.add(new Block.Note(Tone.WARN, "stopped at: " + stop));
        }
        Outcome outcome = Outcome.FINE;
        if (engine.isOver()) {
            blocks.add(command.verdict(engine));
            outcome = switch (engine.run().prediction().verdict()) {
                case RUNS -> Outcome.FINE;
                case FAILS -> Outcome.WRONG;
                case UNKNOWN -> Outcome.UNKNOWN;
            };
        } else {
            blocks.add(EngineCommand.where(engine));
        }
        JsonObject document = JsonObject.builder()
                .put("events", JsonArray.of(events, RunCommands::document))
                .put("stoppedAt", stop)
                .put("isOver", engine.isOver())
                .build();
        return new Report(name, outcome, blocks, document);
    }

    private static JsonObject document(TraceEntry entry) {
        return JsonObject.builder()
                .put("number", entry.number())
                .put("batchId", entry.batchId() == null ? JsonNull.NULL : JsonNumber.of(entry.batchId()))
                .put("step", entry.step().word())
                .put("text", entry.event().text())
                .build();
    }

    /** {@code step [N|batch]}. */
    @Command(
            name = "step",
            description = "Let the next step happen, or N of them, or those of the batch at hand.",
            footer = {"", "Example: step", "         step 5", "         step batch"})
    static final class StepOn extends EngineCommand {
        @Parameters(paramLabel = "N|batch", arity = "0..1", defaultValue = "1", description = "how many (default: 1)")
        private String count = "1";

        StepOn(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            EngineAtHand engine = alive();
            if (count.equals("batch")) {
                return print(report(this, "step", engine.stepBatch(), null));
            }
            if (!count.matches("\\d{1,9}")) {
                throw new UsageException("step takes a number or the word batch, not " + count);
            }
            return print(report(this, "step", engine.step(Integer.parseInt(count)), null));
        }
    }

    /** {@code continue}. */
    @Command(
            name = "continue",
            description = "Go on to the next breakpoint, or to the end.",
            footer = {"", "Example: continue"})
    static final class GoOn extends EngineCommand {
        GoOn(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            EngineAtHand.Stop stop = alive().goOn(session().workbench().breakpoints());
            return print(report(
                    this,
                    "continue",
                    stop.events(),
                    stop.at().map(Breakpoint::text).orElse(null)));
        }
    }

    /** {@code break STEP|batch N|on error}. */
    @Command(
            name = "break",
            description = {
                "Stop a run before a step, before a batch, or before it dies; alone, where it stops now.",
                "STEP is such as sink, commit:after, commitState:during@6; --delete forgets one, or all."
            },
            footer = {"", "Example: break sink", "         break batch 6", "         break on error"})
    static final class Break extends EngineCommand {
        @Parameters(paramLabel = "STEP|batch N|on error", arity = "0..*", description = "where to stop")
        private List<String> words = new ArrayList<>();

        @Option(names = "--delete", description = "stop there no more; alone, stop nowhere")
        private boolean delete;

        Break(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            List<Breakpoint> all = session().workbench().breakpoints();
            if (words.isEmpty()) {
                if (delete) {
                    all.clear();
                }
                return print(list(all));
            }
            Breakpoint one = Breakpoint.of(words)
                    .orElseThrow(() -> new UsageException("not where a run can stop: " + String.join(" ", words)
                            + "; a step (" + String.join(", ", dev.tidemark.engine.Step.words())
                            + "), batch N, or on error"));
            all.removeIf(known -> known.text().equals(one.text()));
            if (!delete) {
                all.add(one);
            }
            return Codes.FINE;
        }

        private static Report list(List<Breakpoint> all) {
            Block block = all.isEmpty()
                    ? new Block.Note(Tone.PLAIN, "no breakpoint")
                    : new Block.Listing(all.stream().map(Breakpoint::text).toList());
            return new Report(
                    "break",
                    Outcome.FINE,
                    List.of(block),
                    JsonObject.builder()
                            .put("breakpoints", JsonArray.of(all, one -> new JsonText(one.text())))
                            .build());
        }
    }

    /** {@code back [N]}. */
    @Command(
            name = "back",
            description = "Take back the last step, or N of them; a crash is one.",
            footer = {"", "Example: back 3"})
    static final class Back extends EngineCommand {
        @Parameters(paramLabel = "N", arity = "0..1", defaultValue = "1", description = "how many (default: 1)")
        private int count = 1;

        Back(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            if (count < 1) {
                throw new UsageException("how many steps? such as: back 3");
            }
            EngineAtHand engine = engine();
            int taken = engine.back(count);
            List<Block> blocks = new ArrayList<>();
            blocks.add(new Block.Note(
                    Tone.PLAIN,
                    taken == count
                            ? "took back " + taken + (taken == 1 ? " step" : " steps")
                            : "took back " + taken + ", which is all: the query is about to start"));
            blocks.add(where(engine));
            JsonObject document = JsonObject.builder().put("takenBack", taken).build();
            return print(new Report("back", Outcome.FINE, blocks, document));
        }
    }

    /** {@code crash}. */
    @Command(
            name = "crash",
            description = {
                "Let the process of the simulated query die here: what is on disk stays, what was in memory is gone.",
                "With options it is the command line's crash."
            },
            footer = {"", "Example: crash"})
    static final class Crash extends EngineCommand {
        Crash(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            EngineAtHand engine = alive();
            String last = engine.run()
                    .last()
                    .map(entry -> "behind step " + entry.number() + ", "
                            + entry.step().word() + (entry.batchId() == null ? "" : " of batch " + entry.batchId())
                            + ": " + TraceText.of(entry.event()))
                    .orElse("before its first step");
            engine.crash();
            JsonObject document = JsonObject.builder()
                    .put("crashed", last)
                    .put("crashes", engine.crashes())
                    .build();
            return print(new Report(
                    "crash",
                    Outcome.FINE,
                    List.of(new Block.Note(Tone.WARN, "Crashed " + last), where(engine)),
                    document));
        }
    }

    /** {@code trace}. */
    @Command(
            name = "trace",
            description = "What the simulated query did so far, step by step, earlier lives too.",
            footer = {"", "Example: trace --last 20"})
    static final class ShowTrace extends EngineCommand {
        @Option(names = "--last", paramLabel = "N", description = "only the last N steps (default: all)")
        private @Nullable Integer last;

        ShowTrace(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            List<List<TraceEntry>> lives = engine().traces();
            List<Block> blocks = new ArrayList<>();
            List<JsonValue> documents = new ArrayList<>();
            int from = last == null ? 0 : lives.size() - 1;
            for (int i = from; i < lives.size(); i++) {
                List<TraceEntry> events = last == null ? lives.get(i) : last(lives.get(i), Math.max(1, last));
                if (lives.size() > 1) {
                    blocks.add(new Block.Heading(i == 0 ? "first start" : "start after crash " + i));
                }
                blocks.add(
                        events.isEmpty()
                                ? new Block.Note(Tone.PLAIN, "nothing happened yet")
                                : TraceText.table(events));
                documents.add(JsonArray.of(events, RunCommands::document));
            }
            JsonObject document =
                    JsonObject.builder().put("lives", new JsonArray(documents)).build();
            return print(new Report("trace", Outcome.FINE, blocks, document));
        }
    }

    /** {@code overlay}. */
    @Command(
            name = "overlay",
            description = "What the simulated query would have written to the checkpoint so far, as a diff.",
            footer = {"", "Example: overlay"})
    static final class Overlay extends EngineCommand {
        Overlay(Session session) {
            super(session);
        }

        @Override
        int run() throws IOException, UsageException {
            EngineAtHand engine = engine();
            return print(OverlayView.of(engine.evidence(), engine.checkpoint(), engine.touched()));
        }
    }
}
