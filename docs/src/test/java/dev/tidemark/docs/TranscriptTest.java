package dev.tidemark.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.tidemark.fixtures.Catalogue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a page shows of the shell is what the shell says. {@code -Dtidemark.transcripts=write} writes it anew. */
class TranscriptTest {
    @TempDir
    Path directory;

    private Path examples;

    @BeforeEach
    void unpack() throws IOException {
        examples = directory.resolve("examples");
        for (String name : Catalogue.names()) {
            Catalogue.fixture(name).unpack(examples.resolve(name));
        }
    }

    @ParameterizedTest
    @CsvSource({"tutorial.md, 35", "reference/shell.md, 10"})
    void everyBlockSaysWhatTheShellSays(Path page, int fewestCommands) throws Exception {
        String written = Files.readString(page);

        Transcript.Rerun rerun = Transcript.of(written, examples);

        if ("write".equals(System.getProperty("tidemark.transcripts"))) {
            Files.writeString(page, rerun.page(), StandardCharsets.UTF_8);
        } else {
            assertThat(rerun.page()).isEqualTo(written);
        }
        assertThat(rerun.commands()).as("commands run").isGreaterThanOrEqualTo(fewestCommands);
    }

    @Test
    void seesAnAnswerThatIsNoLongerGiven() throws Exception {
        String page =
                "```console\n$ tidemark shell examples/orders-crashed/ckpt\n/checkpoint> pwd > /dev/null\nlies\n```\n";

        assertThat(Transcript.of(page, examples).page()).isNotEqualTo(page).doesNotContain("lies");
    }
}
