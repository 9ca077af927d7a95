package dev.tidemark.cli;

import java.io.IOException;
import java.util.Map;

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

/** {@code show PATH}: what is this, and is it well? */
final class ShowCommand extends Command {
    private final TargetMixin target = part(new TargetMixin());

    private final ProgressMixin progress = part(new ProgressMixin());

    private final RetryMixin retry = part(new RetryMixin());

    private final FailOnMixin failOn = part(new FailOnMixin());

    private final OutputMixin output = part(new OutputMixin());

    ShowCommand() {
        super("show", "Say what a directory is, whether it is well, and where its query stands.");
    }

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
