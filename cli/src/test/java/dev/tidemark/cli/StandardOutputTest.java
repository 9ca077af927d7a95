package dev.tidemark.cli;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a process does when its answer cannot be written. */
class StandardOutputTest {
    private static final File FULL = new File("/dev/full");

    @TempDir
    Path directory;

    private Evidence evidence;

    @BeforeEach
    void unpack() throws Exception {
        evidence = Evidence.unpack("orders-crashed", directory);
    }

    @Test
    void doesNotEndWellOnAFullDisk() throws Exception {
        Assumptions.assumeTrue(FULL.exists(), "no /dev/full on this machine");
        for (List<String> line : List.of(
                List.of("batches", evidence.checkpoint(), "--format", "json"),
                List.of("state", "rows", evidence.checkpoint(), "--format", "ndjson"))) {
            Path errors = directory.resolve("errors");
            Process process = builder(line)
                    .redirectOutput(FULL)
                    .redirectError(errors.toFile())
                    .start();

            assertThat(process.waitFor()).as("%s", line).isEqualTo(ExitCode.UNKNOWN);
            assertThat(Files.readString(errors)).startsWith("tidemark: the answer cannot be written: ");
        }
    }

    @Test
    void endsWithItsVerdictWhenNobodyReadsOn() throws Exception {
        for (List<String> line : List.of(
                List.of("state", "rows", evidence.checkpoint(), "--format", "ndjson"),
                List.of("table", "actions", evidence.table(), "--format", "ndjson"),
                List.of("explain"),
                List.of("diagnose", evidence.checkpoint(), "--format", "json", "--fail-on", "info"),
                List.of("watch", evidence.checkpoint(), "--every", "5ms"))) {
            Process process =
                    builder(line).redirectError(ProcessBuilder.Redirect.PIPE).start();
            process.getInputStream().close();

            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s", line).isTrue();
            int expected = line.get(0).equals("diagnose") ? ExitCode.WRONG : ExitCode.FINE;
            assertThat(process.exitValue()).as("%s", line).isEqualTo(expected);
            assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .as("%s", line)
                    .isEmpty();
        }
    }

    private static ProcessBuilder builder(List<String> line) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.tidemark.cli.Main"));
        words.addAll(line);
        return new ProcessBuilder(words);
    }
}
