package dev.tidemark.view;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FileSummaryTest {
    @Test
    void putsFilesOfABatchEachTogetherByDirectory() {
        assertThat(FileSummary.of(List.of("offsets/6", "commits/6", "offsets/7", "commits/7", "offsets/9")))
                .isEqualTo("offsets/6-7, offsets/9, commits/6-7");
    }

    @Test
    void namesOtherFilesAsTheyAre() {
        assertThat(FileSummary.of(List.of("metadata", "sources/0/9.compact", "offsets/0")))
                .isEqualTo("offsets/0, metadata, sources/0/9.compact");
    }

    @Test
    void saysHowManyThereAreWhenItDoesNotNameThemAll() {
        List<String> paths = List.of("a/0", "a/2", "a/4", "a/6", "a/8", "a/10", "a/12");

        assertThat(FileSummary.of(paths)).isEqualTo("a/0, a/2, a/4, a/6, a/8, a/10 and more (7 files)");
    }

    @Test
    void doesNotTakeANumberThatIsTooLongForABatch() {
        assertThat(FileSummary.of(List.of("offsets/99999999999999999999"))).isEqualTo("offsets/99999999999999999999");
    }
}
