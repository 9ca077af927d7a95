package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.tidemark.fixtures.Catalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** No command writes, creates, removes or touches anything in the evidence, nor in the directory it is called from. */
class ReadOnlyProofTest {
    @TempDir
    Path directory;

    static Stream<String> fixtures() {
        return Catalogue.names().stream();
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void leavesTheEvidenceAsItWas(String fixture) throws IOException {
        Evidence evidence = Evidence.unpack(fixture, directory);
        TreeSnapshot before = TreeSnapshot.of(directory);

        for (List<String> line : CommandLines.on(evidence)) {
            CommandRun run = CommandRun.of(line);

            assertThat(run.code()).as(run.toString()).isNotEqualTo(ExitCode.BUG);
            assertThat(TreeSnapshot.of(directory)).as(run.toString()).isEqualTo(before);
        }
    }

    @Test
    void reallyRunsEveryCommand() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);

        for (List<String> line : CommandLines.on(evidence)) {
            CommandRun run = CommandRun.of(line);

            assertThat(run.code()).as(run.toString()).isIn(ExitCode.FINE, ExitCode.WRONG, ExitCode.UNKNOWN);
            assertThat(run.out()).as(run.toString()).isNotBlank();
        }
    }

    @Test
    void createsNothingWhereNothingIs() throws IOException {
        Evidence absent = Evidence.at(directory.resolve("absent"));

        for (List<String> line : CommandLines.on(absent)) {
            CommandRun run = CommandRun.of(line);

            assertThat(run.code()).as(run.toString()).isNotEqualTo(ExitCode.BUG);
            assertThat(TreeSnapshot.of(directory).lines()).as(run.toString()).hasSize(1);
        }
    }

    @Test
    void seesATouch() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "x");
        TreeSnapshot before = TreeSnapshot.of(directory);

        Files.setLastModifiedTime(file, Files.getLastModifiedTime(file));

        assertThat(TreeSnapshot.of(directory)).isNotEqualTo(before);
    }
}
