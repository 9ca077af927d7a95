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
        picocli.CommandLine command = new picocli.CommandLine(new TidemarkCommand());
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
