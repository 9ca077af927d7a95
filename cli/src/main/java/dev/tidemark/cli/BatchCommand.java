package dev.tidemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.view.BatchView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code batch CKPT N}: everything about one batch. */
@Command(name = "batch", description = "Show everything the logs say of one batch.")
final class BatchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetMixin target;

    @Parameters(index = "1", paramLabel = "N", description = "the batch")
    private long batchId;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        CheckpointSurvey survey = CheckpointSurveyor.of(target.checkpoint(), batchId);
        requireBatch(spec, survey, batchId);
        return output.print(BatchView.of(survey, batchId));
    }

    /** Ends with a usage error when neither log has the batch. */
    static void requireBatch(CommandSpec spec, CheckpointSurvey survey, long batchId) {
        BatchIds all = survey.offsets().batches().with(survey.commits().batches());
        if (!all.contains(batchId)) {
            String has = all.isEmpty()
                    ? "there is none"
                    : "there are " + all.first().orElseThrow() + " to "
                            + all.last().orElseThrow();
            throw new ParameterException(
                    spec.commandLine(), "no batch " + batchId + " in " + survey.location() + ": " + has);
        }
    }
}
