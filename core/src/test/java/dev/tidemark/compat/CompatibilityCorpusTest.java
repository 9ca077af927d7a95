package dev.tidemark.compat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.RestartCase;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What real Spark did with changed queries, confs and versions on these checkpoints, against what a check says before. */
class CompatibilityCorpusTest {
    /** Failures that a check must foresee: those that files nobody damaged and data nobody changed lead to. */
    private static final Set<String> CHANGES = Set.of("conf", "control", "query", "source-set");

    @ParameterizedTest
    @MethodSource("dev.tidemark.engine.RestartCase#names")
    void foreseesWhatSparkDid(String name) throws IOException {
        RestartCase restart = RestartCase.of(name);
        JsonObject observed = restart.observed();

        Compatibility check = check(restart);

        if (!restart.failed()) {
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

    private static Compatibility check(RestartCase restart) throws IOException {
        return CompatibilityCheck.of(
                restart.checkpoint(),
                new CompatibilityCheck.Question(NewQuery.described(restart.query()), null, restart.version()),
                restart.places());
    }
}
