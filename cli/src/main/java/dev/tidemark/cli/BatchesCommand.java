package dev.tidemark.cli;

import java.io.IOException;

import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.report.Report;
import dev.tidemark.view.BatchesView;

/** {@code batches CKPT}: a line for each batch. */
final class BatchesCommand extends Command {
    private final TargetMixin target = part(new TargetMixin());

    private final OutputMixin output = part(new OutputMixin());

    BatchesCommand() {
        super("batches", "List the batches of a checkpoint: offsets, commits, watermarks, and what is missing.");
    }

    @Override
    public Integer call() throws IOException {
        Report report = BatchesView.of(CheckpointSurveyor.whole(target.checkpoint()));
        return output.print(report);
    }
}
