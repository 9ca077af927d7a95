package dev.tidemark.sink.delta;

import java.io.IOException;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.LogBuilder;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.sink.BatchSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Which batches Delta's sink skips. */
class DeltaBatchSinkTest {
    private static String transaction(String appId, long version) {
        return "{\"txn\":{\"appId\":\"" + appId + "\",\"version\":" + version + "}}";
    }

    private static DeltaBatchSink sinkOver(String... secondCommit) throws IOException {
        MemoryStorage table = new MemoryStorage()
                .with("_delta_log/00000000000000000000.json", LogBuilder.PROTOCOL + "\n" + LogBuilder.METADATA)
                .with("_delta_log/00000000000000000001.json", String.join("\n", secondCommit));
        DeltaBatchSink sink = new DeltaBatchSink(table, DeltaBehaviour.DEFAULT, "query");
        assertThat(sink.open()).isEmpty();
        return sink;
    }

    @ParameterizedTest
    @CsvSource({"0,true", "4,true", "5,true", "6,false"})
    void skipsBatchesUpToTheTransactionOfItsQuery(long batchId, boolean skips) throws IOException {
        assertThat(sinkOver(transaction("query", 5)).skips(batchId)).isEqualTo(skips);
    }

    @Test
    void skipsNothingBecauseOfAnotherQuery() throws IOException {
        assertThat(sinkOver(transaction("other", 5)).skips(0)).isFalse();
    }

    @Test
    void goesByTheLastTransactionAndNotByTheHighest() throws IOException {
        DeltaBatchSink sink = sinkOver(transaction("query", 9), transaction("query", 2));

        assertThat(sink.skips(2)).isTrue();
        assertThat(sink.skips(3)).isFalse();
    }

    @Test
    void skipsWhatItHasWritten() throws IOException {
        DeltaBatchSink sink = sinkOver(transaction("query", 5));

        assertThat(sink.write(6, true)).isEqualTo(BatchSink.Outcome.WRITTEN);
        assertThat(sink.skips(6)).isTrue();
        assertThat(sink.skips(7)).isFalse();
    }

    @Test
    void skipsNothingOfATableThatIsNotThere() throws IOException {
        DeltaBatchSink sink = new DeltaBatchSink(new MemoryStorage(), DeltaBehaviour.DEFAULT, "query");

        sink.open();

        assertThat(sink.skips(0)).isFalse();
    }

    @Test
    void tellsWhySparkCannotReadTheTable() throws IOException {
        MemoryStorage torn = new MemoryStorage()
                .with("_delta_log/00000000000000000000.json", LogBuilder.PROTOCOL + "\n" + LogBuilder.METADATA)
                .with("_delta_log/00000000000000000002.json", transaction("query", 5));

        assertThat(new DeltaBatchSink(torn, DeltaBehaviour.DEFAULT, "query").open())
                .hasValueSatisfying(error -> assertThat(error.condition()).isEqualTo("DELTA_VERSIONS_NOT_CONTIGUOUS"));
    }
}
