package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableReplayView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code table replay}. */
@Command(name = "replay", description = "What the table is at a version: files, tombstones, transactions, metadata.")
final class TableReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TableMixin table;

    @Mixin
    private VersionMixin version;

    @Mixin
    private ReaderMixin reader;

    @Mixin
    private OutputMixin output;

    @Option(names = "--now", paramLabel = "T", description = "drop tombstones and transactions that are expired then")
    private String now;

    @Option(names = "--summary", description = "counts alone, no list of files")
    private boolean summary;

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            ActionDetail detail = summary ? ActionDetail.SUMMARY : ActionDetail.STATE;
            Replay replay =
                    opened.reader(reader.engine(), reader.behaviour(), detail).read(version.version(opened));
            if (now != null) {
                replay = replay.retainedAt(
                        VersionMixin.instant(spec, "--now", now).toEpochMilli());
            }
            TableReplayView.Extent extent = summary ? TableReplayView.Extent.SUMMARY : TableReplayView.Extent.WHOLE;
            return output.print(TableReplayView.of(table.path(), reader.words(), replay, extent));
        }
    }
}
