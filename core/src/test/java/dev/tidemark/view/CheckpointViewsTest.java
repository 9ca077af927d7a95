package dev.tidemark.view;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.survey.CheckpointSurveyor;
import dev.tidemark.checkpoint.survey.SmallCheckpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.render.Palette;
import dev.tidemark.render.TextRenderer;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CheckpointViewsTest {
    @Test
    void aWellCheckpointFitsOneScreen() throws IOException {
        Report report = ShowView.of(SmallCheckpoint.committed(4).newest());

        assertThat(report.outcome()).isEqualTo(Outcome.FINE);
        assertThat(text(report)).isEqualTo("""
                        The logs are well: batch 4 is committed, a restart goes on with batch 5
                          do    tidemark diagnose looks at the state, the sources and the sink as well

                          checkpoint            memory:
                          query id              7ac1a1f5-5b0c-4d3c-9e3a-0c9a7e5b1d11
                          written by            Spark 2.2, by the configurations it pins
                          offsets               batches 0 to 4
                          commits               batches 0 to 4
                          batch 4 planned       2026-11-29T22:06:40Z
                          watermark of batch 5  1970-01-01T00:00:05Z
                          pinned                2 shuffle partitions

                          source  kind   from         up to, batch 4
                          0       files  log entry 3  log entry 4
                        """);
    }

    @Test
    void aTableIsNoCheckpointAndNotTakenForAWellOne() throws IOException {
        MemoryStorage table =
                new MemoryStorage().with(".part.parquet.crc", "").with("_delta_log/00000000000000000000.json", "");

        Report report = BatchesView.of(CheckpointSurveyor.whole(Checkpoint.in(table)));

        assertThat(report.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(text(report))
                .startsWith("There is no checkpoint here")
                .contains("The directory holds other names: _delta_log\n")
                .contains("It is a Delta table: tidemark show, tidemark table replay");
    }

    @Test
    void theVerdictComesFirstAndSaysWhyAndWhatToDo() throws IOException {
        Report report =
                ShowView.of(SmallCheckpoint.committed(4).without("offsets/3").newest());

        assertThat(report.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(text(report)).startsWith("""
                        A restart fails: offsets/4 is the newest offset file and offsets/3 is missing (CKP-004)
                          why   A restart reads both: IllegalStateException, batch 3 doesn't exist.""");
        assertThat(report.document().find("resume").orElseThrow().toString()).isEqualTo("null");
    }

    @Test
    void anUncommittedBatchRunsAgain() throws IOException {
        Report report =
                ShowView.of(SmallCheckpoint.committed(4).without("commits/4").newest());

        assertThat(report.outcome()).isEqualTo(Outcome.FINE);
        assertThat(text(report)).startsWith("Batch 4 was started and not committed: a restart runs it again\n");
        assertThat(report.document().find("resume").orElseThrow().toString())
                .isEqualTo("{\"batchId\":4,\"kind\":\"rerun\",\"watermarkMs\":4000}");
    }

    @Test
    void aFileThatCannotBeReadLeavesTheAnswerOpen() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(1);

        Report report = ShowView.of(CheckpointSurveyor.newest(Checkpoint.in(new Refusing(checkpoint.storage()))));

        assertThat(report.outcome()).isEqualTo(Outcome.UNKNOWN);
        assertThat(text(report)).startsWith("It cannot be told: offsets/1 could not be read");
    }

    @Test
    void batchesKeepTheContract() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(0)
                .offsets(1, "-", "{\"t\":{\"0\":1}}", "no json")
                .with("commits/1", "v99\n{}");

        Report report = BatchesView.of(checkpoint.whole());

        assertThat(report.document().find("batches").orElseThrow().toString())
                .isEqualTo("[{\"batchId\":0,\"offsets\":{\"version\":1,\"watermarkMs\":0,\"timestampMs\":1795990000000,"
                        + "\"conf\":{\"spark.sql.shuffle.partitions\":\"2\"},\"sources\":[{\"logOffset\":0}]},"
                        + "\"commit\":{\"version\":1,\"nextWatermarkMs\":1000}},"
                        + "{\"batchId\":1,\"offsets\":{\"version\":1,\"watermarkMs\":1000,\"timestampMs\":1795990000000,"
                        + "\"conf\":{\"spark.sql.shuffle.partitions\":\"2\"},"
                        + "\"sources\":[null,{\"t\":{\"0\":1}},\"no json\"]},"
                        + "\"commit\":{\"version\":99,\"nextWatermarkMs\":null}}]");
    }

    @Test
    void anOffsetMapListsItsSourcesById() throws IOException {
        SmallCheckpoint checkpoint = new SmallCheckpoint()
                .with("offsets/0", "v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":1,\"conf\":{}}\na:1\nb:-");

        Report report = BatchesView.of(checkpoint.whole());

        assertThat(report.document().find("batches").orElseThrow().toString())
                .contains("\"sources\":{\"a\":1,\"b\":null}");
    }

    @Test
    void aDamagedFileHasALineAndNoNumbers() throws IOException {
        Report report = BatchesView.of(
                SmallCheckpoint.committed(2).with("offsets/1", "").whole());

        assertThat(text(report))
                .contains("    0  committed        2026-11-29T22:06:40Z  -                     log entry 0")
                .contains("    1  offsets damaged  -                     -                     -");
    }

    @Test
    void diffTellsTheHoleThatMattersFromTheOneThatDoesNot() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(6).without("offsets/1", "commits/3", "offsets/5");

        Report report = LogDiffView.of(checkpoint.newest());

        assertThat(text(report)).contains("""
                          batches  offsets  commits  meaning
                          0        yes      yes      committed
                          1        -        yes      offsets lost: harmless, no restart reads it
                          2        yes      yes      committed
                          3        yes      -        a hole in commits: harmless, only the newest commit counts
                          4        yes      yes      committed
                          5        -        yes      offsets lost: every restart reads it and fails
                          6        yes      yes      committed
                        """);
    }

    @Test
    void diffSaysWhoIsAhead() throws IOException {
        assertThat(text(LogDiffView.of(
                        SmallCheckpoint.committed(3).without("offsets/3").newest())))
                .contains("2        yes      yes      committed, and run again: a newer commit has no offsets")
                .contains("3        -        yes      offsets lost, ahead of the newest offsets: stops a restart");
        assertThat(text(LogDiffView.of(SmallCheckpoint.committed(3)
                        .without("commits/2", "commits/3")
                        .newest())))
                .contains("2        yes      -        started, not committed, and never run again")
                .contains("3        yes      -        started, not committed: a restart runs it again");
    }

    @Test
    void diffOfTwoBatchesShowsOnlyWhatDiffers() throws IOException {
        var survey = SmallCheckpoint.committed(3).whole();

        Report report = BatchDiffView.of(
                new BatchDiffView.Side("batch 1", survey, 1), new BatchDiffView.Side("batch 3", survey, 3));

        assertThat(text(report))
                .contains("source 0               log entry 1           log entry 3")
                .doesNotContain("shuffle.partitions");
    }

    @Test
    void oneBatchShowsAllThatTheLogsSay() throws IOException {
        SmallCheckpoint checkpoint = SmallCheckpoint.committed(3);

        Report report = BatchView.of(CheckpointSurveyor.of(Checkpoint.in(checkpoint.storage()), 2), 2);

        assertThat(text(report))
                .startsWith("Batch 2 was planned and committed\n")
                .contains("rows are late before   1970-01-01T00:00:01Z")
                .contains("watermark of the next  1970-01-01T00:00:03Z")
                .contains("  0  {\"logOffset\":2}")
                .contains("spark.sql.shuffle.partitions  2");
        assertThat(report.document().find("previous").orElseThrow().toString()).contains("\"batchId\":1");
    }

    /** Refuses to hand out one file. */
    private record Refusing(Storage inner) implements Storage {
        @Override
        public String location() {
            return inner.location();
        }

        @Override
        public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
            inner.forEachEntry(directory, each);
        }

        @Override
        public Optional<FileEntry> stat(StoragePath file) throws IOException {
            return inner.stat(file);
        }

        @Override
        public InputStream open(StoragePath file) throws IOException {
            if (file.value().equals("offsets/1")) {
                throw new AccessDeniedException(file.value());
            }
            return inner.open(file);
        }

        @Override
        public RandomAccess openAt(StoragePath file) throws IOException {
            return inner.openAt(file);
        }
    }

    private static String text(Report report) throws IOException {
        StringWriter text = new StringWriter();
        new TextRenderer(Palette.PLAIN, 100).render(report, text);
        return text.toString();
    }
}
