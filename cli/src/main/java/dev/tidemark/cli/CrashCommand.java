package dev.tidemark.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import dev.tidemark.engine.CrashProof;
import dev.tidemark.engine.CrashSearch;
import dev.tidemark.engine.Reach;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.view.CrashView;
import dev.tidemark.view.RestartView;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark crash}: wherever the query dies in its next batches, does it come back as it should? */
@Command(
        name = "crash",
        description = {
            "Let the query die at every moment of its next batches, and every restart too, and say what that does.",
            "The answer is a proof that nothing is lost, doubled or broken, or the shortest way to what is.",
            "Nothing is started and nothing is written."
        },
        footer = {"", "Exit codes: 0 proven, 1 a crash breaks something, 3 it could not be told everywhere."})
final class CrashCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CKPT", description = "the checkpoint directory; an absent or empty one is a fresh start")
    private String place;

    @Option(
            names = "--batches",
            paramLabel = "N",
            defaultValue = "3",
            description = "how many of the next batches (default: ${DEFAULT-VALUE})")
    private int batches;

    @Option(names = "--read-data", description = "read data files where they decide: event times, counts of rows")
    private boolean readData;

    @Mixin
    private QueryMixin query;

    @Mixin
    private PlacesMixin evidence;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        if (batches < 1) {
            throw new ParameterException(spec.commandLine(), "--batches must be at least 1");
        }
        Places places = evidence.places();
        try (Storage storage = places.open(place)) {
            QueryMixin.Asked asked = query.on(storage);
            Reach.DataFiles dataFiles = readData ? Reach.DataFiles.READ : Reach.DataFiles.LEFT_ALONE;
            CrashProof proof = CrashSearch.of(asked.query(), asked.version(), storage, places, batches, dataFiles);
            RestartView.Terms terms = new RestartView.Terms(
                    asked.version().toString(), asked.assumptions(), new Reach(batches, dataFiles));
            return output.print(CrashView.of(proof, asked.query(), terms));
        }
    }
}
