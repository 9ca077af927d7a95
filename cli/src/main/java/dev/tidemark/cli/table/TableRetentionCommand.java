package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.history.RetentionForecast;
import dev.tidemark.delta.log.LastCheckpoint;
import dev.tidemark.delta.log.SparkSegmentPlanner;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableRetentionView;

/** {@code table retention}. */
final class TableRetentionCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final Supplier<String> now = one(
            String.class,
            option("--now").paramLabel("T").required(true).description("the time, as 2026-01-31T12:00:00Z"));

    private final ReaderMixin reader = part(new ReaderMixin());

    private final OutputMixin output = part(new OutputMixin());

    TableRetentionCommand() {
        super("retention", "What the next log cleanup and VACUUM would take away at a given time.");
    }

    @Override
    public Integer call() throws IOException {
        long nowMs = VersionMixin.instant(commandLine(), "--now", now.get()).toEpochMilli();
        try (DeltaTable opened = table.openLog()) {
            Replay replay = opened.reader(reader.engine(), reader.behaviour(), ActionDetail.SUMMARY)
                    .read(OptionalLong.empty());
            Optional<LastCheckpoint> last =
                    new SparkSegmentPlanner(opened.listing(), opened.location()).hintFromListing();
            RetentionForecast forecast =
                    RetentionForecast.of(opened.listing(), last, replay.state(), reader.behaviour(), nowMs);
            return output.print(TableRetentionView.of(table.path(), nowMs, forecast));
        }
    }
}
