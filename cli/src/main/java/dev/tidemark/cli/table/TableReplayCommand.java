package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableReplayView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code table replay}. */
@Command(name = "replay", description = "What the table is at a version: files, tombstones, transactions, metadata.")
final class TableReplayCommand implements Callable<Integer> {
    @Mixin
    private TableMixin table;

    @Mixin
    private ReaderMixin reader;

    @Mixin
    private OutputMixin output;

    @Option(names = "--version", paramLabel = "V", description = "the version (default: the latest)")
    private Long version;

    @Option(names = "--summary", description = "counts alone, no list of files")
    private boolean summary;

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.open()) {
            ActionDetail detail = summary ? ActionDetail.SUMMARY : ActionDetail.STATE;
            Replay replay = opened.reader(reader.engine(), reader.behaviour(), detail)
                    .read(version == null ? OptionalLong.empty() : OptionalLong.of(version));
            TableReplayView.Extent extent = summary ? TableReplayView.Extent.SUMMARY : TableReplayView.Extent.WHOLE;
            return output.print(TableReplayView.of(table.path(), reader.words(), replay, extent));
        }
    }
}
