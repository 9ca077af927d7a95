package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.engine.EngineEvent;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.RestartPrediction.PredictedBatch;
import dev.tidemark.engine.RestartPrediction.Verdict;
import dev.tidemark.engine.Resume;
import dev.tidemark.engine.SparkError;
import dev.tidemark.query.Trigger;
import dev.tidemark.report.Block;
import dev.tidemark.report.Tone;
import dev.tidemark.sink.BatchSink;
import org.jspecify.annotations.Nullable;

/** The first lines about a restart: the whole answer for who reads no further. */
final class RestartHeadline {
    private static final int NAMED_BATCHES = 3;

    private final RestartPrediction prediction;
    private final List<PredictedBatch> completed;

    RestartHeadline(RestartPrediction prediction) {
        this.prediction = prediction;
        this.completed = prediction.batches().stream()
                .filter(PredictedBatch::isCompleted)
                .toList();
    }

    /**
     * Headline, reason and remedy.
     *
     * @param reach how far the query was followed
     */
    Block.Verdict block(Trigger trigger, Reach reach) {
        Failure failure = prediction.failure();
        if (failure != null) {
            return failed(failure);
        }
        if (prediction.verdict() != Verdict.RUNS) {
            return undecided(reach);
        }
        boolean isLossy = !RestartFindings.lossy(prediction).isEmpty();
        return new Block.Verdict(
                isLossy || !prediction.notes().isEmpty() ? Tone.WARN : Tone.GOOD,
                (isLossy ? "A restart RUNS, and rows may be LOST: " : "A restart RUNS: ")
                        + course(trigger, reach.batches()),
                String.join("; ", prediction.notes()),
                "");
    }

    private Block.Verdict failed(Failure failure) {
        SparkError.Cause cause = failure.error().telling();
        String name = cause.condition() == null ? cause.simpleName() : cause.condition();
        String before = completed.isEmpty() ? "A restart " : "A restart runs " + ran() + ", then ";
        String where = failure.batchId() == null ? "FAILS: " : "FAILS at batch " + failure.batchId() + ": ";
        return new Block.Verdict(
                Tone.BAD,
                before + where + name,
                failure.advice().reason(),
                failure.advice().remedy());
    }

    private String course(Trigger trigger, @Nullable Integer mostBatches) {
        boolean isCutShort = mostBatches != null && completed.size() >= mostBatches;
        if (completed.isEmpty()) {
            return "there is nothing to do, it has caught up";
        }
        String end = "then caught up";
        if (trigger instanceof Trigger.Once) {
            end = "then stops, as its trigger says";
        } else if (isCutShort) {
            end = "not followed further (--steps)";
        } else if (!caughtUp()) {
            end = trigger instanceof Trigger.AvailableNow
                    ? "then stops: a source does not support its trigger"
                    : "and so on without end";
        }
        return ran() + ", " + end;
    }

    private boolean caughtUp() {
        return prediction.trace().stream().anyMatch(entry -> entry.event() instanceof EngineEvent.CaughtUp);
    }

    private String ran() {
        if (completed.size() <= NAMED_BATCHES) {
            List<String> parts = new ArrayList<>();
            completed.forEach(batch -> parts.add("batch " + batch.batchId() + what(batch)));
            return String.join(", ", parts);
        }
        Long rows = rows(completed);
        return "batches " + completed.get(0).batchId() + " to "
                + completed.get(completed.size() - 1).batchId()
                + (rows == null ? "" : " (" + counted(rows) + ")");
    }

    private static String what(PredictedBatch batch) {
        String kind = batch.kind() == BatchKind.RERUN ? " again" : "";
        if (batch.sink() == BatchSink.Outcome.SKIPPED) {
            return batch.kind() == BatchKind.NEW ? " (skipped by the sink)" : kind + " (the sink has it and skips it)";
        } else if (batch.kind() == BatchKind.NO_DATA) {
            return " (no data)";
        }
        Long rows = rows(List.of(batch));
        return rows == null ? kind : kind + " (" + counted(rows) + ")";
    }

    private static String counted(long rows) {
        return rows == 1 ? "1 row" : rows + " rows";
    }

    /** The rows that batches read from all sources; null when they are not known. */
    static @Nullable Long rows(List<PredictedBatch> batches) {
        long sum = 0;
        for (PredictedBatch batch : batches) {
            for (RestartPrediction.BatchSource source : batch.sources()) {
                Long rows = source.read().rows();
                if (rows == null) {
                    return null;
                }
                sum += rows;
            }
        }
        return sum;
    }

    private Block.Verdict undecided(Reach reach) {
        String reason = String.join("; ", prediction.unknown());
        if (!completed.isEmpty()) {
            return new Block.Verdict(
                    Tone.UNKNOWN, "A restart runs " + ran() + "; the rest could not be told", reason, help(reach));
        }
        Resume resume = prediction.resume();
        if (resume == null) {
            return new Block.Verdict(
                    Tone.UNKNOWN,
                    "Could not tell what a restart does",
                    reason,
                    elsewhere().orElse(""));
        }
        String what = "A restart goes on with a new batch " + resume.batchId();
        if (resume.kind() == Resume.Kind.RERUN) {
            what = "A restart re-runs batch " + resume.batchId();
        } else if (resume.batchId() == 0) {
            what = "A restart is a fresh start, with batch 0";
        }
        String rest = reach.followsBatches() ? "; how that ends could not be told" : "; the logs do not stop it";
        return new Block.Verdict(Tone.UNKNOWN, what + rest, reason, help(reach));
    }

    /** What would tell more; empty where nothing is known to. */
    private String help(Reach reach) {
        return elsewhere().orElseGet(() -> {
            if (!reach.followsBatches()) {
                return "tidemark restart --until-caught-up follows it through all of them";
            }
            boolean areRead = reach.dataFiles() == Reach.DataFiles.READ;
            return !areRead && prediction.unknown().stream().anyMatch(reason -> reason.contains("(--read-data)"))
                    ? "let the data files be read: tidemark restart --until-caught-up --read-data"
                    : "";
        });
    }

    /** What helps where a place that the query names is not among the files that were given. */
    Optional<String> elsewhere() {
        return prediction.unknown().stream().anyMatch(reason -> reason.contains("nothing is at "))
                ? Optional.of("say where it lies now: --map OLD=NEW")
                : Optional.empty();
    }
}
