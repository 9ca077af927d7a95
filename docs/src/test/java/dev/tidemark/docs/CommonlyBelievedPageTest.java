package dev.tidemark.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CommonlyBelievedPageTest {
    private static final Path TESTS = Path.of("../core/src/test/java");

    @Test
    void namesATestForEachClaimAndEachOfThemIsThere() throws IOException {
        String page = Files.readString(Path.of("explanation/commonly-believed.md"));
        List<MatchResult> tests =
                Pattern.compile("`(\\w+Test)\\.(\\w+)`").matcher(page).results().toList();
        long claims = Pattern.compile("(?m)^\\*\\*\"").matcher(page).results().count();
        long shown = Pattern.compile("(?m)^Tests?: ").matcher(page).results().count();

        assertThat(claims).isGreaterThan(10).isEqualTo(shown);
        for (MatchResult test : tests) {
            assertThat(source(test.group(1))).as(test.group()).containsPattern("void " + test.group(2) + "\\(");
        }
    }

    private static String source(String className) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            Path file = files.filter(path -> path.endsWith(className + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no class " + className));
            return Files.readString(file);
        }
    }
}
