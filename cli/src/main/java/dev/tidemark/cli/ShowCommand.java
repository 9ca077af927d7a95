package dev.tidemark.cli;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.report.Report;
import dev.tidemark.view.PlaceKind;
import dev.tidemark.view.ShowView;
import dev.tidemark.view.stream.StreamReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code show PATH}: what is this, and is it well? */
@Command(name = "show", description = "Say what a directory is, whether it is well, and where its query stands.")
final class ShowCommand implements Callable<Integer> {
    @Mixin
    private TargetMixin target;

    @Mixin
    private ProgressMixin progress;

    @Mixin
    private RetryMixin retry;

    @Mixin
    private FailOnMixin failOn;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        try (Storage storage = target.open()) {
            PlaceKind kind = PlaceKind.of(storage);
            boolean isFollowed = kind == PlaceKind.CHECKPOINT && progress.isGiven();
            return output.print(retry.read(
                    storage, observed -> isFollowed ? withTrends(observed) : kind.show(observed, failOn.severity())));
        }
    }

    private Report withTrends(Storage storage) throws IOException {
        CheckpointSurvey survey = CheckpointSurveyor.whole(Checkpoint.in(storage));
        Places places = Places.of(dev.tidemark.io.PathMapping.NONE, target::open);
        BatchSeries series = progress.series(survey, places, null, Map.of());
        return StreamReport.withTrends(ShowView.of(survey, failOn.severity()), series);
    }
}
