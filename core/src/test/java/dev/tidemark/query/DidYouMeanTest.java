package dev.tidemark.query;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DidYouMeanTest {
    private static final List<String> COMMANDS =
            List.of("batch", "batches", "cat", "cd", "close", "restart", "show", "stat");

    @Test
    void findsTransposedMissingAndWrongLetters() {
        assertThat(DidYouMean.of("shwo", COMMANDS)).containsExactly("show");
        assertThat(DidYouMean.of("restrt", COMMANDS)).containsExactly("restart");
        assertThat(DidYouMean.of("BATCHS", COMMANDS)).startsWith("batch").contains("batches");
    }

    @Test
    void findsWhatWasBegun() {
        assertThat(DidYouMean.of("rest", COMMANDS)).contains("restart");
    }

    @Test
    void isSilentWhenNothingIsNear() {
        assertThat(DidYouMean.of("frobnicate", COMMANDS)).isEmpty();
    }
}
