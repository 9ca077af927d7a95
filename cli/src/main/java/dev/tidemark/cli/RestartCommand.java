package dev.tidemark.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.Reach;
import dev.tidemark.engine.RestartEngine;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.DraftQuery;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import dev.tidemark.view.RestartView;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark restart}: what happens when the query is started on the checkpoint again. */
@Command(
        name = "restart",
        description = {
            "Say what a restart of the query does with this checkpoint: the batch it resumes, or the exact error.",
            "Nothing is started and nothing is written."
        },
        footer = {
            "",
            "Exit codes: 0 it runs, 1 it fails, 3 it could not be told.",
            "A description of the query is drafted by: tidemark describe CKPT"
        })
final class RestartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CKPT", description = "the checkpoint directory; an absent or empty one is a fresh start")
    private String place;

    @Option(
            names = "--query",
            paramLabel = "FILE",
            description = "the query description (YAML or JSON); without it, one is inferred from the checkpoint")
    private Path queryFile;

    @Option(names = "--spark", paramLabel = "VERSION", description = "restart with this Spark instead of the described")
    private String spark;

    @Option(
            names = "--until-caught-up",
            description = "follow the query batch by batch until there is nothing more to do")
    private boolean untilCaughtUp;

    @Option(names = "--read-data", description = "read data files where they decide: event times, counts of rows")
    private boolean readData;

    @Option(names = "--steps", paramLabel = "N", description = "follow so many batches at most")
    private Integer steps;

    @Option(names = "--trace", description = "show each step")
    private boolean withTrace;

    @Mixin
    private PlacesMixin evidence;

    @Mixin
    private OutputMixin output;

    @Override
    public Integer call() throws IOException {
        List<String> assumptions = new ArrayList<>();
        Places places = evidence.places();
        try (Storage storage = places.open(place)) {
            QueryDescription query = queryFile == null
                    ? inferred(storage, assumptions)
                    : described(queryFile, spec.commandLine(), assumptions);
            SparkVersion version = version(query, assumptions);
            Reach reach = reach();
            RestartPrediction prediction = RestartEngine.predict(query, version, storage, places, reach);
            RestartView.Detail detail = withTrace ? RestartView.Detail.WITH_TRACE : RestartView.Detail.ANSWER;
            RestartView.Terms terms = new RestartView.Terms(version.toString(), assumptions, reach);
            return output.print(RestartView.of(prediction, query, terms, detail));
        }
    }

    private Reach reach() {
        if (steps != null && steps < 1) {
            throw new ParameterException(spec.commandLine(), "--steps must be at least 1");
        }
        Integer batches = steps != null ? steps : untilCaughtUp ? null : Reach.LOGS_ALONE.batches();
        return new Reach(batches, readData ? Reach.DataFiles.READ : Reach.DataFiles.LEFT_ALONE);
    }

    /** The description in a file; what of it does not matter becomes an assumption. */
    static QueryDescription described(Path queryFile, CommandLine command, List<String> assumptions)
            throws IOException {
        if (!Files.isRegularFile(queryFile)) {
            throw new ParameterException(command, "no such query description: " + queryFile);
        }
        String text = Files.readString(queryFile, StandardCharsets.UTF_8);
        QueryDescriptionParser.Reading reading = QueryDescriptionParser.parse(Location.of(queryFile.toString()), text);
        for (Damage unknownKey : reading.unknownKeys()) {
            assumptions.add("the key " + unknownKey.found() + " (" + unknownKey.at() + ") does not matter");
        }
        return reading.query()
                .value()
                .orElseThrow(() -> new ParameterException(
                        command, reading.query().damage().orElseThrow().message()));
    }

    private static QueryDescription inferred(Storage storage, List<String> assumptions) throws IOException {
        DraftQuery draft = DraftQuery.of(Checkpoint.in(storage));
        assumptions.add("the query is as the checkpoint shows it (tidemark describe tells what that is)");
        return draft.query();
    }

    private SparkVersion version(QueryDescription query, List<String> assumptions) {
        String text = spark != null ? spark : query.versions().spark();
        if (text == null) {
            assumptions.add("Spark " + SparkVersion.NEWEST_KNOWN);
            return SparkVersion.NEWEST_KNOWN;
        }
        return SparkVersion.of(text)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), "no version of Spark: " + text));
    }
}
