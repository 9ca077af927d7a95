package dev.tidemark.source.data;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.NewestTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows and event times of data files. */
class DataFileReaderTest {
    private static final StoragePath FILE = new StoragePath("f");

    private static DataFileReader over(String format, String text, ZoneId zone) {
        return new DataFileReader(new MemoryStorage().with("f", text), format, zone);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''|0", "{}|1", "{}\\n|1", "{}\\n{}|2", "{}\\n\\n  \\n{}\\n|2", "broken\\n{}|2"})
    void countsTheLinesOfJsonThatAreNotBlank(String text, long rows) throws IOException {
        assertThat(over("json", text.replace("\\n", "\n"), null).rows(FILE)).hasValue(rows);
    }

    @Test
    void countsEveryLineOfText() throws IOException {
        assertThat(over("text", "a\n\nb\n", null).rows(FILE)).hasValue(3);
    }

    @Test
    void countsNoRowsOfAFileThatIsGone() throws IOException {
        assertThat(over("json", "{}", null).rows(new StoragePath("gone"))).hasValue(0);
        assertThat(over("parquet", "", null).rows(new StoragePath("gone"))).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "orc", "avro"})
    void doesNotTellTheRowsOfFormatsItDoesNotRead(String format) throws IOException {
        assertThat(over(format, "a\n", null).rows(FILE)).isEmpty();
    }

    @Test
    void doesNotTellTheRowsOfCompressedText() throws IOException {
        DataFileReader reader = new DataFileReader(new MemoryStorage().with("f.json.gz", "{}"), "json", null);

        assertThat(reader.rows(new StoragePath("f.json.gz"))).isEmpty();
    }

    @Test
    void takesTheRowsOfParquetFromItsFooter() throws IOException {
        byte[] bytes = sample();

        assertThat(parquet(bytes, "parquet").rows(FILE)).isPresent();
        assertThat(parquet(bytes, "delta").rows(FILE))
                .isEqualTo(parquet(bytes, "parquet").rows(FILE));
    }

    @Test
    void doesNotTellTheRowsOfTornParquet() throws IOException {
        byte[] bytes = sample();
        for (int length : new int[] {0, 4, bytes.length / 2, bytes.length - 1}) {
            assertThat(parquet(Arrays.copyOf(bytes, length), "parquet").rows(FILE))
                    .describedAs("cut after %d bytes", length)
                    .isEmpty();
        }
    }

    private static DataFileReader parquet(byte[] bytes, String format) {
        return new DataFileReader(new MemoryStorage().with("f", bytes, 0), format, null);
    }

    private static byte[] sample() throws IOException {
        try (InputStream in = DataFileReaderTest.class.getResourceAsStream("/parquet/codec-none.parquet")) {
            return in.readAllBytes();
        }
    }

    @Test
    void findsTheNewestEventTime() throws IOException {
        String text = "{\"at\":\"2026-01-02T00:00:00Z\"}\n{\"at\":\"2026-01-03T00:00:00.999999Z\"}\n"
                + "{\"at\":null}\n{}\n{\"at\":\"soon\"}\n";

        assertThat(newest(text, null)).isEqualTo(NewestTime.exactly(ms("2026-01-03T00:00:00.999Z")));
    }

    @Test
    void readsEventTimesInTheSessionsZone() throws IOException {
        assertThat(newest("{\"at\":\"2026-01-02 00:00:00\"}", ZoneOffset.ofHours(1)))
                .isEqualTo(NewestTime.exactly(ms("2026-01-01T23:00:00Z")));
    }

    @Test
    void doesNotTellEventTimesWithoutAZone() throws IOException {
        assertThat(newest("{\"at\":\"2026-01-02 00:00:00\"}\n{\"at\":\"2026-01-02T00:00:00Z\"}", null))
                .isEqualTo(NewestTime.UNKNOWN);
    }

    @Test
    void findsNoEventTimeWhereNoRowHasOne() throws IOException {
        assertThat(newest("{\"at\":null}\n", null)).isEqualTo(NewestTime.NONE);
        assertThat(newest("", null)).isEqualTo(NewestTime.NONE);
    }

    private static NewestTime newest(String text, ZoneId zone) throws IOException {
        return over("json", text, zone).newest(FILE, "at", row -> false);
    }

    private static long ms(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}
