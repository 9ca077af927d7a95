package dev.tidemark.format.binary;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class Murmur3Test {
    private static int ofText(String text) {
        return Murmur3.ofBytes(Slice.of(text.getBytes(StandardCharsets.UTF_8)), Murmur3.SEED);
    }

    @Test
    void hashesNumbersAsSparkDoes() {
        assertThat(Murmur3.ofInt(1, Murmur3.SEED)).isEqualTo(-559_580_957);
        assertThat(Murmur3.ofLong(1, Murmur3.SEED)).isEqualTo(-1_712_319_331);
    }

    @Test
    void mixesTheTailByteByByteAndSigned() {
        assertThat(ofText("Spark")).isEqualTo(228_093_765);
        assertThat(ofText("é")).isEqualTo(2_119_106_806);
        assertThat(ofText("")).isEqualTo(142_593_372);
    }

    @Test
    void takesTheHashOfOneColumnAsTheSeedOfTheNext() {
        int array = Murmur3.ofInt(123, ofText("Spark"));

        assertThat(Murmur3.ofInt(2, array))
                .as("hash('Spark', array(123), 2) in Spark's documentation")
                .isEqualTo(-1_321_691_492);
    }
}
