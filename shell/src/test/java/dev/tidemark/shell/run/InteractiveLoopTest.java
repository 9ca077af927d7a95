package dev.tidemark.shell.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The shell as a person meets it, through a terminal in whose place the test types. */
class InteractiveLoopTest {
    @TempDir
    Path directory;

    private ScriptedTerminal person;

    @BeforeEach
    void sitDown() throws IOException {
        person = new ScriptedTerminal(
                (in, out) -> new DumbTerminal("test", Terminal.TYPE_DUMB, in, out, StandardCharsets.UTF_8), 80, 24);
    }

    @AfterEach
    void leave() throws IOException {
        person.close();
    }

    private CompletableFuture<Integer> start(@Nullable Path history) throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT, Lake.TABLE);
        return CompletableFuture.supplyAsync(
                () -> new InteractiveLoop(shell.interpreter(), person.terminal(), history).run());
    }

    @Test
    void saysWhereOneStandsAndRunsWhatIsTyped() throws Exception {
        CompletableFuture<Integer> loop = start(null);

        person.await("/checkpoint  memory:");
        person.await("/checkpoint> ");
        person.type("batch 2\n");
        person.await("batch called with batch /lake/ckpt 2 --width 80");
        person.type("cd /table/orders\n");
        person.await("/table/orders> ");
        person.hangUp();

        assertThat(loop.get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void cancelsTheRunningCommandAndNothingElse() throws Exception {
        CompletableFuture<Integer> loop = start(null);
        person.await("> ");
        person.type("cd offsets\n");
        person.await("/checkpoint/offsets> ");

        person.type("wait\n");
        awaitCommand();
        person.terminal().raise(Terminal.Signal.INT);
        person.await("cancelled: wait");
        person.await("/checkpoint/offsets> ");
        person.type("pwd\n");
        person.await("/checkpoint/offsets  memory:/offsets");
        person.type("exit\n");

        assertThat(loop.get(60, TimeUnit.SECONDS)).isZero();
        assertThat(person.screen()).doesNotContain("interrupted");
    }

    private static void awaitCommand() throws InterruptedException {
        while (Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread ->
                        thread.getName().equals("command") && thread.getState() == Thread.State.TIMED_WAITING)) {
            Thread.sleep(10);
        }
    }

    @Test
    void keepsTypedLinesForAnotherDayOutsideTheEvidence() throws Exception {
        Path history = directory.resolve("history");
        CompletableFuture<Integer> first = start(history);
        person.await("> ");
        person.type("pwd\n");
        person.await("memory:");
        person.type("exit\n");
        first.get(60, TimeUnit.SECONDS);

        assertThat(history).content().contains("pwd");
    }

    @Test
    void tellsOfAMistypedCommandAndGoesOn() throws Exception {
        CompletableFuture<Integer> loop = start(null);
        person.await("> ");
        person.type("shwo\n");
        person.await("no command shwo; did you mean show");
        person.type("cat 'offsets\n");
        person.await("a quote is opened at character 5 and never closed");
        person.type("exit 3\n");

        assertThat(loop.get(60, TimeUnit.SECONDS)).isEqualTo(3);
    }
}
