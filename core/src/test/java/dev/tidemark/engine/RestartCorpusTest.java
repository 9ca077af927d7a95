package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What real Spark did when it was started on these checkpoints, against what the logs let us say. */
class RestartCorpusTest {
    private static final Set<String> KINDS = Set.of("control", "log", "metadata", "rewind", "source-set");
    private static final Pattern ENTRY = Pattern.compile("ckpt/(?:offsets|commits)/(\\d+)");

    @Test
    void findsItsCasesWhereTheCorpusIs() throws IOException {
        Assumptions.assumeTrue(System.getenv("TIDEMARK_CORPUS") != null);

        assertThat(RestartCase.names().count()).isGreaterThan(100);
    }

    @ParameterizedTest
    @MethodSource("dev.tidemark.engine.RestartCase#names")
    void saysWhatSparkDid(String name) throws IOException {
        RestartCase restart = RestartCase.of(name);
        JsonObject observed = restart.observed();

        RestartPrediction prediction = predict(restart);

        Assumptions.assumeFalse(observed.text("outcome").orElse("").equals("stopped"), "Spark was stopped");
        boolean failed = restart.failed();
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

    private static RestartPrediction predict(RestartCase restart) throws IOException {
        return RestartEngine.predict(
                restart.query(),
                restart.version(),
                restart.checkpoint(),
                restart.places(),
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
