package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FailureTest {
    @TempDir
    Path directory;

    @Test
    void saysWhenThereIsNoSuchPlace() {
        Path absent = directory.resolve("absent");

        CommandRun run = run("show", absent.toString());

        assertThat(run.code()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(run.err()).isEqualTo("tidemark show: no such file or directory: " + absent + "\n");
    }

    @Test
    void saysWhatIsWrongWithAnArchive() throws IOException {
        Path archive = Files.writeString(directory.resolve("ckpt.zip"), "no zip");

        CommandRun run = run("show", archive.toString());

        assertThat(run.code()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(run.err())
                .startsWith("tidemark show: cannot read: " + archive + ": ")
                .endsWith("\n");
        assertThat(run.err().lines()).hasSize(1);
    }

    @Test
    void takesLackOfMemoryInAnotherThreadForNoBug() {
        java.io.StringWriter err = new java.io.StringWriter();
        picocli.CommandLine command = new TidemarkCommand().asked();
        command.setErr(new java.io.PrintWriter(err, true));

        int code = new FailureHandler()
                .handleExecutionException(
                        new IllegalStateException("reading a log file failed", new OutOfMemoryError("Java heap space")),
                        command,
                        null);

        assertThat(code).isEqualTo(ExitCode.UNKNOWN);
        assertThat(err.toString())
                .isEqualTo("tidemark: not enough memory; give Java more, such as TIDEMARK_JAVA_OPTS=-Xmx8g\n");
    }

    @Test
    void givesHelpOnACommandThatStandsBehindTheWordHelp() {
        assertThat(run("help", "restart").out())
                .isEqualTo(run("restart", "--help").out())
                .contains("Usage:");
        assertThat(run("help", "table", "log").out())
                .isEqualTo(run("table", "log", "--help").out());
        assertThat(run("help").out()).isEqualTo(run("--help").out());
    }

    @Test
    void refusesToTakeAPartOfTheDescriptionForAConf() {
        for (String set : new String[] {"spark=3.5", "confs.spark.sql.ansi.enabled=true", "trigger=once"}) {
            CommandRun run = run("restart", directory.toString(), "--set", set);

            assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("--set " + set + ": ").contains(" is no conf; ");
        }
    }

    @Test
    void saysThatATableHasNoLog() throws IOException {
        Files.createFile(directory.resolve("part-0.parquet"));
        for (String command : new String[] {"replay", "files", "verify", "log"}) {
            CommandRun run = run("table", command, directory.toString());

            assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.UNKNOWN);
            assertThat(run.err()).contains("no such file or directory: " + directory + "/_delta_log");
        }
    }

    @Test
    void namesTheFileThatIsNoText() throws IOException {
        Path bytes = Files.write(directory.resolve("query.yaml"), new byte[] {(byte) 0xff});
        String[][] lines = {
            {"restart", directory.toString(), "--query", bytes.toString()},
            {"audit", "--from", bytes.toString()}
        };
        for (String[] line : lines) {
            CommandRun run = run(line);

            assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains(bytes + "@0: expected text in UTF-8, found the byte 0xff");
        }
    }

    @Test
    void suggestsTheCommandThatWasMeant() {
        CommandRun run = run("shwo", "x");

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("show").endsWith("Try: tidemark --help\n");
    }

    @Test
    void showsAnArgumentWithEscapesInsteadOfSendingThem() {
        CommandRun run = run("show", "/\u001b[31mred\n");

        assertThat(run.err()).isEqualTo("tidemark show: no such file or directory: /\\u001b[31mred\\n\n");
    }

    @Test
    void asksForACommandWhenThereIsNone() {
        CommandRun run = run();

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("tidemark: which command? Start with: tidemark show PATH\n");
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(List.of(arguments));
    }
}
