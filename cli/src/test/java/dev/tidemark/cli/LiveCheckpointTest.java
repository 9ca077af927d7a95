package dev.tidemark.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A checkpoint that a query writes to while it is looked at. */
class LiveCheckpointTest {
    private static final StoragePath LOG = new StoragePath("offsets");

    @TempDir
    Path directory;

    @Test
    void whatChangesWhileItIsReadIsUnknown() throws IOException {
        MemoryStorage storage = new MemoryStorage().with("offsets/0", "v1");
        int[] readings = new int[1];

        Report report = retry("--retry", "2").read(storage, observed -> {
            observed.list(LOG);
            readings[0]++;
            storage.with("offsets/" + readings[0], "v1");
            return report();
        });

        assertThat(readings[0]).as("read once, and twice more").isEqualTo(3);
        assertThat(report.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(report.verdict().orElseThrow().headline()).isEqualTo("It changed while it was read: offsets");
        assertThat(report.document().text("verdict")).hasValue("unknown");
        assertThat(report.document().array("changedWhileRead")).isPresent();
    }

    @Test
    void aTableBesideThatChangesWhileItIsReadIsUnknown() throws IOException {
        MemoryStorage storage = new MemoryStorage().with("offsets/0", "v1");
        MemoryStorage table = new MemoryStorage().with("_delta_log/0.json", "a");
        Places places = Places.of(PathMapping.NONE, place -> table);

        Report report = retry().read(storage, places, (observed, around) -> {
            try (Storage opened = around.open("/lake/orders")) {
                opened.list(new StoragePath("_delta_log"));
            }
            table.with("_delta_log/1.json", "b");
            return report();
        });

        assertThat(report.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(report.verdict().orElseThrow().headline())
                .startsWith("It changed while it was read: ")
                .endsWith("/_delta_log");
    }

    @Test
    void whatStandsStillAtTheSecondLookIsTold() throws IOException {
        MemoryStorage storage = new MemoryStorage().with("offsets/0", "v1");
        int[] readings = new int[1];

        Report report = retry("--retry", "5").read(storage, observed -> {
            observed.list(LOG);
            if (readings[0]++ == 0) {
                storage.with("offsets/1", "v1");
            }
            return report();
        });

        assertThat(readings[0]).isEqualTo(2);
        assertThat(report.outcome()).isEqualTo(Outcome.FINE);
    }

    @Test
    void withoutTheOptionItIsReadOnce() throws IOException {
        int[] readings = new int[1];

        retry().read(new Restless(new MemoryStorage().with("offsets/0", "v1")), observed -> {
            observed.list(LOG);
            readings[0]++;
            return report();
        });

        assertThat(readings[0]).isEqualTo(1);
    }

    @Test
    void followsAQueryThatRuns() throws Exception {
        Evidence evidence = Evidence.unpack("orders-crashed", directory);
        Path checkpoint = Path.of(evidence.checkpoint());
        Path out = directory.resolve("watched");
        Thread watching = new Thread(() -> CommandRun.of(List.of(
                "watch",
                checkpoint.toString(),
                "--every",
                "10ms",
                "--batches",
                "1",
                "--for",
                "60s",
                "--output",
                out.toString())));
        watching.start();
        while (!Files.exists(out) || Files.size(out) == 0) {
            Thread.sleep(5);
        }

        Files.copy(checkpoint.resolve("commits/4"), checkpoint.resolve("commits/5"));
        watching.join(60_000);

        assertThat(watching.isAlive()).isFalse();
        assertThat(Files.readString(out))
                .contains("batch 5 begun, not committed")
                .contains("done    batch 5")
                .contains("state: ");
    }

    @Test
    void watchTellsItsUsers() {
        assertThat(CommandRun.of(List.of("watch", directory.resolve("absent").toString()))
                        .code())
                .isEqualTo(ExitCode.UNKNOWN);
        assertThat(CommandRun.of(List.of("watch", directory.toString(), "--batches", "0"))
                        .code())
                .isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of(List.of("watch", directory.toString(), "--for", "soon"))
                        .err())
                .contains("no length of time such as 500ms, 30s, 5m or 2h");
    }

    private static RetryMixin retry(String... arguments) {
        Retrying command = new Retrying();
        command.asked().parseArgs(arguments);
        return command.retry;
    }

    /** A command that takes nothing else. */
    private static final class Retrying extends Command {
        private final RetryMixin retry = part(new RetryMixin());

        Retrying() {
            super("retrying", "reads");
        }

        @Override
        public Integer call() {
            return ExitCode.FINE;
        }
    }

    private static Report report() {
        JsonObject document = JsonObject.builder().put("verdict", "well").build();
        return new Report("show", Outcome.FINE, List.of(), document);
    }

    /** Looks otherwise each time it is listed. */
    private static final class Restless implements Storage {
        private final Storage inner;
        private long clock;

        Restless(Storage inner) {
            this.inner = inner;
        }

        @Override
        public String location() {
            return inner.location();
        }

        @Override
        public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
            clock++;
            inner.forEachEntry(
                    directory,
                    entry -> each.accept(new FileEntry(entry.path(), entry.kind(), entry.sizeBytes(), clock)));
        }

        @Override
        public java.util.Optional<FileEntry> stat(StoragePath path) throws IOException {
            return inner.stat(path);
        }

        @Override
        public java.io.InputStream open(StoragePath path) throws IOException {
            return inner.open(path);
        }

        @Override
        public dev.tidemark.io.RandomAccess openAt(StoragePath path) throws IOException {
            return inner.openAt(path);
        }
    }
}
