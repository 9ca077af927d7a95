package dev.tidemark.delta.log;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LogFileNameTest {
    @Test
    void readsCommitsOfAnyWidth() {
        assertThat(LogFileName.of("00000000000000000007.json"))
                .isEqualTo(new LogFileName.Commit("00000000000000000007.json", 7));
        assertThat(LogFileName.of("7.json")).isEqualTo(new LogFileName.Commit("7.json", 7));
    }

    @Test
    void readsEveryKindOfCheckpoint() {
        String multipart = "00000000000000000010.checkpoint.0000000002.0000000003.parquet";
        assertThat(LogFileName.of(multipart)).isEqualTo(new LogFileName.MultipartCheckpoint(multipart, 10, 2, 3));
        assertThat(LogFileName.of("10.checkpoint.parquet"))
                .isEqualTo(new LogFileName.ClassicCheckpoint("10.checkpoint.parquet", 10));
        assertThat(LogFileName.of("10.checkpoint.ab-c.json"))
                .isEqualTo(new LogFileName.V2Checkpoint("10.checkpoint.ab-c.json", 10, "ab-c", true));
        assertThat(LogFileName.of("10.checkpoint.ab-c.parquet"))
                .isEqualTo(new LogFileName.V2Checkpoint("10.checkpoint.ab-c.parquet", 10, "ab-c", false));
    }

    @Test
    void readsCompactionsChecksumsAndStagedCommits() {
        assertThat(LogFileName.of("1.4.compacted.json"))
                .isEqualTo(new LogFileName.Compaction("1.4.compacted.json", 1, 4));
        assertThat(LogFileName.of("4.crc")).isEqualTo(new LogFileName.Checksum("4.crc", 4));
        assertThat(LogFileName.of("4.ab.json")).isEqualTo(new LogFileName.UuidCommit("4.ab.json", 4, "ab"));
    }

    @Test
    void knowsWhatElseLiesInALog() {
        assertThat(LogFileName.of("_last_checkpoint"))
                .isEqualTo(new LogFileName.Special("_last_checkpoint", LogFileName.Special.Kind.LAST_CHECKPOINT));
        assertThat(LogFileName.of(".4.json.x.tmp"))
                .isEqualTo(new LogFileName.Special(".4.json.x.tmp", LogFileName.Special.Kind.TEMPORARY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "00000000000000000007", "7.json.bak", "-1.json", "7..json", "7.checkpoint.1.parquet.x"})
    void takesAnythingElseForForeign(String name) {
        assertThat(LogFileName.of(name)).isEqualTo(new LogFileName.Foreign(name));
    }

    @Test
    void marksANumberThatNoVersionHas() {
        String name = "9".repeat(25) + ".json";
        assertThat(LogFileName.of(name)).isEqualTo(new LogFileName.TooLarge(name));
    }
}
