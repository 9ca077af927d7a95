package dev.tidemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.report.Report;
import dev.tidemark.view.BatchesView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code batches CKPT}: a line for each batch. */
@Command(
        name = "batches",
        description = "List the batches of a checkpoint: offsets, commits, watermarks, and what is missing.")
final class BatchesCommand implements Callable<Integer> {
    @Mixin
    private TargetMixin target;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        Report report = BatchesView.of(CheckpointSurveyor.whole(target.checkpoint()));
        return output.print(report);
    }
}
