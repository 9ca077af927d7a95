package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.history.RetentionForecast;
import dev.tidemark.delta.log.LastCheckpoint;
import dev.tidemark.delta.log.SparkSegmentPlanner;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableRetentionView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code table retention}. */
@Command(name = "retention", description = "What the next log cleanup and VACUUM would take away at a given time.")
final class TableRetentionCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TableMixin table;

    @Option(names = "--now", paramLabel = "T", required = true, description = "the time, as 2026-01-31T12:00:00Z")
    private String now;

    @Mixin
    private ReaderMixin reader;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        long nowMs = VersionMixin.instant(spec, "--now", now).toEpochMilli();
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
