package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.report.Report;
import dev.tidemark.view.BatchDiffView;
import dev.tidemark.view.BatchDiffView.Side;
import dev.tidemark.view.LogDiffView;
import picocli.CommandLine.ParameterException;

/** {@code diff}: offsets against commits, two batches, or two checkpoints. */
final class DiffCommand extends Command {
    private final TargetMixin target = part(new TargetMixin());

    private final Supplier<List<String>> others = many(
            String.class,
            parameter("1..*").paramLabel("OTHER|N M").arity("0..2").description("another checkpoint, or two batches"));

    private final Supplier<Long> batch = one(
            Long.class, option("--batch").paramLabel("N").description("the batch on the left (default: the newest)"));

    private final Supplier<Long> with = one(
            Long.class, option("--with").paramLabel("M").description("the batch on the right (default: the newest)"));

    private final FailOnMixin failOn = part(new FailOnMixin());

    private final OutputMixin output = part(new OutputMixin());

    DiffCommand() {
        super(
                "diff",
                "Hold the offset log against the commit log, or two batches or checkpoints against each other.",
                "diff CKPT: offsets against commits; diff CKPT N M: two batches of a checkpoint;",
                "diff CKPT OTHER: the newest batches of two checkpoints.");
    }

    @Override
    public Integer call() throws IOException {
        return output.print(report());
    }

    private Report report() throws IOException {
        if (others.get().size() > 2) {
            throw new ParameterException(
                    commandLine(),
                    "another checkpoint or two batches are compared, not " + String.join(" ", others.get()));
        }
        Checkpoint checkpoint = target.checkpoint();
        if (others.get().size() == 2) {
            return BatchDiffView.of(
                    batchOf(checkpoint, number(others.get().get(0))),
                    batchOf(checkpoint, number(others.get().get(1))));
        } else if (others.get().size() == 1) {
            Side left = side("left", checkpoint, batch.get());
            return BatchDiffView.of(left, side("right", other(others.get().get(0)), with.get()));
        } else if (batch.get() != null && with.get() != null) {
            return BatchDiffView.of(batchOf(checkpoint, batch.get()), batchOf(checkpoint, with.get()));
        } else if (batch.get() != null || with.get() != null) {
            throw new ParameterException(commandLine(), "--batch N needs --with M, or another checkpoint");
        }
        return LogDiffView.of(CheckpointSurveyor.newest(checkpoint), failOn.severity());
    }

    private Checkpoint other(String place) throws IOException {
        try {
            return Checkpoint.in(target.open(place));
        } catch (FileNotFoundException absent) {
            if (place.matches("\\d+")) {
                throw new ParameterException(
                        commandLine(),
                        "compare batch " + place + " with which? Give both, as in diff " + target.path() + " " + place
                                + " M (there is no checkpoint named " + place + ")",
                        absent);
            }
            throw absent;
        }
    }

    private Side batchOf(Checkpoint checkpoint, long batchId) throws IOException {
        CheckpointSurvey survey = CheckpointSurveyor.of(checkpoint, batchId);
        BatchCommand.requireBatch(commandLine(), survey, batchId);
        return new Side("batch " + batchId, survey, batchId);
    }

    private Side side(String label, Checkpoint checkpoint, Long batchId) throws IOException {
        if (batchId != null) {
            CheckpointSurvey survey = CheckpointSurveyor.of(checkpoint, batchId);
            BatchCommand.requireBatch(commandLine(), survey, batchId);
            return new Side(label, survey, batchId);
        }
        CheckpointSurvey survey = CheckpointSurveyor.newest(checkpoint);
        OptionalLong newest = survey.offsets().batches().last();
        if (newest.isEmpty()) {
            newest = survey.commits().batches().last();
        }
        return new Side(
                label,
                survey,
                newest.orElseThrow(() -> new ParameterException(commandLine(), "no batch in " + survey.location())));
    }

    private long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notNumeric) {
            throw new ParameterException(commandLine(), "not a batch: " + text);
        }
    }
}
