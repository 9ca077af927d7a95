package dev.tidemark.compat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.SparkVersion;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storages;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What real Spark did with changed queries, confs and versions on these checkpoints, against what a check says before. */
class CompatibilityCorpusTest {
    /** Failures that a check must foresee: those that files nobody damaged and data nobody changed lead to. */
    private static final Set<String> CHANGES = Set.of("conf", "control", "query", "source-set");

    private static Optional<Path> corpus() {
        return Optional.ofNullable(System.getenv("TIDEMARK_CORPUS"))
                .map(root -> Path.of(root, "restart"))
                .filter(Files::isDirectory);
    }

    static Stream<String> cases() throws IOException {
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

    @ParameterizedTest
    @MethodSource("cases")
    void foreseesWhatSparkDid(String name) throws IOException {
        Assumptions.assumeTrue(corpus().isPresent());
        Path directory = corpus().get().resolve(name);
        JsonObject observed = JsonParser.parseObject(
                        Location.of(name), Files.readString(directory.resolve("observed.json")))
                .value()
                .orElseThrow();

        Compatibility check = check(directory, observed);

        if (!observed.text("outcome").orElse("").equals("failed")) {
            assertThat(fatal(check)).as("Spark went on").isEmpty();
            if (name.endsWith("--control")) {
                assertThat(check.verdict()).isEqualTo(Compatibility.Verdict.COMPATIBLE);
                assertThat(check.effects())
                        .as("nothing changed")
                        .noneMatch(effect -> effect.severity().compareTo(Severity.INFO) > 0);
            }
            return;
        }
        boolean isDamaged = observed.array("mutations").orElseThrow().items().stream()
                .anyMatch(change -> !((JsonObject) change).text("op").orElse("").equals("note"));
        boolean isChange = CHANGES.contains(observed.text("kind").orElse("")) && !isDamaged;
        boolean isForeseen = check.prediction() != null && check.prediction().failure() != null;
        if (isChange || isForeseen) {
            assertThat(check.verdict()).isEqualTo(Compatibility.Verdict.INCOMPATIBLE);
            assertThat(chain(observed)).as("Spark's own error").containsAnyElementsOf(fatal(check));
        }
        if (isChange) {
            assertThat(check.effects())
                    .filteredOn(effect -> effect.severity() == Severity.FATAL)
                    .extracting(effect -> effect.rule())
                    .as("what Spark fails with is explained by a change")
                    .doesNotContain(CompatRule.RESTART_FAILS);
        }
    }

    private static List<String> fatal(Compatibility check) {
        return check.effects().stream()
                .filter(effect -> effect.severity() == Severity.FATAL)
                .map(effect -> String.valueOf(effect.error()))
                .toList();
    }

    private static List<String> chain(JsonObject observed) {
        List<String> names = new ArrayList<>();
        for (JsonValue value : observed.array("exception").orElseThrow().items()) {
            JsonObject cause = (JsonObject) value;
            cause.text("errorClass").ifPresent(names::add);
            String className = cause.text("class").orElse("");
            names.add(className.substring(className.lastIndexOf('.') + 1));
        }
        return names;
    }

    private static Compatibility check(Path directory, JsonObject observed) throws IOException {
        QueryDescription query = QueryDescriptionParser.parse(
                        Location.of("query.yaml"), Files.readString(directory.resolve("query.yaml")))
                .query()
                .value()
                .orElseThrow();
        String rule = "/lake/" + observed.text("base").orElseThrow() + "=" + directory.resolve("before");
        Places places = Places.of(PathMapping.parse(List.of(rule)), Storages::open);
        SparkVersion version = SparkVersion.of(
                        Objects.requireNonNull(query.versions().spark()))
                .orElseThrow();
        return CompatibilityCheck.of(
                LocalStorage.at(directory.resolve("before/ckpt")),
                new CompatibilityCheck.Question(NewQuery.described(query), null, version),
                places);
    }
}
