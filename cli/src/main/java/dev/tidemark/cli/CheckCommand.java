package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;

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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code check CKPT}: does a changed query go on with this checkpoint? */
@Command(
        name = "check",
        description = {
            "Before a deploy: does the changed query, with these confs and this Spark, go on with this checkpoint?",
            "Says what Spark makes of each change. Nothing is started and nothing is written."
        },
        footer = {
            "",
            "Exit codes: 0 compatible, 1 incompatible or a finding at or above --fail-on, 3 it could not be told.",
            "A description of the query as it was is drafted by: tidemark describe CKPT"
        })
final class CheckCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetMixin target;

    @ArgGroup(multiplicity = "1", exclusive = true)
    private Asked asked;

    static final class Asked {
        @Option(names = "--query", paramLabel = "FILE", description = "the new query: its description (YAML or JSON)")
        private Path queryFile;

        @Option(
                names = "--against",
                paramLabel = "SCRATCH_CKPT",
                description = "the new query: a checkpoint that it wrote in a test")
        private String scratch;
    }

    @Option(
            names = "--old-query",
            paramLabel = "FILE",
            description =
                    "the description of the query as it was, for what a checkpoint does not record: options, sink, output"
                            + " mode, watermarks")
    private Path oldQueryFile;

    @Option(names = "--spark", paramLabel = "VERSION", description = "the Spark that is to go on with the checkpoint")
    private String spark;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "a conf of the new session; repeatable")
    private Map<String, String> confs = new LinkedHashMap<>();

    @Mixin
    private FindingsOutputMixin output;

    @Override
    public Integer call() throws IOException {
        List<String> assumptions = new ArrayList<>();
        Places places = target.places();
        try (Storage storage = target.open()) {
            NewQuery query = newQuery(storage, assumptions);
            QueryDescription old = oldQueryFile == null ? null : described(oldQueryFile, assumptions);
            SparkVersion version = version(query.description(), assumptions);
            CompatibilityCheck.Question question = new CompatibilityCheck.Question(query, old, version);
            Compatibility check = located(CompatibilityCheck.of(storage, question, places));
            Triage triage = output.triage(check.findings());
            String against = asked.scratch != null ? asked.scratch + " (a test's)" : asked.queryFile.toString();
            CheckView.Terms terms = new CheckView.Terms(target.path(), against, version.toString(), assumptions);
            return output.print(FindingsReport.of(CheckView.of(check, triage, terms), triage, this::placeOf));
        }
    }

    /** Parts of a description are shown where they stand in it. */
    private Compatibility located(Compatibility check) throws IOException {
        if (asked.queryFile == null) {
            return check;
        }
        Location file = Location.of(asked.queryFile.toString());
        return DescriptionPlaces.of(file, QueryMixin.text(asked.queryFile, "query description", spec.commandLine()))
                .map(check::located)
                .orElse(check);
    }

    private String placeOf(Location at) {
        boolean isDescription = asked.queryFile != null && at.path().equals(asked.queryFile.toString());
        return isDescription ? "" : target.path();
    }

    private NewQuery newQuery(Storage storage, List<String> assumptions) throws IOException {
        if (asked.scratch == null) {
            return NewQuery.described(withConfs(described(asked.queryFile, assumptions)));
        }
        try (Storage scratch = target.open(asked.scratch)) {
            CheckpointShape before = CheckpointShape.of(Checkpoint.in(storage));
            return CompatibilityCheck.scratch(Checkpoint.in(scratch), before, confs);
        }
    }

    private QueryDescription withConfs(QueryDescription query) {
        Map<String, String> all = new TreeMap<>(query.confs());
        all.putAll(confs);
        return new QueryDescription(
                query.versions(), query.trigger(), all, query.sources(), query.operators(), query.sink());
    }

    private QueryDescription described(Path file, List<String> assumptions) throws IOException {
        return QueryMixin.described(file, spec.commandLine(), assumptions);
    }

    private SparkVersion version(QueryDescription query, List<String> assumptions) {
        String text = Optional.ofNullable(spark).orElse(query.versions().spark());
        if (text == null) {
            assumptions.add("Spark " + SparkVersion.NEWEST_KNOWN);
            return SparkVersion.NEWEST_KNOWN;
        }
        return SparkVersion.of(text)
                .orElseThrow(() -> new ParameterException(spec.commandLine(), "no version of Spark: " + text));
    }
}
