package dev.tidemark.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TableCommandsTest {
    private static final String FIRST = "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
            + "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":"
            + "\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[]}\",\"partitionColumns\":[],\"configuration\":{}}}\n";
    private static final String SECOND = "{\"commitInfo\":{\"operation\":\"WRITE\"}}\n"
            + "{\"txn\":{\"appId\":\"query\",\"version\":7}}\n"
            + "{\"add\":{\"path\":\"a\",\"partitionValues\":{},\"size\":3,\"modificationTime\":5,\"dataChange\":true}}\n";
    private static final String THIRD = "{\"remove\":{\"path\":\"a\",\"deletionTimestamp\":7,\"dataChange\":true}}\n"
            + "{\"add\":{\"path\":\"b\",\"partitionValues\":{},\"size\":4,\"modificationTime\":6,\"dataChange\":true}}\n";

    @TempDir
    Path table;

    @BeforeEach
    void writeTable() throws IOException {
        commit(0, FIRST);
        commit(1, SECOND);
        commit(2, THIRD);
    }

    private void commit(long version, String lines) throws IOException {
        Path log = Files.createDirectories(table.resolve("_delta_log"));
        Files.writeString(log.resolve(String.format("%020d.json", version)), lines);
    }

    private CommandRun run(String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of("table", command, table.toString()));
        line.addAll(List.of(arguments));
        return CommandRun.of(line);
    }

    @Test
    void logGivesALineAVersion() {
        CommandRun run = run("log");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out().lines()).hasSize(4);
        assertThat(run.out()).contains("WRITE").contains("txn query = 7").contains("protocol, metadata");
    }

    @Test
    void logPrintsALineBeforeTheNextCommitIsRead() throws IOException {
        for (String format : List.of("text", "ndjson")) {
            commit(1, SECOND);
            Writer deletesTheNext = new StringWriter() {
                @Override
                public void flush() {
                    boolean isFirstLine =
                            toString().contains("protocol") && !toString().contains("gone");
                    if (isFirstLine) {
                        table.resolve("_delta_log/00000000000000000001.json")
                                .toFile()
                                .delete();
                    }
                }
            };

            int code = Main.run(
                    new PrintWriter(deletesTheNext),
                    new PrintWriter(Writer.nullWriter()),
                    "table",
                    "log",
                    table.toString(),
                    "--format",
                    format);

            assertThat(code).isEqualTo(ExitCode.FINE);
            assertThat(deletesTheNext.toString()).as(format).contains("the file is gone");
        }
    }

    @Test
    void whySaysWhatBecameOfAFile() {
        assertThat(run("why", "a").out().lines().toList())
                .containsExactly(
                        "00000000000000000001.json:3  add  a  3 B",
                        "00000000000000000002.json:1  remove  a  at 1970-01-01T00:00:00.007Z",
                        "removed, last touched by 00000000000000000002.json");
        assertThat(run("why", "b").out()).endsWith("alive, last touched by 00000000000000000002.json\n");
        assertThat(run("why", "--app-id", "query").out())
                .endsWith("last version 7, written by 00000000000000000001.json\n");
        assertThat(run("why", "zzz").out()).isEqualTo("nothing in this log touches zzz\n");
        assertThat(run("why", "--app-id", "zzz").out()).isEqualTo("no transaction of application zzz in this log\n");
        assertThat(run("why", "zzz").code()).isEqualTo(ExitCode.WRONG);
    }

    @Test
    void diffNamesWhatLiesBetweenTwoVersions() {
        CommandRun run = run("diff", "1", "2");

        assertThat(run.out()).contains("1 file added, 1 removed");
    }

    @Test
    void segmentGivesAReasonForEveryFile() {
        assertThat(run("segment", "--version", "1").out()).contains("newer than version 1");
    }

    @Test
    void replayFailsAsTheReaderDoesAndShowsTheRest() throws IOException {
        commit(3, "{\"add\":");

        CommandRun run = run("replay");

        assertThat(run.code()).isEqualTo(ExitCode.WRONG);
        assertThat(run.out())
                .contains("FAILED_READ_FILE.NO_HINT")
                .contains("TBL-003")
                .contains("b");
    }

    @Test
    void refusesAVersionBesideATimestamp() {
        CommandRun run = run("replay", "--version", "1", "--timestamp", "2026-01-01T00:00:00Z");

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("tidemark table replay: --version and --timestamp exclude each other");
    }

    @Test
    void wantsALogForAHistory(@TempDir Path empty) {
        CommandRun run = CommandRun.of(List.of("table", "log", empty.toString()));

        assertThat(run.code()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(run.err()).contains("_delta_log");
    }
}
