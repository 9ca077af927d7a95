package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RestartCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return Main.run(new PrintWriter(out), new PrintWriter(err), args);
    }

    private Path query(String text) throws IOException {
        return Files.writeString(directory.resolve("query.yaml"), text);
    }

    private void checkpointWithoutOffsets() throws IOException {
        Files.createDirectories(directory.resolve("ckpt/commits"));
        Files.writeString(directory.resolve("ckpt/metadata"), "{\"id\":\"11111111-2222-3333-4444-555555555555\"}");
        Files.writeString(directory.resolve("ckpt/commits/0"), "v1\n{}");
    }

    @Test
    void takesAnAbsentCheckpointForAFreshStart() throws IOException {
        int code = run(
                "restart",
                directory.resolve("ckpt").toString(),
                "--query",
                query("spark: 4.1.3\nsources: [{format: rate}]").toString());

        assertThat(code).isEqualTo(ExitCode.UNKNOWN);
        assertThat(out.toString()).startsWith("A restart is a fresh start, with batch 0");
    }

    @Test
    void doesNotTakeATableForACheckpoint() throws IOException {
        Files.createDirectories(directory.resolve("orders/_delta_log"));
        String description = query("spark: 4.1.3\nsources: [{format: rate}]").toString();

        for (String command : List.of("restart", "crash", "history")) {
            int code = run(command, directory.resolve("orders").toString(), "--query", description);

            assertThat(code).as(command).isEqualTo(ExitCode.USAGE);
        }
        assertThat(err.toString()).contains("orders is a Delta table, not a checkpoint");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void endsWithOneAndNamesTheEvidencesOwnPlaceWhenItFails() throws IOException {
        checkpointWithoutOffsets();

        int code = run(
                "restart",
                directory.resolve("ckpt").toString(),
                "--query",
                query("spark: 4.1.3\nsources: [{format: rate}]").toString(),
                "--map",
                "/lake=" + directory);

        assertThat(code).isEqualTo(ExitCode.WRONG);
        assertThat(out.toString()).contains("The checkpoint location file:/lake/ckpt/commits should be empty");
    }

    @Test
    void restartsOnAnotherSparkWhenTold() throws IOException {
        checkpointWithoutOffsets();

        int code = run(
                "restart",
                directory.resolve("ckpt").toString(),
                "--query",
                query("spark: 4.1.3\nsources: [{format: rate}]").toString(),
                "--spark",
                "4.2.0");

        assertThat(code).isEqualTo(ExitCode.WRONG);
        assertThat(out.toString()).startsWith("A restart FAILS: AssertionError");
    }

    private Path caughtUpButOneFile() throws IOException {
        Path checkpoint = Files.createDirectories(directory.resolve("ckpt"));
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(checkpoint.resolve("metadata"), "{\"id\":\"11111111-2222-3333-4444-555555555555\"}");
        Files.writeString(directory.resolve("in/a.json"), "{\"k\":1}\n");
        return query("spark: 4.1.3\ntrigger: availableNow\noperators: []\nsources: [{format: json, path: /lake/in}]\n"
                + "sink: {format: parquet, path: /lake/out}");
    }

    private int runMapped(Path query, String... more) {
        List<String> line =
                new ArrayList<>(List.of("restart", directory.resolve("ckpt").toString()));
        line.addAll(List.of("--query", query.toString(), "--map", "/lake=" + directory));
        line.addAll(List.of(more));
        return run(line.toArray(new String[0]));
    }

    @Test
    void followsOneBatchWhenOneIsAskedFor() throws IOException {
        int code = runMapped(caughtUpButOneFile(), "--steps", "1", "--read-data");

        assertThat(code).as(err.toString()).isEqualTo(ExitCode.FINE);
        assertThat(out.toString()).startsWith("A restart RUNS: batch 0 (1 row), not followed further (--steps)");
    }

    @Test
    void showsEachStepAndFileInSparksOrder() throws IOException {
        runMapped(caughtUpButOneFile(), "--until-caught-up", "--trace");

        assertThat(out.toString())
                .containsSubsequence(
                        "rename it to sources/0/0",
                        "source 0 goes up to",
                        "write offsets/.0.<id>.tmp",
                        "rename it to offsets/0",
                        "ask source 0",
                        "make the plan",
                        "the parquet sink commits the batch",
                        "the watermark stays",
                        "rename it to commits/0",
                        "nothing more to do");
    }

    @Test
    void crashesAtAStepAndRestartsOverWhatThatLeaves() throws IOException {
        int code = runMapped(caughtUpButOneFile(), "--crash", "sink:after");

        assertThat(code).as(err.toString()).isEqualTo(ExitCode.FINE);
        assertThat(out.toString())
                .startsWith("Crash after sink of batch 0: a restart RUNS: batch 0 again (the sink has it and skips it)")
                .contains("On disk    offsets/0, sources/0/0")
                .contains("Sink       has batch 0");
    }

    @Test
    void saysWhenTheRestartDoesNotGetToTheStep() throws IOException {
        int code = runMapped(caughtUpButOneFile(), "--crash", "sink@7");

        assertThat(code).isEqualTo(ExitCode.UNKNOWN);
        assertThat(out.toString()).startsWith("The restart does not get to sink of batch 7");
    }

    @Test
    void namesTheStepsWhenOneIsMisspelled() throws IOException {
        int code = runMapped(caughtUpButOneFile(), "--crash", "snik");

        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("found snik; steps are start, initialize, pinConfs");
    }

    @Test
    void changesTheQueryToSeeWhatThenAndSaysSo() throws IOException {
        Path query = caughtUpButOneFile();
        Files.writeString(directory.resolve("in/b.json"), "{\"k\":2}\n");

        int code = runMapped(
                query,
                "--until-caught-up",
                "--read-data",
                "--option",
                "0.MAXFILESPERTRIGGER=1",
                "--set",
                "spark.sql.streaming.minBatchesToRetain=0",
                "--trigger",
                "processingTime");

        assertThat(code).isEqualTo(ExitCode.WRONG);
        assertThat(out.toString())
                .contains("Assumed: spark.sql.streaming.minBatchesToRetain is 0 (--set)")
                .contains("Assumed: MAXFILESPERTRIGGER of source 0 is 1 (--option)")
                .contains("Assumed: the trigger is processingTime (--trigger)")
                .contains("minBatchesToRetain");
    }

    @Test
    void anOptionOfASourceMakesOtherBatches() throws IOException {
        Path query = caughtUpButOneFile();
        Files.writeString(directory.resolve("in/b.json"), "{\"k\":2}\n");

        runMapped(query, "--until-caught-up", "--read-data", "--option", "0.maxFilesPerTrigger=1");

        assertThat(out.toString()).startsWith("A restart RUNS: batch 0 (1 row), batch 1 (1 row), then caught up");
    }

    @Test
    void refusesAnOptionOfASourceThatIsNotThere() throws IOException {
        int code = runMapped(caughtUpButOneFile(), "--option", "1.maxFilesPerTrigger=1");

        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("the query has 1 source, the first is 0");
    }

    @Test
    void infersTheQueryAndSaysSo() throws IOException {
        checkpointWithoutOffsets();

        run("restart", directory.resolve("ckpt").toString());

        assertThat(out.toString()).contains("Assumed: the query is as the checkpoint shows it");
    }

    @Test
    void refusesADescriptionThatIsNoneAsWrongUsage() throws IOException {
        int code = run(
                "restart", directory.toString(), "--query", query("sources: 5").toString());

        assertThat(code).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("query.yaml:1: expected sources as a list, found 5");
    }

    @Test
    void refusesWhatIsNoVersionOrNoRule() throws IOException {
        String description = query("sources: [{format: rate}]").toString();

        assertThat(run("restart", directory.toString(), "--query", description, "--spark", "new"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("restart", directory.toString(), "--query", description, "--map", "x"))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("restart", directory.toString(), "--query", description, "--steps", "0"))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void draftsADescriptionThatRestartTakes() throws IOException {
        checkpointWithoutOffsets();
        Files.createDirectories(directory.resolve("ckpt/offsets"));
        Files.writeString(
                directory.resolve("ckpt/offsets/0"),
                "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{\"spark.sql.shuffle.partitions\":\"5\"}}\n7");

        assertThat(run("describe", directory.resolve("ckpt").toString())).isEqualTo(ExitCode.FINE);
        String draft = out.toString();
        out.getBuffer().setLength(0);
        int code = run(
                "restart",
                directory.resolve("ckpt").toString(),
                "--spark",
                "4.1.3",
                "--query",
                query(draft).toString());

        assertThat(draft).contains("- format: unknown  # guess");
        assertThat(code).isEqualTo(ExitCode.UNKNOWN);
        assertThat(out.toString()).startsWith("A restart goes on with a new batch 1");
    }
}
