package dev.tidemark.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.report.Report;
import dev.tidemark.view.BatchDiffView;
import dev.tidemark.view.BatchDiffView.Side;
import dev.tidemark.view.LogDiffView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code diff}: offsets against commits, two batches, or two checkpoints. */
@Command(
        name = "diff",
        description = {
            "Hold the offset log against the commit log, or two batches or checkpoints against each other.",
            "diff CKPT: offsets against commits; diff CKPT N M: two batches of a checkpoint;",
            "diff CKPT OTHER: the newest batches of two checkpoints."
        })
final class DiffCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetMixin target;

    @Parameters(
            index = "1..*",
            arity = "0..2",
            paramLabel = "OTHER|N M",
            description = "another checkpoint, or two batches")
    private List<String> others = new ArrayList<>();

    @Option(names = "--batch", paramLabel = "N", description = "the batch on the left (default: the newest)")
    private Long batch;

    @Option(names = "--with", paramLabel = "M", description = "the batch on the right (default: the newest)")
    private Long with;

    @Mixin
    private FailOnMixin failOn;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        return output.print(report());
    }

    private Report report() throws IOException {
        Checkpoint checkpoint = target.checkpoint();
        if (others.size() == 2) {
            return BatchDiffView.of(
                    batchOf(checkpoint, number(others.get(0))), batchOf(checkpoint, number(others.get(1))));
        } else if (others.size() == 1) {
            Side left = side("left", checkpoint, batch);
            return BatchDiffView.of(left, side("right", Checkpoint.in(target.open(others.get(0))), with));
        } else if (batch != null && with != null) {
            return BatchDiffView.of(batchOf(checkpoint, batch), batchOf(checkpoint, with));
        } else if (batch != null || with != null) {
            throw new ParameterException(spec.commandLine(), "--batch N needs --with M, or another checkpoint");
        }
        return LogDiffView.of(CheckpointSurveyor.newest(checkpoint), failOn.severity());
    }

    private Side batchOf(Checkpoint checkpoint, long batchId) throws IOException {
        CheckpointSurvey survey = CheckpointSurveyor.of(checkpoint, batchId);
        BatchCommand.requireBatch(spec, survey, batchId);
        return new Side("batch " + batchId, survey, batchId);
    }

    private Side side(String label, Checkpoint checkpoint, Long batchId) throws IOException {
        if (batchId != null) {
            CheckpointSurvey survey = CheckpointSurveyor.of(checkpoint, batchId);
            BatchCommand.requireBatch(spec, survey, batchId);
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
                newest.orElseThrow(
                        () -> new ParameterException(spec.commandLine(), "no batch in " + survey.location())));
    }

    private long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notNumeric) {
            throw new ParameterException(spec.commandLine(), "not a batch: " + text);
        }
    }
}
