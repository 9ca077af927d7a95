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
    void endsWhenNobodyReadsOn() throws Exception {
        Process process = builder(List.of("state", "rows", evidence.checkpoint(), "--format", "ndjson"))
                .redirectError(ProcessBuilder.Redirect.PIPE)
                .start();
        process.getInputStream().close();

        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
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
