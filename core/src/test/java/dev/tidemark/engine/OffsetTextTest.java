package dev.tidemark.engine;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetEntryParser;
import dev.tidemark.evidence.Location;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OffsetTextTest {
    private static final List<PinnedConf> CONFS =
            List.of(new PinnedConf("spark.sql.shuffle.partitions", "9", "5", "offsets/0"));

    @Test
    void writesALineForEachSourceInFormat1() {
        String text = OffsetText.entry(
                new OffsetText.Head(1, 5000, 7, CONFS), List.of("0", "1"), Arrays.asList("{\"logOffset\":3}", null));

        assertThat(text)
                .isEqualTo("v1\n{\"batchWatermarkMs\":5000,\"batchTimestampMs\":7,"
                        + "\"conf\":{\"spark.sql.shuffle.partitions\":\"5\"}}\n{\"logOffset\":3}\n-");
    }

    @Test
    void writesAMapInScalasOrderAndLeavesOutWhatHasNotStarted() {
        String text = OffsetText.entry(
                new OffsetText.Head(2, 0, 7, List.of()), List.of("0", "1", "2"), Arrays.asList("10", "20", null));

        assertThat(text)
                .isEqualTo("v2\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":7,\"conf\":{},\"sourceMetadataInfo\":{}}"
                        + "\n1:20\n0:10");
    }

    @Test
    void writesWhatTheParserReads() {
        String text = OffsetText.entry(new OffsetText.Head(1, 1, 2, CONFS), List.of("0"), List.of("30"));
        OffsetEntry entry = OffsetEntryParser.parse(Location.of("offsets/0"), text.getBytes(StandardCharsets.UTF_8))
                .value()
                .orElseThrow();

        assertThat(entry.sources())
                .singleElement()
                .satisfies(line -> assertThat(line.text()).isEqualTo("30"));
    }

    @Test
    void writesCommitsOfBothFormats() {
        assertThat(OffsetText.commit(9)).isEqualTo("v1\n{\"nextBatchWatermarkMs\":9}");
        assertThat(OffsetText.statelessCommit(9)).isEqualTo("v2\n{\"nextBatchWatermarkMs\":9,\"stateUniqueIds\":{}}");
    }
}
