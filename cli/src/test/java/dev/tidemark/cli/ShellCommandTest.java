package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The shell over real evidence and the real commands, by scripts. */
class ShellCommandTest {
    @TempDir
    Path directory;

    private Evidence evidence;

    @BeforeEach
    void unpack() throws IOException {
        evidence = Evidence.unpack("orders-crashed", directory);
    }

    private CommandRun script(String lines, String... options) throws IOException {
        Path script = Files.writeString(directory.resolve("script"), lines);
        List<String> words = new ArrayList<>(List.of("shell", evidence.checkpoint(), evidence.table()));
        words.addAll(List.of("--query", evidence.query(), "--map", evidence.map(), "--script", script.toString()));
        words.addAll(List.of(options));
        return CommandRun.of(words);
    }

    @Test
    void everyCommandAnswersAsOnTheCommandLine() throws IOException {
        for (List<String> line : List.of(
                List.of("batches", evidence.checkpoint()),
                List.of("batch", evidence.checkpoint(), "5"),
                List.of("state", "rows", evidence.checkpoint(), "--batch", "3"),
                List.of("state", "lineage", evidence.checkpoint()),
                List.of("table", "log", evidence.table()),
                List.of("table", "replay", evidence.table(), "--version", "2"))) {
            List<String> bare = new ArrayList<>(line);
            bare.remove(evidence.checkpoint());
            bare.remove(evidence.table());

            assertThat(script(String.join(" ", bare), "--keep-going").out())
                    .as(bare.toString())
                    .isEqualTo(CommandRun.of(line).out());
        }
    }

    @Test
    void givesTheRestartItsDescriptionAndWhereTablesLie() throws IOException {
        CommandRun run = script("tidemark restart --until-caught-up --read-data\n");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).startsWith("A restart RUNS: batches 5 to 8");
    }

    @Test
    void endsWithTheCodeOfTheCommandThatFailed() throws IOException {
        assertThat(script("show\nls\n").code()).isZero();
        assertThat(script("cat offsets/77\nls\n").code()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(script("batch 77\nls\n").code()).isEqualTo(ExitCode.USAGE);
        assertThat(script("table why nobody\nls\n").code()).isEqualTo(ExitCode.WRONG);
        assertThat(script("cat offsets/77\nls\n").err()).contains("script:1: stopped, exit code 3");
    }

    @Test
    void readsTheRowsOfAVersionOfTheState() throws IOException {
        CommandRun run = script("cat state/0/1/4\nget state/0/1/4 region=south\nstat state/0/1/4\n");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("version 4 of state/0/1: the state after batch 3", "region", "4.delta");
    }

    @Test
    void answersInJsonWhenAsked() throws IOException {
        CommandRun run = script("ls offsets\nbatches\n", "--format", "json", "--keep-going");

        assertThat(run.out()).contains("\"command\" : \"ls\"", "\"command\" : \"batches\"");
    }

    @Test
    void saysWhichScriptIsNotThere() {
        CommandRun run = CommandRun.of(
                List.of("shell", "--script", directory.resolve("absent").toString()));

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("no such script");
    }

    @Test
    void goesBackOverACrashToWhereItCameFrom() throws IOException {
        CommandRun run = script("""
                restart
                step 14
                crash
                restart
                step 2
                back 3
                trace --last 1
                """);

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out())
                .endsWith(
                        "  14      5  sink  the delta sink has this batch and skips it: nothing is read, no state is written\n");
    }

    @Test
    void savesASessionThatRunsTheSameWayAgain() throws IOException {
        Path saved = directory.resolve("saved");
        CommandRun first =
                script("restart\nbreak commit\ncontinue\ncrash\nrestart\nstep batch\nsave " + saved + "\noverlay\n");

        CommandRun again = script("replay " + saved + "\noverlay\n");

        assertThat(first.code()).as(first.toString()).isZero();
        assertThat(again.code()).as(again.toString()).isZero();
        assertThat(again.out()).endsWith(first.out().substring(first.out().indexOf("new  commits/5")));
    }

    @Test
    void readsTheCheckpointAsTheSimulatedRunLeftIt() throws IOException {
        CommandRun run = script("restart\nstep batch\ncat /engine/overlay/commits/5\nfind /engine/checkpoint/commits\n"
                + "cat /engine/checkpoint/offsets/4\nset trigger once\nset\n");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out()).contains("watermark of the next", "the query starts over", "trigger once");
    }

    @Test
    void neverSavesIntoTheEvidence() throws IOException {
        CommandRun run = script("restart\nsave " + evidence.checkpoint() + "/offsets/6\n");

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(Files.exists(Path.of(evidence.checkpoint(), "offsets", "6"))).isFalse();
    }

    @Test
    void drawsEveryChart() throws IOException {
        CommandRun run = script(
                "plot watermark\nplot state\nplot offsets\nplot gaps\nplot skew --batch 3\nplot state --ascii\n");

        assertThat(run.code()).as(run.toString()).isZero();
        assertThat(run.out())
                .contains("Watermark against time", "State of operator 0", "version of the table", "longest")
                .contains("after batch 3", "  9 |");
    }
}
