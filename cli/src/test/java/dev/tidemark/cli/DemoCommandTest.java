package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class DemoCommandTest {
    @TempDir
    Path directory;

    @Test
    void walksThroughShowDiffAndRestart() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);

        CommandRun run = CommandRun.of(List.of("demo", "--examples", directory.toString()));

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .containsSubsequence(
                        "$ tidemark show " + evidence.checkpoint(),
                        "$ tidemark diff " + evidence.checkpoint(),
                        "$ tidemark restart " + evidence.checkpoint() + " --query " + evidence.query(),
                        "$ tidemark table replay ",
                        "Your own checkpoint next:  tidemark show PATH");
    }

    @Test
    void saysWhereTheExampleIsWhenItIsNotHere() {
        CommandRun run = CommandRun.of(List.of("demo", "--examples", directory.toString()));

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .startsWith(
                        "tidemark demo: the example is part of the distribution; start it with bin/tidemark demo\n");
    }
}
