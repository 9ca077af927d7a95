package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.log.SegmentReasons;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableSegmentView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code table segment}. */
@Command(name = "segment", description = "Which files of the log a reader reads for a version, and why not the others.")
final class TableSegmentCommand implements Callable<Integer> {
    @Mixin
    private TableMixin table;

    @Mixin
    private VersionMixin version;

    @Mixin
    private ReaderMixin reader;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        try (DeltaTable opened = table.openLog()) {
            LogListing listing = opened.listing();
            Replay replay = opened.reader(reader.engine(), reader.behaviour(), ActionDetail.SUMMARY)
                    .read(version.version(opened));
            List<SegmentReasons.Reason> reasons =
                    replay.segment() == null ? List.of() : SegmentReasons.of(replay.segment(), listing);
            return output.print(TableSegmentView.of(table.path(), reader.words(), replay, reasons));
        }
    }
}
