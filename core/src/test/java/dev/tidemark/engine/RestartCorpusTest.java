package dev.tidemark.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.LocalStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storages;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.QueryDescriptionParser;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What real Spark did when it was started on these checkpoints, against what the logs let us say. */
class RestartCorpusTest {
    private static final Set<String> KINDS = Set.of("control", "log", "metadata", "rewind", "source-set");
    private static final Pattern ENTRY = Pattern.compile("ckpt/(?:offsets|commits)/(\\d+)");

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

    @Test
    void findsItsCasesWhereTheCorpusIs() throws IOException {
        Assumptions.assumeTrue(corpus().isPresent());

        assertThat(cases().count()).isGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void saysWhatSparkDid(String name) throws IOException {
        Assumptions.assumeTrue(corpus().isPresent());
        Path directory = corpus().get().resolve(name);
        JsonObject observed = JsonParser.parseObject(
                        Location.of(name), Files.readString(directory.resolve("observed.json")))
                .value()
                .orElseThrow();

        RestartPrediction prediction = predict(directory, observed);

        Assumptions.assumeFalse(observed.text("outcome").orElse("").equals("stopped"), "Spark was stopped");
        boolean failed = observed.text("outcome").orElse("").equals("failed");
        assertThat(prediction.verdict())
                .as("a wrong answer is worse than none")
                .isNotEqualTo(failed ? RestartPrediction.Verdict.RUNS : RestartPrediction.Verdict.FAILS);
        if (failed && prediction.failure() != null) {
            assertSameError(observed, prediction.failure());
        }
        Set<Long> touched = touched(observed);
        Long first =
                batches(observed).stream().filter(touched::contains).findFirst().orElse(null);
        Resume resume = prediction.resume();
        if (prediction.verdict() == RestartPrediction.Verdict.RUNS) {
            assertThat(prediction.batches())
                    .extracting(RestartPrediction.PredictedBatch::batchId)
                    .isEqualTo(
                            batches(observed).stream().filter(touched::contains).toList());
        }
        if (!failed && first != null && KINDS.contains(observed.text("kind").orElse(""))) {
            assertThat(resume == null ? null : resume.batchId()).isEqualTo(first);
        }
    }

    private static void assertSameError(JsonObject observed, Failure failure) {
        List<JsonObject> chain = objects(observed.array("exception")).stream()
                .filter(cause -> !cause.text("errorClass").orElse("").equals("STREAM_FAILED"))
                .toList();
        SparkError.Cause told = failure.error().telling();

        assertThat(told.className()).isEqualTo(chain.get(0).text("class").orElseThrow());
        assertThat(told.condition()).isEqualTo(chain.get(0).text("errorClass").orElse(null));
        if (told.condition() == null) {
            assertThat(skeleton(told.message()))
                    .isEqualTo(skeleton(chain.get(0).text("message").orElse("")));
        }
    }

    /**
     * The first line, without the source that Jackson quotes in its own way by version, and without the numbers and addresses
     * of a task.
     */
    private static String skeleton(String message) {
        return message.split("\n", 2)[0]
                .replaceAll("\\[Source: .*?; line", "[Source; line")
                .replaceAll("(stage|task) \\d+\\.\\d+|TID \\d+|\\d+\\.\\d+\\.\\d+\\.\\d+", "N");
    }

    private static RestartPrediction predict(Path directory, JsonObject observed) throws IOException {
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
        return RestartEngine.predict(
                query,
                version,
                LocalStorage.at(directory.resolve("before/ckpt")),
                places,
                new Reach(null, Reach.DataFiles.READ));
    }

    private static List<Long> batches(JsonObject observed) {
        return objects(observed.array("batches")).stream()
                .map(batch -> batch.number("batchId").orElseThrow())
                .toList();
    }

    private static Set<Long> touched(JsonObject observed) {
        JsonObject files = observed.object("files").orElse(JsonObject.EMPTY);
        Stream<String> paths = Stream.of("added", "modified")
                .flatMap(key -> files.array(key).orElse(new JsonArray(List.of())).items().stream())
                .map(path -> path.toString().replace("\"", ""));
        return paths.map(ENTRY::matcher)
                .filter(Matcher::matches)
                .map(match -> Long.parseLong(match.group(1)))
                .collect(java.util.stream.Collectors.toSet());
    }

    private static List<JsonObject> objects(Optional<JsonArray> array) {
        return array.map(JsonArray::items).orElse(List.of()).stream()
                .map(JsonObject.class::cast)
                .toList();
    }
}
