package dev.tidemark.cli;

import java.io.IOException;
import java.util.function.Supplier;

import dev.tidemark.engine.CrashProof;
import dev.tidemark.engine.CrashSearch;
import dev.tidemark.engine.Reach;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.view.CrashView;
import dev.tidemark.view.RestartView;
import picocli.CommandLine.ParameterException;

/** {@code tidemark crash}: wherever the query dies in its next batches, does it come back as it should? */
final class CrashCommand extends Command {
    private final Supplier<String> place = one(
            String.class,
            parameter("0")
                    .paramLabel("CKPT")
                    .description("the checkpoint directory; an absent or empty one is a fresh start"));

    private final Supplier<Integer> batches = one(
            int.class,
            option("--batches")
                    .paramLabel("N")
                    .defaultValue("3")
                    .description("how many of the next batches (default: ${DEFAULT-VALUE})"));

    private final Supplier<Boolean> readData =
            flag(option("--read-data").description("read data files where they decide: event times, counts of rows"));

    private final QueryMixin query = part(new QueryMixin());

    private final PlacesMixin evidence = part(new PlacesMixin());

    private final OutputMixin output = part(new OutputMixin());

    CrashCommand() {
        super(
                "crash",
                "Let the query die at every moment of its next batches, and every restart too, and say what that does.",
                "The answer is a proof that nothing is lost, doubled or broken, or the shortest way to what is.",
                "Nothing is started and nothing is written.");
        footer("", "Exit codes: 0 proven, 1 a crash breaks something, 3 it could not be told everywhere.");
    }

    @Override
    public Integer call() throws IOException {
        if (batches.get() < 1) {
            throw new ParameterException(commandLine(), "--batches must be at least 1");
        }
        Places places = evidence.places();
        try (Storage storage = places.open(place.get())) {
            QueryMixin.Asked asked = query.on(storage);
            Reach.DataFiles dataFiles = readData.get() ? Reach.DataFiles.READ : Reach.DataFiles.LEFT_ALONE;
            CrashProof proof =
                    CrashSearch.of(asked.query(), asked.version(), storage, places, batches.get(), dataFiles);
            RestartView.Terms terms = new RestartView.Terms(
                    asked.version().toString(), asked.assumptions(), new Reach(batches.get(), dataFiles));
            return output.print(CrashView.of(proof, asked.query(), terms));
        }
    }
}
