package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableReplayView;

/** {@code table replay}. */
final class TableReplayCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final VersionMixin version = part(new VersionMixin());

    private final ReaderMixin reader = part(new ReaderMixin());

    private final OutputMixin output = part(new OutputMixin());

    private final Supplier<String> now = one(
            String.class,
            option("--now").paramLabel("T").description("drop tombstones and transactions that are expired then"));

    private final Supplier<Boolean> summary = flag(option("--summary").description("counts alone, no list of files"));

    TableReplayCommand() {
        super("replay", "What the table is at a version: files, tombstones, transactions, metadata.");
    }

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            ActionDetail detail = summary.get() ? ActionDetail.SUMMARY : ActionDetail.STATE;
            Replay replay =
                    opened.reader(reader.engine(), reader.behaviour(), detail).read(version.version(opened));
            if (now.get() != null) {
                replay = replay.retainedAt(
                        VersionMixin.instant(commandLine(), "--now", now.get()).toEpochMilli());
            }
            TableReplayView.Extent extent =
                    summary.get() ? TableReplayView.Extent.SUMMARY : TableReplayView.Extent.WHOLE;
            return output.print(TableReplayView.of(table.path(), reader.words(), replay, extent));
        }
    }
}
