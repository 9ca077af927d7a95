package dev.tidemark.cli;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A command that was told too little says what it wants. */
class MissingArgumentTest {
    private InputStream standardInput;

    /** The shell reads lines when it has nothing else to do. */
    @BeforeEach
    void typeNothing() {
        standardInput = System.in;
        System.setIn(new ByteArrayInputStream(new byte[0]));
    }

    @AfterEach
    void typeAgain() {
        System.setIn(standardInput);
    }

    static List<String> commands() {
        return CommandLines.commands();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void isNoBugOfOurs(String command) {
        List<String> line = new ArrayList<>(List.of(command.split(" ")));
        for (String word : List.of("", "/lake/absent", "1")) {
            if (!word.isEmpty()) {
                line.add(word);
            }
            CommandRun run = CommandRun.of(line);

            assertThat(run.code()).as("%s", run).isNotEqualTo(ExitCode.BUG);
            assertThat(run.err()).as("%s", run).doesNotContain("Exception").doesNotContain("\tat ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show|Missing required parameter: 'PATH'",
                "restart|Missing required parameter: 'CKPT'",
                "batch|Missing required parameters: 'PATH', 'N'",
                "batch /lake/ckpt|Missing required parameter: 'N'",
                "state rows|Missing required parameter: 'PATH'",
                "state get|Missing required parameters: 'PATH', 'FIELD=VALUE'",
                "state get /lake/ckpt|Missing required parameter: 'FIELD=VALUE'",
                "table replay|Missing required parameter: 'TABLE'",
                "table diff /lake/t|Missing required parameters: 'A', 'B'",
                "table diff /lake/t 1|Missing required parameter: 'B'"
            })
    void isNamed(String line, String complaint) {
        CommandRun run = CommandRun.of(List.of(line.split(" ")));

        String name = "tidemark " + line.replaceAll(" (/lake|\\d).*", "");
        assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualTo(name + ": " + complaint + "\nTry: " + name + " --help\n");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void isNoneWhereTheParameterMayBeLeftOut() {
        assertThat(CommandRun.of(List.of("explain")).code()).isEqualTo(ExitCode.FINE);
        assertThat(CommandRun.of(List.of("restart", "--help")).code()).isEqualTo(ExitCode.FINE);
    }

    @Test
    void isNamedInTheShell() {
        System.setIn(new ByteArrayInputStream("show\nbatch\ntable diff\nrestart\n".getBytes(StandardCharsets.UTF_8)));

        CommandRun run = CommandRun.of(List.of("shell", "--script", "-", "--keep-going"));

        assertThat(run.code()).as("%s", run).isNotEqualTo(ExitCode.BUG);
        assertThat(run.out() + run.err()).as("%s", run).doesNotContain("Exception");
    }
}
