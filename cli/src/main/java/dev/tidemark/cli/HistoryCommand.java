package dev.tidemark.cli;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.engine.History;
import dev.tidemark.engine.HistoryReading;
import dev.tidemark.engine.Reach;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.view.HistoryView;
import dev.tidemark.view.RestartView;

/** {@code tidemark history}: does the recorded past follow from the rules? */
final class HistoryCommand extends Command {
    private final Supplier<String> place =
            one(String.class, parameter("0").paramLabel("CKPT").description("the checkpoint directory"));

    private final Supplier<Boolean> readData =
            flag(option("--read-data").description("read data files to see where each watermark came from"));

    private final QueryMixin query = part(new QueryMixin());

    private final PlacesMixin evidence = part(new PlacesMixin());

    private final OutputMixin output = part(new OutputMixin());

    HistoryCommand() {
        super(
                "history",
                "Hold every recorded batch against what Spark would have written with this query and these tables.",
                "What these options and a single writer cannot have written stands out.");
        footer("", "Exit codes: 0 the past follows, 1 some batch cannot have come so, 3 not everything could be told.");
    }

    @Override
    public Integer call() throws IOException {
        Places places = evidence.places();
        try (Storage storage = places.open(place.get())) {
            QueryMixin.Asked asked = query.on(storage);
            Reach.DataFiles dataFiles = readData.get() ? Reach.DataFiles.READ : Reach.DataFiles.LEFT_ALONE;
            HistoryReading history = History.of(asked.query(), asked.version(), storage, places, dataFiles);
            RestartView.Terms terms =
                    new RestartView.Terms(asked.version().toString(), asked.assumptions(), Reach.LOGS_ALONE);
            return output.print(HistoryView.of(history, terms));
        }
    }
}
