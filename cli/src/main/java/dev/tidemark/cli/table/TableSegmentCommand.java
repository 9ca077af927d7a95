package dev.tidemark.cli.table;

import java.io.IOException;
import java.util.List;

import dev.tidemark.cli.Command;
import dev.tidemark.cli.OutputMixin;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.log.SegmentReasons;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.view.table.TableSegmentView;

/** {@code table segment}. */
final class TableSegmentCommand extends Command {
    private final TableMixin table = part(new TableMixin());

    private final VersionMixin version = part(new VersionMixin());

    private final ReaderMixin reader = part(new ReaderMixin());

    private final OutputMixin output = part(new OutputMixin());

    TableSegmentCommand() {
        super("segment", "Which files of the log a reader reads for a version, and why not the others.");
    }

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
