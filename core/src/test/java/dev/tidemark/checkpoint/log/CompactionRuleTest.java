package dev.tidemark.checkpoint.log;

import java.io.IOException;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CompactionRuleTest {
    @Test
    void followsTheSessionWithoutACompactFile() throws IOException {
        assertThat(ruleOf(7).interval()).isEqualTo(7);
    }

    @Test
    void followsTheDistanceOfTheTwoNewestCompactFiles() throws IOException {
        assertThat(ruleOf(10, 3, 6, 9).interval()).isEqualTo(3);
    }

    /** Spark 4.2: CompactibleFileStreamLog.deriveCompactInterval. */
    @ParameterizedTest
    @CsvSource({
        "10, 4, 5",
        "5, 4, 5",
        "3, 4, 5",
        "5, 11, 6",
        "1, 11, 1",
        "4, 11, 4",
        "7, 11, 12",
        "2, 8, 3",
        "10, 9, 10",
        "3, 9, 5"
    })
    void derivesTheIntervalFromOneCompactFile(int session, long compact, long interval) throws IOException {
        assertThat(ruleOf(session, compact).interval()).isEqualTo(interval);
    }

    @Test
    void aCompactionBatchHasTheNameWithTheSuffixAndNoOther() {
        CompactionRule rule = new CompactionRule(3);

        assertThat(rule.fileName(1)).isEqualTo("1");
        assertThat(rule.fileName(2)).isEqualTo("2.compact");
        assertThat(rule.fileName(5)).isEqualTo("5.compact");
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0", "1, 0, 1", "2, 2, 2", "4, 2, 4", "5, 5, 5", "7, 5, 7"})
    void aReaderBeginsAtTheNewestCompaction(long latest, long first, long last) {
        assertThat(new CompactionRule(3).needed(latest)).isEqualTo(new BatchRange(first, last));
    }

    private static CompactionRule ruleOf(int session, long... compacts) throws IOException {
        MemoryStorage storage = new MemoryStorage().with("log/0", "v1");
        for (long compact : compacts) {
            storage.with("log/" + compact + ".compact", "v1");
        }
        return CompactionRule.of(LogListing.of(storage, new StoragePath("log"), EntryName.Kind.COMPACTIBLE), session);
    }
}
