package dev.tidemark.cli;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.view.BatchView;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** {@code batch CKPT N}: everything about one batch. */
final class BatchCommand extends Command {
    private final TargetMixin target = part(new TargetMixin());

    private final Supplier<Long> batchId =
            one(long.class, parameter("1").paramLabel("N").description("the batch"));

    private final OutputMixin output = part(new OutputMixin());

    BatchCommand() {
        super("batch", "Show everything the logs say of one batch.");
    }

    @Override
    public Integer call() throws IOException {
        CheckpointSurvey survey = CheckpointSurveyor.of(target.checkpoint(), batchId.get());
        requireBatch(commandLine(), survey, batchId.get());
        return output.print(BatchView.of(survey, batchId.get()));
    }

    /** Ends with a usage error when neither log has the batch. */
    static void requireBatch(CommandLine command, CheckpointSurvey survey, long batchId) {
        BatchIds all = survey.offsets().batches().with(survey.commits().batches());
        if (!all.contains(batchId)) {
            String has = all.isEmpty()
                    ? "there is none"
                    : "there are " + all.first().orElseThrow() + " to "
                            + all.last().orElseThrow();
            throw new ParameterException(command, "no batch " + batchId + " in " + survey.location() + ": " + has);
        }
    }
}
