package dev.tidemark.shell.run;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What typed lines do, without a terminal. */
class InterpreterTest {
    @TempDir
    Path directory;

    @Test
    void callsACommandOfTheCommandLineWithThePlaceWhereOneStands() throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT);

        assertThat(Lake.run(shell, "batch 2").out()).isEqualTo("batch called with batch /lake/ckpt 2\n");
        assertThat(Lake.run(shell, "tidemark show").out()).isEqualTo("show called with show /lake/ckpt\n");
    }

    @Test
    void takesPathsOfTheTreeForPlacesBatchesAndVersions() throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT, Lake.TABLE);

        assertThat(Lake.run(shell, "batch offsets/2").out()).isEqualTo("batch called with batch /lake/ckpt 2\n");
        assertThat(Lake.run(shell, "why commits/1").out()).isEqualTo("batch called with batch /lake/ckpt 1\n");
        assertThat(Lake.run(shell, "show /table/orders").out()).isEqualTo("show called with show /lake/orders\n");
        assertThat(Lake.run(shell, "diff /table/orders/v0 /table/orders/v1").out())
                .isEqualTo("diff called with table diff /lake/orders 0 1\n");
    }

    @Test
    void asksWhichOneWhenSeveralFit() throws Exception {
        Lake lake = Lake.usual();
        Shell shell = lake.with("/lake/other", lakeCheckpoint()).shell(Lake.CHECKPOINT, "/lake/other");

        assertThat(Lake.run(shell, "cd /", "batch 1").err())
                .contains("which checkpoint? cd into one, or name it: /checkpoint, /checkpoint2");
        assertThat(Lake.run(shell, "cd /checkpoint2", "batch 1").out()).contains("batch /lake/other 1");
    }

    private static dev.tidemark.io.Storage lakeCheckpoint() {
        return new dev.tidemark.io.MemoryStorage().with("offsets/0", "v1\n{}\n-");
    }

    @Test
    void addsWhatIsSet() throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT);

        assertThat(Lake.run(shell, "open --map /lake=/copy", ".mode json", "show")
                        .out())
                .endsWith("show called with show /lake/ckpt --map /lake=/copy --format json\n");
    }

    @Test
    void listsShowsAndFinds() throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT, Lake.TABLE);

        assertThat(Lake.run(shell, "ls offsets").out()).contains("  0 ").contains("  2 ");
        assertThat(Lake.run(shell, "cat offsets/2").out()).contains("planned at  2023-11-14T22:15:20Z");
        assertThat(Lake.run(shell, "cat /table/orders/v1").out())
                .contains("operation      WRITE")
                .contains("add  b.parquet");
        assertThat(Lake.run(shell, "find / 2").out()).isEqualTo("/checkpoint/offsets/2\n");
        assertThat(Lake.run(shell, "stat commits/1").out())
                .contains("on disk        memory:/commits/1")
                .contains("size           29 bytes")
                .contains("decodes        whole");
        assertThat(Lake.run(shell, "tree /table").out()).contains("orders/").contains("v1");
    }

    @Test
    void findsWhatIsDamagedAndSaysWhy() throws Exception {
        Lake lake = Lake.usual()
                .with(
                        "/lake/broken",
                        new dev.tidemark.io.MemoryStorage()
                                .with("offsets/0", "v1\n{}\n-")
                                .with("offsets/1", "v1\n{\"batchWaterma"));
        Shell shell = lake.shell("/lake/broken");

        Lake.Answer answer = Lake.run(shell, "find --damaged");

        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.out()).startsWith("/checkpoint/offsets/1  offsets/1").hasLineCount(1);
    }

    @Test
    void saysWhatWasProbablyMeant() throws Exception {
        Lake.Answer answer = Lake.run(Lake.usual().shell(Lake.CHECKPOINT), "bacth 2");

        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).isEqualTo("no command bacth; did you mean batch?\n");
    }

    @Test
    void tellsWhatIsNotThere() throws Exception {
        Lake.Answer answer = Lake.run(Lake.usual().shell(Lake.CHECKPOINT), "cat offsets/9");

        assertThat(answer.code()).isEqualTo(3);
        assertThat(answer.err()).contains("/checkpoint/offsets/9");
    }

    @Test
    void stopsAScriptAtTheFirstFailure() throws Exception {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Lake.usual()
                .shell(Lake.CHECKPOINT)
                .script(
                        new StringReader("pwd\n# fine so far\ncat offsets/9\npwd\n"),
                        "look",
                        Shell.AfterFailure.STOP,
                        new PrintWriter(out),
                        new PrintWriter(err));

        assertThat(code).isEqualTo(3);
        assertThat(out).hasToString("/checkpoint  memory:\n");
        assertThat(err.toString()).endsWith("look:3: stopped, exit code 3: cat offsets/9\n");
    }

    @Test
    void goesOnWhenAskedToAndEndsWithTheWorstCode() throws Exception {
        StringWriter out = new StringWriter();
        int code = Lake.usual()
                .shell(Lake.CHECKPOINT)
                .script(
                        new StringReader("cat offsets/9\nnonsense\npwd"),
                        "look",
                        Shell.AfterFailure.GO_ON,
                        new PrintWriter(out),
                        new PrintWriter(new StringWriter()));

        assertThat(code).isEqualTo(3);
        assertThat(out).hasToString("/checkpoint  memory:\n");
    }

    @Test
    void leavesWithTheCodeThatIsAskedFor() throws Exception {
        int code = Lake.usual()
                .shell(Lake.CHECKPOINT)
                .script(
                        new StringReader("exit 1\nnever"),
                        "look",
                        Shell.AfterFailure.STOP,
                        new PrintWriter(new StringWriter()),
                        new PrintWriter(new StringWriter()));

        assertThat(code).isEqualTo(1);
    }

    @Test
    void readsLinesOfAFileAndEndsWhereFilesReadEachOther() throws Exception {
        Path once = Files.writeString(directory.resolve("once"), "pwd\n");
        Path forEver = directory.resolve("forEver");
        Files.writeString(forEver, ".read " + forEver + "\n");
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT);

        assertThat(Lake.run(shell, ".read " + once).out()).isEqualTo("/checkpoint  memory:\n");
        assertThat(Lake.run(shell, ".read " + forEver).err()).contains("files that read each other");
    }

    @Test
    void sendsAnswersToFilesAndThroughPipes() throws Exception {
        Path file = directory.resolve("answer");
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT);

        assertThat(Lake.run(shell, "pwd > " + file).out()).isEmpty();
        Lake.run(shell, "pwd >> " + file, ".once " + file + "2", "pwd");

        assertThat(file).hasContent("/checkpoint  memory:\n/checkpoint  memory:\n");
        assertThat(directory.resolve("answer2")).hasContent("/checkpoint  memory:\n");
        assertThat(Lake.run(shell, "cat offsets/1 | grep -c planned").out()).isEqualTo("1\n");
        assertThat(Lake.run(shell, "cat --raw commits/1 | wc -c").out().strip()).isEqualTo("29");
    }

    @Test
    void neverWritesIntoTheEvidence() throws Exception {
        Path checkpoint = Files.createDirectories(directory.resolve("ckpt"));
        Files.createDirectories(checkpoint.resolve("offsets"));
        Shell shell = Lake.usual().shell(checkpoint.toString());

        Lake.Answer answer = Lake.run(shell, "pwd > " + checkpoint.resolve("offsets/0"));

        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("lies in the evidence, which is never written to");
        assertThat(checkpoint.resolve("offsets")).isEmptyDirectory();
    }

    @Test
    void tellsEachCommandWithAnExample() throws Exception {
        Shell shell = Lake.usual().shell(Lake.CHECKPOINT);

        for (String name : shell.interpreter().builtIns().getSubcommands().keySet()) {
            assertThat(Lake.run(shell, "help " + name).out()).as(name).contains("Example: ");
        }
        assertThat(Lake.run(shell, "help batch").out()).endsWith("Example: batch 5\n");
        assertThat(Lake.run(shell, "help table diff").out()).endsWith("Example: table diff 3 4\n");
    }

    @Test
    void tellsHowLongACommandTook() throws Exception {
        assertThat(Lake.run(Lake.usual().shell(Lake.CHECKPOINT), ".timer on", "pwd")
                        .err())
                .containsPattern("\\d\\.\\d{3} s");
    }

    @Test
    void showsWhatATerminalWouldObeyInsteadOfSendingIt() throws Exception {
        Lake lake = Lake.usual()
                .with(
                        "/lake/hostile",
                        new dev.tidemark.io.MemoryStorage()
                                .with("offsets/0", "v1\n{}\n-\u001b]0;owned\u0007")
                                .with("offsets/\u001b[2J", "\u001b[31mred")
                                .with("commits/\u202e0", "v1\n{}"));
        Shell shell = lake.shell("/lake/hostile");

        for (String line : new String[] {
            "ls offsets",
            "ls -a commits",
            "tree",
            "find",
            "find --damaged",
            "cat offsets/0",
            "cat --raw offsets/0",
            "stat offsets/0",
            "stat 'offsets/\u001b[2J'",
            "cat 'offsets/\u001b[2J'",
            "cat --raw 'offsets/\u001b[2J'",
            "cat 'no\u001b[2J'",
            "\u001b[2J",
            "cd 'offsets/\u001b[2J'",
            "open 'x\u001b[2J'",
            "help '\u001b[2J'"
        }) {
            Lake.Answer answer = Lake.run(shell, line);
            assertThat(answer.out() + answer.err()).as(line).doesNotContain("\u001b", "\u0007", "\u202e");
        }
    }
}
