package dev.tidemark.view.plot;

import java.io.IOException;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Point;
import dev.tidemark.report.Report;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatchPlotsTest {
    private static final long START = 1_700_000_000_000L;

    private final MemoryStorage storage = new MemoryStorage();

    private void batch(long id, long plannedAtMs, long watermarkMs, String offset) {
        storage.with(
                "offsets/" + id,
                "v1\n{\"batchWatermarkMs\":" + watermarkMs + ",\"batchTimestampMs\":" + plannedAtMs + ",\"conf\":{}}\n"
                        + offset);
    }

    private static List<Point> points(Report report) {
        return report.blocks().stream()
                .filter(Block.Chart.class::isInstance)
                .map(Block.Chart.class::cast)
                .findFirst()
                .orElseThrow()
                .points();
    }

    @Test
    void drawsTheWatermarkOverTheTimeOfPlanning() throws IOException {
        batch(0, START, 0, "-");
        batch(1, START + 10, 500, "-");
        batch(2, START + 30, 700, "-");
        batch(3, START + 50, 700, "-");

        Report report = BatchPlots.watermark(Checkpoint.in(storage), 500);

        assertThat(points(report))
                .containsExactly(new Point(START + 10, 500), new Point(START + 30, 700), new Point(START + 50, 700));
        assertThat(report.blocks().toString()).contains("stands still", "since batch 2");
    }

    @Test
    void saysThatAWatermarkMovedBack() throws IOException {
        batch(0, START, 900, "-");
        batch(1, START + 10, 500, "-");

        assertThat(BatchPlots.watermark(Checkpoint.in(storage), 500).blocks().toString())
                .contains("moved back", "in batch 1");
    }

    @Test
    void drawsTheTimeFromOneBatchToTheNextAndLeavesOutHoles() throws IOException {
        batch(0, START, 0, "-");
        batch(1, START + 100, 0, "-");
        batch(3, START + 900, 0, "-");
        batch(4, START + 950, 0, "-");

        assertThat(points(BatchPlots.gaps(Checkpoint.in(storage), 500)))
                .containsExactly(new Point(1, 100), new Point(4, 50));
    }

    @Test
    void drawsHowFarASourceHasCome() throws IOException {
        batch(0, START, 0, "{\"t\":{\"0\":5,\"1\":7}}");
        batch(1, START, 0, "{\"t\":{\"0\":9,\"1\":8}}");

        assertThat(points(BatchPlots.offsets(Checkpoint.in(storage), 500)))
                .containsExactly(new Point(0, 12), new Point(1, 17));
    }

    @Test
    void readsTheNewestBatchesOnly() throws IOException {
        for (int i = 0; i < 50; i++) {
            batch(i, START + i, i + 1, "-");
        }

        Report report = BatchPlots.watermark(Checkpoint.in(storage), 10);

        assertThat(points(report)).hasSize(10);
        assertThat(report.blocks().toString()).contains("The newest 10 of 50 batches");
    }

    @Test
    void saysWhyThereIsNothingToDraw() throws IOException {
        batch(0, START, 0, "-");
        storage.with("offsets/1", "v1\n{\"batchWater");

        assertThat(BatchPlots.watermark(Checkpoint.in(storage), 500).blocks().toString())
                .contains("No batch has a watermark");
        assertThat(BatchPlots.gaps(Checkpoint.in(storage), 500).blocks().toString())
                .contains("no two batches");
    }
}
