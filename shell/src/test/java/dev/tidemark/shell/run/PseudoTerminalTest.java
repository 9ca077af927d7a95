package dev.tidemark.shell.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** The shell over a real pseudo-terminal: keys, completion, pages. */
class PseudoTerminalTest {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String TAB = "\t";

    private ScriptedTerminal person;

    @BeforeEach
    void openPseudoTerminal() throws IOException {
        person = new ScriptedTerminal(
                (in, out) -> TerminalBuilder.builder()
                        .name("test")
                        .type("xterm")
                        .encoding(StandardCharsets.UTF_8)
                        .streams(in, out)
                        .system(false)
                        .build(),
                80,
                12);
        assumeThat(person.terminal().getClass().getSimpleName())
                .as("the system gives no pseudo-terminal")
                .isEqualTo("PosixPtyTerminal");
    }

    @AfterEach
    void close() throws IOException {
        person.close();
    }

    private CompletableFuture<Integer> start() throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT, Lake.TABLE);
        return CompletableFuture.supplyAsync(
                () -> new InteractiveLoop(shell.interpreter(), person.terminal(), null).run());
    }

    @Test
    void completesPathsPagesAndCancels() throws Exception {
        CompletableFuture<Integer> loop = start();
        person.await("/checkpoint> ");

        person.type("cat off" + TAB);
        person.await("offsets/");
        person.type("2\r");
        person.await("planned at");
        person.await("/checkpoint> ");

        person.type("help\r");
        person.await("-- more:");
        person.type("q");
        person.await("/checkpoint> ");

        person.type("wait\r");
        person.await("Ctrl-C cancels");
        // The test is not the terminal's session, so the line discipline has nobody to send the signal to.
        person.terminal().raise(Terminal.Signal.INT);
        person.await("cancelled: wait");
        person.await("/checkpoint> ");

        person.type(CTRL_D);
        assertThat(loop.get(60, TimeUnit.SECONDS)).isZero();
    }

    @Test
    void givesUpALineAtCtrlC() throws Exception {
        CompletableFuture<Integer> loop = start();
        person.await("/checkpoint> ");

        person.type("half a li" + CTRL_C);
        person.await("/checkpoint> ");
        person.type("pwd\r");
        person.await("memory:");
        person.type("exit\r");

        assertThat(loop.get(60, TimeUnit.SECONDS)).isZero();
    }
}
