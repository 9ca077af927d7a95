package dev.tidemark.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.Storages;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import org.junit.jupiter.api.Assumptions;

/**
 * One case of the corpus of restarts: a checkpoint as it was, the query that real Spark started on it, and what Spark did.
 */
public record RestartCase(Path directory, JsonObject observed) {
    private static Optional<Path> corpus() {
        return Optional.ofNullable(System.getenv("TIDEMARK_CORPUS"))
                .map(root -> Path.of(root, "restart"))
                .filter(Files::isDirectory);
    }

    /** The names of all cases; where the corpus is not, one that skips the test that asks for it. */
    public static Stream<String> names() throws IOException {
        if (corpus().isEmpty()) {
            return Stream.of("none");
        }
        try (Stream<Path> directories = Files.list(corpus().get())) {
            return directories
                    .filter(directory -> Files.exists(directory.resolve("observed.json")))
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    /** Skips the test where the corpus is not. */
    public static RestartCase of(String name) throws IOException {
        Assumptions.assumeTrue(corpus().isPresent());
        Path directory = corpus().get().resolve(name);
        JsonObject observed = JsonParser.parseObject(
                        Location.of(name), Files.readString(directory.resolve("observed.json")))
                .value()
                .orElseThrow();
        return new RestartCase(directory, observed);
    }

    public boolean failed() {
        return observed.text("outcome").orElse("").equals("failed");
    }

    public QueryDescription query() throws IOException {
        return QueryDescriptionParser.parse(
                        Location.of("query.yaml"), Files.readString(directory.resolve("query.yaml")))
                .query()
                .value()
                .orElseThrow();
    }

    public SparkVersion version() throws IOException {
        return SparkVersion.of(Objects.requireNonNull(query().versions().spark()))
                .orElseThrow();
    }

    public Storage checkpoint() throws IOException {
        return LocalStorage.at(directory.resolve("before/ckpt"));
    }

    /** Where what the evidence names lies here. */
    public Places places() {
        String rule = "/lake/" + observed.text("base").orElseThrow() + "=" + directory.resolve("before");
        return Places.of(PathMapping.parse(List.of(rule)), Storages::open);
    }
}
