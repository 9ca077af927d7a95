package dev.tidemark.state.rocksdb;

import java.nio.charset.StandardCharsets;

import dev.tidemark.format.binary.Slice;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RemovedRangesTest {
    private static Slice key(String text) {
        return Slice.of(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static RemovedRanges of(String... bounds) {
        RemovedRanges ranges = new RemovedRanges();
        for (int i = 0; i < bounds.length; i += 2) {
            ranges.add(key(bounds[i]), key(bounds[i + 1]));
        }
        return ranges;
    }

    @Test
    void holdsABeginAndNoEnd() {
        RemovedRanges ranges = of("c", "f");

        assertThat(ranges.contains(key("c"))).isTrue();
        assertThat(ranges.contains(key("ezz"))).isTrue();
        assertThat(ranges.contains(key("f"))).isFalse();
        assertThat(ranges.contains(key("b"))).isFalse();
    }

    @Test
    void keepsALongRangeBehindAShortOneInIt() {
        RemovedRanges ranges = of("a", "m", "c", "d");

        assertThat(ranges.contains(key("f"))).isTrue();
        assertThat(ranges.contains(key("m"))).isFalse();
    }

    @Test
    void joinsWhatALaterRangeSpans() {
        RemovedRanges ranges = of("b", "c", "e", "f", "h", "z", "a", "i");

        assertThat(ranges.contains(key("d"))).isTrue();
        assertThat(ranges.contains(key("y"))).isTrue();
    }

    @Test
    void ordersBytesWithoutASign() {
        RemovedRanges ranges = of("a", "\u00ff");

        assertThat(ranges.contains(key("\u00fe"))).isTrue();
        assertThat(ranges.contains(key("A"))).isFalse();
    }
}
