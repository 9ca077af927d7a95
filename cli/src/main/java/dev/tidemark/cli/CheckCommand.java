package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.compat.CheckpointShape;
import dev.tidemark.compat.Compatibility;
import dev.tidemark.compat.CompatibilityCheck;
import dev.tidemark.compat.NewQuery;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.query.DescriptionPlaces;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.view.CheckView;
import dev.tidemark.view.FindingsReport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;

/** {@code check CKPT}: does a changed query go on with this checkpoint? */
final class CheckCommand extends Command {
    private final TargetMixin target = part(new TargetMixin());

    private final ArgSpec query = option("--query")
            .paramLabel("FILE")
            .type(Path.class)
            .description("the new query: its description (YAML or JSON)")
            .build();

    private final ArgSpec against = option("--against")
            .paramLabel("SCRATCH_CKPT")
            .type(String.class)
            .description("the new query: a checkpoint that it wrote in a test")
            .build();

    private final Supplier<Path> oldQueryFile = one(
            Path.class,
            option("--old-query")
                    .paramLabel("FILE")
                    .description(
                            "the description of the query as it was, for what a checkpoint does not record: options, sink, output"
                                    + " mode, watermarks"));

    private final Supplier<String> spark = one(
            String.class,
            option("--spark").paramLabel("VERSION").description("the Spark that is to go on with the checkpoint"));

    private final Supplier<Map<String, String>> confs =
            pairs(option("--set").paramLabel("KEY=VALUE").description("a conf of the new session; repeatable"));

    private final FindingsOutputMixin output = part(new FindingsOutputMixin());

    CheckCommand() {
        super(
                "check",
                "Before a deploy: does the changed query, with these confs and this Spark, go on with this checkpoint?",
                "Says what Spark makes of each change. Nothing is started and nothing is written.");
        footer(
                "",
                "Exit codes: 0 compatible, 1 incompatible or a finding at or above --fail-on, 3 it could not be told.",
                "A description of the query as it was is drafted by: tidemark describe CKPT");
        exactlyOne(query, against);
    }

    @Override
    public Integer call() throws IOException {
        List<String> assumptions = new ArrayList<>();
        Places places = target.places();
        try (Storage storage = target.open()) {
            NewQuery query = newQuery(storage, assumptions);
            QueryDescription old = oldQueryFile.get() == null ? null : described(oldQueryFile.get(), assumptions);
            SparkVersion version = version(query.description(), assumptions);
            CompatibilityCheck.Question question = new CompatibilityCheck.Question(query, old, version);
            Compatibility check = located(CompatibilityCheck.of(storage, question, places));
            Triage triage = output.triage(check.findings());
            String newQuery =
                    scratch() != null ? scratch() + " (a test's)" : queryFile().toString();
            CheckView.Terms terms = new CheckView.Terms(target.path(), newQuery, version.toString(), assumptions);
            return output.print(FindingsReport.of(CheckView.of(check, triage, terms), triage, this::placeOf));
        }
    }

    /** Parts of a description are shown where they stand in it. */
    private Compatibility located(Compatibility check) throws IOException {
        if (queryFile() == null) {
            return check;
        }
        Location file = Location.of(queryFile().toString());
        return DescriptionPlaces.of(file, QueryMixin.text(queryFile(), "query description", commandLine()))
                .map(check::located)
                .orElse(check);
    }

    private String placeOf(Location at) {
        boolean isDescription =
                queryFile() != null && at.path().equals(queryFile().toString());
        return isDescription ? "" : target.path();
    }

    private NewQuery newQuery(Storage storage, List<String> assumptions) throws IOException {
        if (scratch() == null) {
            return NewQuery.described(withConfs(described(queryFile(), assumptions)));
        }
        try (Storage test = target.open(scratch())) {
            CheckpointShape before = CheckpointShape.of(Checkpoint.in(storage));
            return CompatibilityCheck.scratch(Checkpoint.in(test), before, confs.get());
        }
    }

    /** The description that is to go on, or null where a test's checkpoint stands for it. */
    private @Nullable Path queryFile() {
        return query.getValue();
    }

    private @Nullable String scratch() {
        return against.getValue();
    }

    private QueryDescription withConfs(QueryDescription query) {
        Map<String, String> all = new TreeMap<>(query.confs());
        all.putAll(confs.get());
        return new QueryDescription(
                query.versions(), query.trigger(), all, query.sources(), query.operators(), query.sink());
    }

    private QueryDescription described(Path file, List<String> assumptions) throws IOException {
        return QueryMixin.described(file, commandLine(), assumptions);
    }

    private SparkVersion version(QueryDescription query, List<String> assumptions) {
        String text = Optional.ofNullable(spark.get()).orElse(query.versions().spark());
        if (text == null) {
            assumptions.add("Spark " + SparkVersion.NEWEST_KNOWN);
            return SparkVersion.NEWEST_KNOWN;
        }
        return SparkVersion.of(text)
                .orElseThrow(() -> new ParameterException(commandLine(), "no version of Spark: " + text));
    }
}
