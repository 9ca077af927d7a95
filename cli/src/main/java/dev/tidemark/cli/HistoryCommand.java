package dev.tidemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.engine.History;
import dev.tidemark.engine.HistoryReading;
import dev.tidemark.engine.Reach;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.view.HistoryView;
import dev.tidemark.view.RestartView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark history}: does the recorded past follow from the rules? */
@Command(
        name = "history",
        description = {
            "Hold every recorded batch against what Spark would have written with this query and these tables.",
            "What these options and a single writer cannot have written stands out."
        },
        footer = {
            "",
            "Exit codes: 0 the past follows, 1 some batch cannot have come so, 3 not everything could be told."
        })
final class HistoryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "CKPT", description = "the checkpoint directory")
    private String place;

    @Option(names = "--read-data", description = "read data files to see where each watermark came from")
    private boolean readData;

    @Mixin
    private QueryMixin query;

    @Mixin
    private PlacesMixin evidence;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        try (Storage storage = places.open(place)) {
            QueryMixin.Asked asked = query.on(storage);
            Reach.DataFiles dataFiles = readData ? Reach.DataFiles.READ : Reach.DataFiles.LEFT_ALONE;
            HistoryReading history = History.of(asked.query(), asked.version(), storage, places, dataFiles);
            RestartView.Terms terms =
                    new RestartView.Terms(asked.version().toString(), asked.assumptions(), Reach.LOGS_ALONE);
            return output.print(HistoryView.of(history, terms));
        }
    }
}
