package dev.tidemark.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** What cannot be meant is refused, not passed over. */
class WrongArgumentTest {
    @TempDir
    Path directory;

    private String checkpoint;

    @BeforeEach
    void unpack() throws Exception {
        checkpoint = Evidence.unpack("orders-crashed", directory).checkpoint();
    }

    @ParameterizedTest
    @CsvSource({
        "diff CKPT 3 4 5,'another checkpoint or two batches are compared, not 3 4 5'",
        "diff CKPT 3,'compare batch 3 with which? Give both, as in diff CKPT 3 M (there is no checkpoint named 3)'",
        "show CKPT --width=-5,'Invalid value for option ''--width'': ''-5'' is not a whole number from 1 to 2147483646'",
        "show CKPT --width 0,'Invalid value for option ''--width'': ''0'' is not a whole number from 1 to 2147483646'",
        "state rows CKPT --width=-5,'Invalid value for option ''--width'': ''-5'' is not a whole number from 1 to"
                + " 2147483646'",
        "diagnose CKPT --retry=-1,'Invalid value for option ''--retry'': ''-1'' is not a whole number from 0 to"
                + " 2147483646'",
        "batch CKPT x,'Invalid value for positional parameter at index 1 (N): ''x'' is not a whole number from 0 to"
                + " 9223372036854775806'"
    })
    void isRefused(String line, String complaint) {
        CommandRun run = CommandRun.of(List.of(line.replace("CKPT", checkpoint).split(" ")));

        String name = "tidemark " + line.substring(0, line.indexOf(" CKPT"));
        assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualTo(name + ": " + complaint.replace("CKPT", checkpoint) + "\nTry: " + name + " --help\n");
    }

    @Test
    void doesNotTakeTheEmptyPathForTheCurrentDirectory() {
        for (String command : List.of("show", "restart", "diagnose", "table replay", "state rows", "watch")) {
            List<String> line = new ArrayList<>(List.of(command.split(" ")));
            line.add("");
            CommandRun run = CommandRun.of(line);

            assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.UNKNOWN);
            assertThat(run.err()).isEqualTo("tidemark " + command + ": no such file or directory: ''\n");
        }
    }

    @Test
    void isNeverANegativeNumber() {
        for (String name : CommandLines.commands()) {
            CommandLine command = Main.commandLine();
            for (String word : name.split(" ")) {
                command = command.getSubcommands().get(word);
            }
            for (ArgSpec argument : command.getCommandSpec().args()) {
                if (isNumber(argument.type())) {
                    assertThat(argument.converters())
                            .as("%s %s", name, argument.paramLabel())
                            .isNotEmpty()
                            .allSatisfy(
                                    converter -> assertThat(converter.getClass().getEnclosingClass())
                                            .isEqualTo(WholeNumber.class));
                }
            }
        }
    }

    private static boolean isNumber(Class<?> type) {
        return List.of(int.class, long.class, Integer.class, Long.class).contains(type);
    }
}
