package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class CrashCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void twoFilesToRead() throws IOException {
        Files.createDirectories(directory.resolve("ckpt"));
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(directory.resolve("ckpt/metadata"), "{\"id\":\"11111111-2222-3333-4444-555555555555\"}");
        Files.writeString(directory.resolve("in/a.json"), "{\"k\":1}\n");
        Files.writeString(directory.resolve("in/b.json"), "{\"k\":2}\n");
        Files.writeString(
                directory.resolve("query.yaml"),
                "spark: 4.0.3\ntrigger: availableNow\noperators: []\n"
                        + "sources: [{format: json, path: /lake/in, options: {maxFilesPerTrigger: \"1\"}}]\n"
                        + "sink: {format: parquet, path: /lake/out}");
    }

    private int run(String... more) {
        List<String> line =
                new ArrayList<>(List.of("crash", directory.resolve("ckpt").toString()));
        line.addAll(List.of("--query", directory.resolve("query.yaml").toString(), "--map", "/lake=" + directory));
        line.addAll(List.of(more));
        return Main.run(new PrintWriter(out), new PrintWriter(err), line.toArray(new String[0]));
    }

    @Test
    void provesWhatHoldsAndShowsEachStretchOfTheRun() {
        int code = run();

        assertThat(code).as(err.toString()).isEqualTo(ExitCode.FINE);
        assertThat(out.toString())
                .startsWith("PROVEN: wherever it dies in batches 0 to 1, each row is at the sink once")
                .containsPattern("offsets/0 +sink +0 again, 1 +holds")
                .containsPattern("batch at the sink +commit +0 again \\(skipped\\), 1 +holds");
    }

    @Test
    void endsWithOneAndTheShortestWayWhereACrashBreaksSomething() {
        int code = run("--spark", "4.1.3");

        assertThat(code).isEqualTo(ExitCode.WRONG);
        assertThat(out.toString())
                .startsWith("A crash BREAKS it: a restart fails at batch 0: STATE_STORE_CHECKPOINT_LOCATION_NOT_EMPTY")
                .containsSubsequence(
                        "The shortest way there",
                        "write offsets/.0.<id>.tmp",
                        "The start over that",
                        "throw STATE_STORE");
    }

    @Test
    void endsWithThreeWhereItCannotBeTold() throws IOException {
        Files.writeString(
                directory.resolve("query.yaml"), "spark: 4.1.3\nsources: [{format: kafka}]\nsink: {format: noop}");

        assertThat(run()).as(out.toString()).isEqualTo(ExitCode.UNKNOWN);
    }

    @Test
    void givesTheSameAsJson() {
        int code = run("--format", "json", "--batches", "1");

        assertThat(code).isEqualTo(ExitCode.FINE);
        assertThat(out.toString())
                .contains("\"verdict\" : \"proven\"", "\"invariants\"", "\"points\"", "\"counterexample\" : null");
    }

    @Test
    void wantsABatchAtLeast() {
        assertThat(run("--batches", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--batches must be at least 1");
    }
}
