package dev.tidemark.state.hdfs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RowIndexTest {
    private static final int CHUNK_BYTES = 1 << 22;

    private final RowIndex index = new RowIndex();
    private final Map<String, String> expected = new HashMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void holdsWhatAMapWouldHold(long seed) throws IOException {
        Random random = new Random(seed);
        for (int step = 0; step < 60_000; step++) {
            String key = "k".repeat(random.nextInt(12)) + random.nextInt(9_000);
            if (random.nextInt(4) == 0) {
                remove(key);
            } else {
                put(key, "v".repeat(random.nextInt(90)) + step);
            }
        }

        assertHolds();
    }

    @Test
    void keepsRowsLargerThanAChunkBesideSmallOnes() throws IOException {
        put("before", "small");
        put("large", "x".repeat(CHUNK_BYTES + 1));
        put("full", "y".repeat(CHUNK_BYTES - 8 - "full".length()));
        put("after", "small too");

        assertHolds();

        put("large", "small now");
        remove("full");
        for (int i = 0; i < 5_000; i++) {
            put("many " + i, Integer.toString(i));
        }

        assertHolds();
    }

    @Test
    void findsKeysThatOnceWereRemoved() throws IOException {
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 700; i++) {
                put("key " + i, "round " + round);
            }
            for (int i = 0; i < 700; i += 2) {
                remove("key " + i);
            }
        }

        assertHolds();
    }

    private void put(String key, String value) {
        byte[] keys = ("..." + key).getBytes(StandardCharsets.UTF_8);
        byte[] values = (value + "...").getBytes(StandardCharsets.UTF_8);
        index.put(keys, 3, keys.length - 3, values, 0, values.length - 3);
        expected.put(key, value);
    }

    private void remove(String key) {
        byte[] keys = key.getBytes(StandardCharsets.UTF_8);
        index.remove(keys, 0, keys.length);
        expected.remove(key);
    }

    private void assertHolds() throws IOException {
        Map<String, String> held = new HashMap<>();
        index.forEach("default", (family, key, value) -> {
            assertThat(held.put(key.toText(), value.toText()))
                    .as("a second row of %s", key.toText())
                    .isNull();
            return true;
        });
        assertThat(index.size()).isEqualTo(expected.size());
        assertThat(held).hasSameSizeAs(expected);
        assertThat(held.equals(expected))
                .as("the same keys with the same values")
                .isTrue();
    }
}
