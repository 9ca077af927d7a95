package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

import dev.tidemark.engine.CrashProof;
import dev.tidemark.engine.CrashProof.Counterexample;
import dev.tidemark.engine.CrashProof.Finding;
import dev.tidemark.engine.CrashProof.Point;
import dev.tidemark.engine.CrashProof.SinkMemory;
import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.Invariant;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.SparkError;
import dev.tidemark.engine.TraceEntry;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.sink.BatchSink;
import org.jspecify.annotations.Nullable;

/** What every crash of the next batches comes to, for {@code crash}. */
public final class CrashView {
    private CrashView() {}

    /** The report. */
    public static Report of(CrashProof proof, QueryDescription query, RestartView.Terms terms) {
        Outcome outcome = switch (proof.verdict()) {
            case PROVEN -> Outcome.FINE;
            case BROKEN -> Outcome.WRONG;
            case UNKNOWN -> Outcome.UNKNOWN;
        };
        return new Report(
                "crash", outcome, blocks(proof, query, terms), CrashJson.document(proof, terms.assumptions()));
    }

    private static List<Block> blocks(CrashProof proof, QueryDescription query, RestartView.Terms terms) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(proof));
        terms.assumptions().forEach(assumption -> blocks.add(new Block.Note(Tone.WARN, "Assumed: " + assumption)));
        proof.uninterrupted().notes().forEach(note -> blocks.add(new Block.Note(Tone.WARN, "Note: " + note)));
        blocks.add(new Block.Facts(facts(proof, query, terms)));
        blocks.add(new Block.Heading("What must hold"));
        blocks.add(invariants(proof));
        Counterexample counterexample = proof.counterexample();
        if (counterexample != null) {
            blocks.addAll(wayThere(counterexample));
        }
        blocks.add(new Block.Heading("Where it dies, and what the restart does"));
        blocks.add(points(proof));
        lostAdvances(proof).ifPresent(blocks::add);
        lateBatches(proof).ifPresent(blocks::add);
        return blocks;
    }

    private static Block.Verdict verdict(CrashProof proof) {
        Counterexample counterexample = proof.counterexample();
        if (counterexample != null) {
            Failure failure = counterexample.end().failure();
            return new Block.Verdict(
                    Tone.BAD,
                    (counterexample.crashes().isEmpty() ? "BROKEN without any crash: " : "A crash BREAKS it: ")
                            + counterexample.why(),
                    failure == null
                            ? place(counterexample)
                            : place(counterexample) + "; " + failure.advice().reason(),
                    failure == null ? "" : failure.advice().remedy());
        }
        if (proof.verdict() == CrashProof.Verdict.UNKNOWN) {
            return new Block.Verdict(
                    Tone.UNKNOWN,
                    "Whether every crash is survived could NOT BE TOLD",
                    String.join("; ", proof.unknown()),
                    "");
        }
        if (proof.uninterrupted().batches().isEmpty()) {
            return new Block.Verdict(
                    Tone.GOOD, "PROVEN, and little to it: there is no batch to come", effort(proof), "");
        }
        boolean isOnce = proof.sink() == SinkMemory.KNOWS_BATCHES;
        return new Block.Verdict(
                Tone.GOOD,
                "PROVEN: wherever it dies in " + batches(proof.uninterrupted())
                        + (isOnce ? ", each row is at the sink once" : ", no row is lost; some may come again"),
                effort(proof),
                "");
    }

    private static String place(Counterexample counterexample) {
        if (counterexample.crashes().isEmpty()) {
            return "the query does not get through by itself";
        }
        List<String> parts = new ArrayList<>();
        for (Counterexample.Crash crash : counterexample.crashes()) {
            TraceEntry last = crash.trace().get(crash.trace().size() - 1);
            parts.add("it dies behind: " + TraceText.of(last.event()));
        }
        return String.join(", starts again, ", parts);
    }

    private static String effort(CrashProof proof) {
        return "gone through: " + proof.effort().moments() + " moments to die at, which leave "
                + proof.effort().disks() + " different states of disk and sink; restarts die too, up to "
                + proof.effort().deepest() + " in a row lead to something new";
    }

    private static String batches(RestartPrediction prediction) {
        List<PredictedBatch> batches = prediction.batches();
        long first = batches.get(0).batchId();
        long last = batches.get(batches.size() - 1).batchId();
        return first == last ? "batch " + first : "batches " + first + " to " + last;
    }

    private static List<Fact> facts(CrashProof proof, QueryDescription query, RestartView.Terms terms) {
        SinkDescription sink = query.sink();
        String memory = switch (proof.sink()) {
            case KNOWS_BATCHES -> "knows its batches again";
            case FORGETS -> "does not know its batches again";
            case UNDESCRIBED -> "not described";
        };
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("Spark", Cell.text(terms.sparkVersion())));
        facts.add(new Fact("Trigger", Cell.text(query.trigger().word())));
        facts.add(new Fact("Sink", Cell.text(sink == null ? memory : sink.format() + ", " + memory)));
        facts.add(new Fact("Without a crash", Cell.text(course(proof.uninterrupted()))));
        return facts;
    }

    // invariants

    private static Block invariants(CrashProof proof) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Invariant invariant : Invariant.values()) {
            Tone tone = switch (proof.verdict(invariant)) {
                case PROVEN -> Tone.GOOD;
                case BROKEN -> Tone.BAD;
                case UNKNOWN -> Tone.UNKNOWN;
            };
            rows.add(List.of(
                    Cell.text(invariant.word()),
                    Cell.text(word(proof.verdict(invariant)), tone),
                    Cell.text(statement(invariant, proof.sink()))));
        }
        return new Block.Table(List.of("", "", "everywhere"), rows);
    }

    static String word(CrashProof.Verdict verdict) {
        return switch (verdict) {
            case PROVEN -> "holds";
            case BROKEN -> "BROKEN";
            case UNKNOWN -> "not told";
        };
    }

    static String statement(Invariant invariant, SinkMemory sink) {
        return switch (invariant) {
            case ROWS ->
                sink == SinkMemory.KNOWS_BATCHES
                        ? "each row of the sources comes to the sink exactly once"
                        : "each row of the sources comes to the sink at least once";
            case RESTARTS -> "every restart gets through";
            case STATE -> "the version of the state that a batch needs is there";
            case WATERMARK -> "the watermark never goes back";
            case OFFSETS -> "no offsets entry is written a second time";
            case SETTLES -> "one more restart finds nothing to do and changes nothing";
        };
    }

    // points

    private static Block points(CrashProof proof) {
        List<List<Cell>> rows = new ArrayList<>();
        for (Point point : proof.points()) {
            Long batchId = point.first() == null ? null : point.first().batchId();
            rows.add(List.of(
                    batchId == null ? Cell.text("") : Cell.count(batchId),
                    Cell.text(there(point)),
                    Cell.text(point.last().step().word()),
                    Cell.text(course(point.after().restart())),
                    outcome(point)));
        }
        return new Block.Table(List.of("batch", "dies behind", "up to", "the restart", ""), rows);
    }

    /** What is there when it dies. */
    static String there(Point point) {
        TraceEntry first = point.first();
        if (first == null || !first.event().isDurable()) {
            return "nothing new";
        }
        EngineEvent event = first.event();
        if (event instanceof EngineEvent.StateWritten state) {
            return "state " + state.version();
        } else if (event instanceof EngineEvent.SinkFed fed) {
            return fed.extent() == EngineEvent.Extent.COMPLETE ? "batch at the sink" : "some rows at the sink";
        } else if (event instanceof EngineEvent.FileDeleted deleted) {
            return "without " + deleted.path();
        }
        String file = TraceText.file(event);
        return file == null ? TraceText.of(event) : TraceText.shown(file);
    }

    private static Cell outcome(Point point) {
        Optional<Invariant> broken = point.after().broken();
        if (broken.isPresent()) {
            return Cell.text("BREAKS " + broken.get().word(), Tone.BAD);
        } else if (point.after().restart().verdict() == RestartPrediction.Verdict.UNKNOWN) {
            return Cell.text("not told", Tone.UNKNOWN);
        }
        if (point.after().lostWatermarkAdvance() != null) {
            return Cell.text("holds, watermark late", Tone.WARN);
        }
        return point.after().lateBatch() == null
                ? Cell.text("holds", Tone.GOOD)
                : Cell.text("holds, output late", Tone.WARN);
    }

    /** The batches of a start in a few words. */
    static String course(RestartPrediction prediction) {
        List<String> parts = new ArrayList<>();
        for (PredictedBatch batch : prediction.batches()) {
            if (batch.isCompleted()) {
                parts.add(batch.batchId() + what(batch));
            }
        }
        String ran = parts.size() <= 4
                ? String.join(", ", parts)
                : String.join(", ", parts.subList(0, 2)) + " to " + parts.get(parts.size() - 1);
        Failure failure = prediction.failure();
        if (failure != null) {
            SparkError.Cause cause = failure.error().telling();
            String name = cause.condition() == null ? cause.simpleName() : cause.condition();
            return (ran.isEmpty() ? "" : ran + ", then ") + "FAILS: " + name;
        }
        String end = prediction.verdict() == RestartPrediction.Verdict.UNKNOWN ? "then not told" : "";
        if (ran.isEmpty()) {
            return end.isEmpty() ? "nothing to do" : "not told";
        }
        return end.isEmpty() ? ran : ran + ", " + end;
    }

    private static String what(PredictedBatch batch) {
        if (batch.kind() == BatchKind.NO_DATA) {
            return " no data";
        }
        String again = batch.kind() == BatchKind.RERUN ? " again" : "";
        return again + (batch.sink() == BatchSink.Outcome.SKIPPED ? " (skipped)" : "");
    }

    private static Optional<Block> lostAdvances(CrashProof proof) {
        TreeSet<Long> lost = new TreeSet<>();
        for (Point point : proof.points()) {
            Long batchId = point.after().lostWatermarkAdvance();
            if (batchId != null) {
                lost.add(batchId);
            }
        }
        if (lost.isEmpty()) {
            return Optional.empty();
        }
        String which = String.join(", ", lost.stream().map(String::valueOf).toList());
        return Optional.of(new Block.Note(
                Tone.WARN,
                "Watermark late: where the sink has the batch and commits has not, the batch is skipped and its event times are"
                        + " not seen. The advance of the watermark by batch " + which
                        + " is lost; later data bring it back, and until then windows stay open."));
    }

    private static Optional<Block> lateBatches(CrashProof proof) {
        return proof.points().stream()
                .filter(point ->
                        point.after().lateBatch() != null && point.after().lostWatermarkAdvance() == null)
                .findFirst()
                .map(point -> new Block.Note(
                        Tone.WARN,
                        "Output late: a new run never begins with a batch without data. Batch "
                                + point.after().lateBatch()
                                + ", which only closes what the watermark has passed, waits for the next data."));
    }

    // a way to a broken one

    private static List<Block> wayThere(Counterexample counterexample) {
        List<Block> blocks = new ArrayList<>();
        int number = 1;
        for (Counterexample.Crash crash : counterexample.crashes()) {
            blocks.add(new Block.Heading((number == 1 ? "The shortest way there: the first start" : "Start " + number)
                    + ", up to where it dies"));
            blocks.add(TraceText.table(crash.trace()));
            number++;
        }
        blocks.add(new Block.Heading(number == 1 ? "The start" : "The start over that"));
        blocks.add(TraceText.table(counterexample.end().trace()));
        return blocks;
    }

    /** The word of the JSON document. */
    static String verdictWord(Enum<?> verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    /** A finding's word, with nothing for one that could not be told. */
    static String findingWord(@Nullable Finding finding) {
        return finding == null ? "unknown" : verdictWord(finding.verdict());
    }
}
