package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonWriter;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.render.JsonRenderer;
import dev.tidemark.render.TextRenderer;
import dev.tidemark.report.Tone;
import dev.tidemark.stream.CheckpointFollower;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.stream.StateStep;
import dev.tidemark.view.stream.WatchView;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/** {@code watch CKPT}: follows a checkpoint and says what each new batch did. */
final class WatchCommand extends Command {
    private final TargetMixin target = part(new TargetMixin());

    private final Supplier<Duration> every = one(
            Duration.class,
            option("--every")
                    .paramLabel("DURATION")
                    .converters(new Timespan())
                    .defaultValue("1s")
                    .description("how long to wait between two looks (default: 1s)"));

    private final Supplier<Duration> span = one(
            Duration.class,
            option("--for").paramLabel("DURATION").converters(new Timespan()).description("end after so long"));

    private final Supplier<Integer> batches =
            one(Integer.class, option("--batches").paramLabel("N").description("end after so many committed batches"));

    private final Supplier<Format> format = one(
            Format.class,
            option("--format")
                    .paramLabel("text|json|ndjson")
                    .defaultValue("text")
                    .description(
                            "text for people (default), ndjson: a line for each step, or json: one document in the end"));

    private final DestinationMixin destination = part(new DestinationMixin());

    private boolean hasStep;

    /** The forms of what is followed. */
    enum Format {
        TEXT,
        JSON,
        NDJSON
    }

    WatchCommand() {
        super(
                "watch",
                "Follow a checkpoint and say what each new batch did: what it read, the watermark, the state.",
                "Goes on until it is interrupted, or as long as --for and --batches say. Nothing is written there.");
        footer("", "Exit codes: 0 all went well, 1 a log went back or is damaged, 3 it could not be read.");
    }

    @Override
    public Integer call() throws IOException {
        if (every.get().isZero() || (batches.get() != null && batches.get() < 1)) {
            throw new ParameterException(commandLine(), "--every and --batches must be more than nothing");
        }
        boolean[] isWrong = new boolean[1];
        try (Storage storage = target.checkpoint().storage()) {
            destination.write(commandLine().getOut(), to -> isWrong[0] = follow(Checkpoint.in(storage), to));
        }
        return isWrong[0] ? ExitCode.WRONG : ExitCode.FINE;
    }

    private boolean follow(Checkpoint checkpoint, PrintWriter to) throws IOException {
        CheckpointFollower follower = new CheckpointFollower(checkpoint);
        follower.look();
        begin(checkpoint, follower, to);
        long startedAtNanos = System.nanoTime();
        boolean isWrong = false;
        int committed = 0;
        while (!isOver(startedAtNanos) && !to.checkError() && (batches.get() == null || committed < batches.get())) {
            pause(startedAtNanos);
            for (CheckpointFollower.Step step : follower.look()) {
                WatchView.Happening happening = happening(checkpoint, step);
                isWrong |= WatchView.isWrong(happening);
                committed += step.deed() == CheckpointFollower.Deed.COMMITTED ? 1 : 0;
                print(happening, to);
            }
        }
        if (format.get() == Format.JSON) {
            to.print("]}\n");
        }
        return isWrong;
    }

    private boolean isOver(long startedAtNanos) {
        return span.get() != null
                && System.nanoTime() - startedAtNanos >= span.get().toNanos();
    }

    /** Waits for the next look, or for the end when that comes first. */
    private void pause(long startedAtNanos) throws IOException {
        long nanos = every.get().toNanos();
        if (span.get() != null) {
            nanos = Math.min(nanos, Math.max(0, span.get().toNanos() - (System.nanoTime() - startedAtNanos)));
        }
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while watching", interrupted);
        }
    }

    private static WatchView.Happening happening(Checkpoint checkpoint, CheckpointFollower.Step step)
            throws IOException {
        CheckpointSurvey survey = CheckpointSurveyor.of(checkpoint, Math.max(0, step.batchId()));
        boolean isCommit = step.deed() == CheckpointFollower.Deed.COMMITTED;
        return new WatchView.Happening(
                step,
                survey,
                isCommit ? state(checkpoint, step.batchId()) : null,
                isCommit ? tookMs(checkpoint, step.batchId()) : null);
    }

    /** Nothing where the files cannot be read: a running query may take them away at any time. */
    private static @Nullable StateStep state(Checkpoint checkpoint, long batchId) {
        try {
            return StateStep.of(CheckpointState.of(checkpoint), batchId);
        } catch (IOException gone) {
            return null;
        }
    }

    private static @Nullable Long tookMs(Checkpoint checkpoint, long batchId) throws IOException {
        Optional<FileEntry> planned = checkpoint.storage().stat(at(Checkpoint.OFFSETS, batchId));
        Optional<FileEntry> committed = checkpoint.storage().stat(at(Checkpoint.COMMITS, batchId));
        return planned.isEmpty() || committed.isEmpty()
                ? null
                : Long.valueOf(Math.max(
                        0, committed.get().modifiedAtMs() - planned.get().modifiedAtMs()));
    }

    private static StoragePath at(StoragePath log, long batchId) {
        return log.child(String.valueOf(batchId));
    }

    private void begin(Checkpoint checkpoint, CheckpointFollower follower, PrintWriter to) throws IOException {
        OptionalLong planned = follower.newestPlanned();
        OptionalLong committed = follower.newestCommitted();
        if (format.get() != Format.TEXT) {
            JsonObject head = JsonObject.builder()
                    .put("tidemark", new JsonRenderer(ProductVersion.text()).header("watch"))
                    .put("location", checkpoint.storage().location())
                    .put("newestPlanned", number(planned))
                    .put("newestCommitted", number(committed))
                    .build();
            String line = JsonWriter.compact(head);
            to.print(
                    format.get() == Format.NDJSON
                            ? line + "\n"
                            : line.substring(0, line.length() - 1) + ",\n\"steps\": [");
        } else {
            String standing = planned.isEmpty()
                    ? "no batch yet"
                    : "batch " + planned.getAsLong()
                            + (planned.equals(committed) ? " committed" : " begun, not committed");
            String text = checkpoint.storage().location() + ": " + standing;
            destination.text().entry(to, Tone.FAINT, "watch", text, "");
        }
        to.flush();
    }

    private static @Nullable JsonNumber number(OptionalLong value) {
        return value.isPresent() ? JsonNumber.of(value.getAsLong()) : null;
    }

    private void print(WatchView.Happening happening, PrintWriter to) throws IOException {
        if (format.get() != Format.TEXT) {
            to.print(format.get() == Format.JSON && hasStep ? "," : "");
            JsonWriter.line(to, WatchView.document(happening));
            hasStep = true;
        } else {
            TextRenderer text = destination.text();
            WatchView.Line line = WatchView.line(happening);
            text.entry(to, line.tone(), line.word(), line.text(), line.detail());
        }
        to.flush();
    }
}
