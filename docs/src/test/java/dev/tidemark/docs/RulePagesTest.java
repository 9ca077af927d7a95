package dev.tidemark.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.tidemark.diagnosis.RuleCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class RulePagesTest {
    private static final Path REFERENCE = Path.of("reference/rules");

    static List<String> pages() {
        return RuleCatalog.PAGES;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theReferenceSaysWhatExplainPrints(String page) throws IOException {
        assertThat(Files.readString(REFERENCE.resolve(page)))
                .as("copy core/src/main/resources/dev/tidemark/diagnosis/pages/%s to docs/reference/rules", page)
                .isEqualTo(RuleCatalog.markdown(page));
    }

    @Test
    void theReferenceHasNoPageOfItsOwn() throws IOException {
        try (Stream<Path> files = Files.list(REFERENCE)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(RuleCatalog.PAGES);
        }
    }
}
