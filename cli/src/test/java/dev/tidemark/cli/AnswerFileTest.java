package dev.tidemark.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Answers go where they are sent: never into evidence, and never lost in silence. */
class AnswerFileTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show CKPT --output CKPT/answer",
                "show CKPT --output CKPT/offsets/6",
                "diagnose CKPT --output TABLE/report.html",
                "diagnose CKPT --write-baseline CKPT/baseline.json",
                "state rows CKPT --output CKPT/state/rows",
                "table log TABLE --output TABLE/_delta_log/00000000000000000099.json",
                "audit TABLE --resume TABLE/run.ndjson"
            })
    void writesNothingIntoEvidence(String line) throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        List<String> before = names();

        CommandRun run = run(line.replace("CKPT", evidence.checkpoint()).replace("TABLE", evidence.table()));

        assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).as("%s", run).contains(" would lie in the evidence at ");
        assertThat(names()).isEqualTo(before);
    }

    @Test
    void writesBesideEvidence() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path answer = directory.resolve("answer.txt");

        CommandRun run = run("show " + evidence.checkpoint() + " --output " + answer);

        assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.FINE);
        assertThat(answer).content().startsWith("Batch 5 was started and not committed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "show CKPT --output /dev/full",
                "diagnose CKPT --write-baseline /dev/full",
                "state rows CKPT --output /dev/full",
                "table log TABLE --output /dev/full",
                "audit TABLE --output /dev/full"
            })
    void tellsThatADiskIsFull(String line) throws IOException {
        assumeThat(Path.of("/dev/full")).exists();
        Evidence evidence = Evidence.unpack("orders-crashed", directory);

        CommandRun run = run(line.replace("CKPT", evidence.checkpoint()).replace("TABLE", evidence.table()));

        assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.UNKNOWN);
        assertThat(run.err()).as("%s", run).contains(": cannot write /dev/full: No space left on device");
    }

    @Test
    void tellsThatThereIsNoDirectoryToWriteInto() throws IOException {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path answer = directory.resolve("nowhere/answer.txt");

        CommandRun run = run("show " + evidence.checkpoint() + " --output " + answer);

        assertThat(run.code()).as("%s", run).isEqualTo(ExitCode.UNKNOWN);
        assertThat(run.err()).isEqualTo("tidemark show: cannot write " + answer + ": no such directory\n");
    }

    @Test
    void remembersWhyAWriteFailed() throws IOException {
        AttentiveStream full = new AttentiveStream(failing("No space left on device"));
        AttentiveStream well = new AttentiveStream(new ByteArrayOutputStream());
        for (AttentiveStream stream : List.of(full, well)) {
            try (java.io.PrintWriter writer = new java.io.PrintWriter(stream)) {
                writer.println("one");
                writer.flush();
                writer.println("two");
            }
        }

        assertThat(full.failure()).map(Throwable::getMessage).hasValue("No space left on device");
        assertThat(well.failure()).isEmpty();
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int oneByte) throws IOException {
                throw new IOException(why);
            }
        };
    }

    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (var paths = Files.walk(directory)) {
            paths.map(path -> directory.relativize(path).toString()).sorted().forEach(names::add);
        }
        return names;
    }

    private static CommandRun run(String line) {
        return CommandRun.of(List.of(line.split(" ")));
    }
}
