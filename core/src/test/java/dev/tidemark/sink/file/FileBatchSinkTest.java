package dev.tidemark.sink.file;

import java.io.IOException;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.sink.BatchSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which batches the file sink skips, and which files it needs to compact. */
class FileBatchSinkTest {
    private static FileBatchSink sinkOver(int interval, String... logFiles) throws IOException {
        MemoryStorage output = new MemoryStorage().with("part-0.parquet", "");
        for (String name : logFiles) {
            output.with("_spark_metadata/" + name, "v1");
        }
        return new FileBatchSink(output, interval);
    }

    @ParameterizedTest
    @CsvSource({"0,true", "3,true", "4,true", "5,false"})
    void skipsBatchesUpToTheNewestOfItsLogWhicheverQueryWroteIt(long batchId, boolean skips) throws IOException {
        assertThat(sinkOver(10, "0", "4").skips(batchId)).isEqualTo(skips);
    }

    @Test
    void countsCompactFilesToo() throws IOException {
        FileBatchSink sink = sinkOver(10, "9.compact");

        assertThat(sink.skips(9)).isTrue();
        assertThat(sink.skips(10)).isFalse();
    }

    @Test
    void skipsNothingWithoutALog() throws IOException {
        assertThat(sinkOver(10).skips(0)).isFalse();
    }

    @Test
    void skipsWhatItHasWritten() throws IOException {
        FileBatchSink sink = sinkOver(10, "0");

        assertThat(sink.write(1, true)).isEqualTo(BatchSink.Outcome.WRITTEN);
        assertThat(sink.skips(1)).isTrue();
        assertThat(sink.skips(2)).isFalse();
    }

    @Test
    void needsEveryFileSinceTheLastCompactionToCompactAgain() throws IOException {
        assertThat(sinkOver(3, "0", "1", "2.compact", "3", "4").missingFor(5)).isEmpty();
        assertThat(sinkOver(3, "0", "1", "2.compact", "4").missingFor(5)).contains("_spark_metadata/3");
        assertThat(sinkOver(3, "0").missingFor(2)).contains("_spark_metadata/1");
    }

    @Test
    void needsTheLastCompactFileByItsOwnName() throws IOException {
        FileBatchSink sink = sinkOver(3, "2", "3", "4");

        assertThat(sink.missingFor(5)).contains("_spark_metadata/2.compact");
    }

    @Test
    void needsNoFileForABatchThatIsNotCompacted() throws IOException {
        assertThat(sinkOver(3, "0").missingFor(4)).isEmpty();
    }

    @Test
    void countsItsOwnBatchesForThere() throws IOException {
        FileBatchSink sink = sinkOver(3, "0");

        sink.write(1, false);

        assertThat(sink.missingFor(2)).isEmpty();
    }

    @Test
    void keepsTheIntervalThatTheLogWasWrittenWith() throws IOException {
        FileBatchSink sink = sinkOver(10, "2.compact", "5.compact", "6");

        assertThat(sink.missingFor(8)).contains("_spark_metadata/7");
        assertThat(sink.missingFor(9)).isEmpty();
    }
}
