package dev.tidemark.checkpoint.log;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatchIdsTest {
    private static final BatchIds IDS = BatchIds.of(9, 3, 4, 5, 9, 12);

    @Test
    void areDistinctAndAscending() {
        assertThat(IDS.stream()).containsExactly(3L, 4L, 5L, 9L, 12L);
        assertThat(IDS.toString()).isEqualTo("3 to 5, 9, 12");
    }

    @Test
    void tellTheirEndsAndNeighbours() {
        assertThat(IDS.first()).hasValue(3);
        assertThat(IDS.last()).hasValue(12);
        assertThat(IDS.before(12)).hasValue(9);
        assertThat(IDS.before(8)).hasValue(5);
        assertThat(IDS.before(3)).isEmpty();
        assertThat(BatchIds.NONE.last()).isEmpty();
    }

    @Test
    void tellWhatLiesBetween() {
        assertThat(IDS.gaps()).containsExactly(new BatchRange(6, 8), new BatchRange(10, 11));
        assertThat(BatchIds.NONE.gaps()).isEmpty();
    }

    @Test
    void joinAndTakeAway() {
        assertThat(BatchIds.of(1, 2).with(BatchIds.of(2, 5))).isEqualTo(BatchIds.of(1, 2, 5));
        assertThat(BatchIds.of(1, 2, 5).without(BatchIds.of(2))).isEqualTo(BatchIds.of(1, 5));
    }
}
