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

class HistoryCommandTest {
    private static final String ENTRY =
            "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":7,\"conf\":{}}\n{\"logOffset\":0}";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void oneBatchDone() throws IOException {
        write("ckpt/metadata", "{\"id\":\"11111111-2222-3333-4444-555555555555\"}");
        write("ckpt/offsets/0", ENTRY);
        write("ckpt/commits/0", "v1\n{\"nextBatchWatermarkMs\":0}");
        write("ckpt/sources/0/0", "v1\n{\"path\":\"file:///lake/in/a.json\",\"timestamp\":0,\"batchId\":0}");
        write("in/a.json", "{\"k\":1}\n");
        write(
                "query.yaml",
                "spark: 4.1.3\noperators: []\nsources: [{format: json, path: /lake/in}]\nsink: {format: noop}");
    }

    private void write(String path, String text) throws IOException {
        Path file = directory.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private int run(String... more) {
        List<String> line =
                new ArrayList<>(List.of("history", directory.resolve("ckpt").toString()));
        line.addAll(List.of("--query", directory.resolve("query.yaml").toString(), "--map", "/lake=" + directory));
        line.addAll(List.of(more));
        return Main.run(new PrintWriter(out), new PrintWriter(err), line.toArray(new String[0]));
    }

    @Test
    void endsWithZeroWhereThePastFollows() {
        assertThat(run()).as(out + err.toString()).isEqualTo(ExitCode.FINE);
        assertThat(out.toString()).startsWith("The past FOLLOWS: the one batch on record");
    }

    @Test
    void endsWithOneAndNamesTheFirstBatchThatCannotBe() throws IOException {
        write("ckpt/offsets/1", ENTRY);

        assertThat(run()).isEqualTo(ExitCode.WRONG);
        assertThat(out.toString())
                .startsWith("The past does NOT FOLLOW: 1 of 2 batches cannot have come from these options")
                .contains("first batch 1: a batch without data, and the query has no operator that asks for one");
    }

    @Test
    void endsWithThreeWhereThereIsNoPast() throws IOException {
        Files.delete(directory.resolve("ckpt/offsets/0"));
        Files.delete(directory.resolve("ckpt/commits/0"));

        assertThat(run()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(out.toString()).startsWith("No batch is on record");
    }

    @Test
    void givesEachObservationAsJson() {
        run("--format", "json");

        assertThat(out.toString()).contains("\"verdict\" : \"follows\"", "\"about\" : \"source\"");
    }
}
