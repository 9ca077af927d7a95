package dev.tidemark.progress;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

import com.github.luben.zstd.Zstd;
import dev.tidemark.io.MemoryStorage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressReaderTest {
    private static final String OURS = "11111111-1111-1111-1111-111111111111";
    private static final String THEIRS = "22222222-2222-2222-2222-222222222222";

    @Test
    void keepsTheReportsOfTheQueryAndCountsTheOthers() throws IOException {
        ProgressLog log = read(bytes(line(OURS, 0) + line(THEIRS, 5) + line(OURS, 1)));

        assertThat(log.reports()).extracting(QueryProgress::batchId).containsExactly(0L, 1L);
        assertThat(log.reports().get(1).at().line()).isEqualTo(3);
        assertThat(log.others()).containsExactlyEntriesOf(java.util.Map.of(THEIRS, 1L));
        assertThat(log.damaged()).isZero();
    }

    @Test
    void unpacksWhatTheBytesSay() throws IOException {
        byte[] plain = bytes(line(OURS, 0) + line(OURS, 1));
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(plain);
        }

        assertThat(read(plain).reports()).hasSize(2);
        assertThat(read(Zstd.compress(plain)).reports()).hasSize(2);
        assertThat(read(gzip.toByteArray()).reports()).hasSize(2);
    }

    @Test
    void whatATornCompressedFileHoldsCounts() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int batch = 0; batch < 2000; batch++) {
            lines.append(line(OURS, batch));
        }
        byte[] packed = Zstd.compress(bytes(lines.toString()));

        ProgressLog log = read(Arrays.copyOf(packed, packed.length - 5));

        assertThat(log.damaged()).isGreaterThan(0);
        assertThat(log.damages().get(0).message()).isNotBlank();
    }

    @Test
    void everyCutOfAPlainFileKeepsTheLinesBefore() throws IOException {
        byte[] plain = bytes(line(OURS, 0) + line(OURS, 1));
        int firstLine = line(OURS, 0).length();
        for (int cut = 0; cut <= plain.length; cut++) {
            ProgressLog log = read(Arrays.copyOf(plain, cut));

            int whole = cut >= plain.length - 1 ? 2 : cut >= firstLine - 1 ? 1 : 0;
            assertThat(log.reports()).as("cut at %d", cut).hasSize(whole);
        }
    }

    @Test
    void passesOverALineWithoutAnEnd() throws IOException {
        byte[] huge = new byte[BoundedLines.MAX_LINE_BYTES + 10];
        Arrays.fill(huge, (byte) 'x');
        huge[huge.length - 1] = '\n';
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(bytes(line(OURS, 0)));
        all.write(huge);
        all.write(bytes(line(OURS, 1)));

        ProgressLog log = read(all.toByteArray());

        assertThat(log.reports()).hasSize(2);
        assertThat(log.damages().get(0).message()).contains(":2: expected a line of at most");
    }

    @Test
    void readsARollingLogByNumberFromItsCompactedFileOn() throws IOException {
        MemoryStorage storage = new MemoryStorage()
                .with("appstatus_app-1.inprogress", "")
                .with("events_1_app-1", line(OURS, 1))
                .with("events_2_app-1", line(OURS, 2))
                .with("events_2_app-1.compact", line(OURS, 20))
                .with("events_10_app-1", line(OURS, 10))
                .with("events_3_app-1", line(OURS, 3));

        ProgressLog log = ProgressReader.read(storage, Optional.of(OURS));

        assertThat(log.reports()).extracting(QueryProgress::batchId).containsExactly(20L, 3L, 10L);
        assertThat(log.damaged()).isZero();
    }

    @Test
    void theLastReportOfABatchCounts() throws IOException {
        ProgressLog log = read(bytes(line(OURS, 4) + line(OURS, 4)));

        assertThat(log.byBatch().get(4L).at().line()).isEqualTo(2);
    }

    private static ProgressLog read(byte[] bytes) throws IOException {
        return ProgressReader.read(new MemoryStorage().with("progress.json", bytes, 0), Optional.of(OURS));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String line(String id, long batchId) {
        return "{\"id\":\"" + id + "\",\"batchId\":" + batchId
                + ",\"durationMs\":{\"addBatch\":1},\"sources\":[{\"description\":\"s\",\"numInputRows\":1}]}\n";
    }
}
