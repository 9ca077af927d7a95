package dev.tidemark.checkpoint.log;

import dev.tidemark.checkpoint.log.EntryName.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EntryNameTest {
    @ParameterizedTest
    @CsvSource({"0,0", "7,7", "-1,-1", "9223372036854775807,9223372036854775807"})
    void aNameThatSparkWouldPrintForItsIdIsABatch(String name, long batchId) {
        assertThat(EntryName.of(name, Kind.PLAIN)).isEqualTo(new EntryName.Batch(name, batchId));
    }

    @ParameterizedTest
    @CsvSource({"+5,5", "007,7", "-0,0", "\u0665,5"})
    void aNameThatCountsAsABatchAndIsNotTheOneSparkOpensIsMisnamed(String name, long batchId) {
        assertThat(EntryName.of(name, Kind.PLAIN)).isEqualTo(new EntryName.Misnamed(name, batchId));
    }

    @Test
    void onlyACompactibleLogHasCompactFiles() {
        assertThat(EntryName.of("9.compact", Kind.COMPACTIBLE)).isEqualTo(new EntryName.Compact("9.compact", 9));
        assertThat(EntryName.of("9.compact", Kind.PLAIN)).isEqualTo(new EntryName.Foreign("9.compact"));
        assertThat(EntryName.of("09.compact", Kind.COMPACTIBLE)).isEqualTo(new EntryName.Misnamed("09.compact", 9));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".7.0f2d1a4e-8a55-4a3a-9a3c-2d8f5c3b1a00.tmp",
                ".7.0f2d1a4e-8a55-4a3a-9a3c-2d8f5c3b1a00.TID12.tmp"
            })
    void aFileThatWasWrittenAndNeverRenamedIsTemporary(String name) {
        assertThat(EntryName.of(name, Kind.PLAIN)).isEqualTo(new EntryName.Temporary(name, "7"));
    }

    @Test
    void tellsTheThreeKindsOfChecksumFilesApart() {
        String temporary = ".7.0f2d1a4e-8a55-4a3a-9a3c-2d8f5c3b1a00.tmp";
        assertThat(EntryName.of(".7.crc", Kind.PLAIN)).isEqualTo(new EntryName.HadoopChecksum(".7.crc", "7"));
        assertThat(EntryName.of("7.crc", Kind.PLAIN)).isEqualTo(new EntryName.SparkChecksum("7.crc", "7"));
        assertThat(EntryName.of("." + temporary + ".crc", Kind.PLAIN))
                .isEqualTo(new EntryName.HadoopChecksum("." + temporary + ".crc", temporary));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " 7",
                "7 ",
                "7\n",
                "1e3",
                "0x7",
                "9223372036854775808",
                ".crc",
                "..crc",
                "_SUCCESS",
                ".tmp",
                "7.bak"
            })
    void everythingElseIsForeign(String name) {
        assertThat(EntryName.of(name, Kind.PLAIN)).isEqualTo(new EntryName.Foreign(name));
    }
}
