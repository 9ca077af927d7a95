package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import dev.tidemark.format.binary.Slice;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ChangeOverlayTest {
    private static final int KEYS = 40;

    @RepeatedTest(20)
    void endsAsIfEveryChangeHadBeenMadeToTheWholeStore(RepetitionInfo repetition) throws IOException {
        Random random = new Random(repetition.getCurrentRepetition());
        TreeMap<String, String> base = new TreeMap<>();
        for (int i = 0; i < KEYS; i += 2) {
            base.put(key(i), "base" + i);
        }
        TreeMap<String, String> whole = new TreeMap<>(base);
        ChangeOverlay overlay = new ChangeOverlay(MergeDelimiter.COMMA, key -> bytesOrNull(base.get(text(key))));

        for (int change = 0; change < 60; change++) {
            String key = key(random.nextInt(KEYS));
            String value = "v" + change;
            switch (random.nextInt(4)) {
                case 0 -> {
                    overlay.put(bytes(key), bytes(value));
                    whole.put(key, value);
                }
                case 1 -> {
                    overlay.remove(bytes(key));
                    whole.remove(key);
                }
                case 2 -> {
                    overlay.append(bytes(key), bytes(value));
                    whole.merge(key, value, (one, other) -> one + "," + other);
                }
                default -> {
                    String end = key(random.nextInt(KEYS));
                    overlay.removeRange(bytes(key), bytes(end));
                    if (key.compareTo(end) < 0) {
                        whole.subMap(key, end).clear();
                    }
                }
            }
        }

        Map<String, String> read = new TreeMap<>();
        base.forEach((key, value) -> {
            if (overlay.leaves(Slice.of(bytes(key)))) {
                read.put(key, value);
            }
        });
        overlay.forEachEntry((key, value) -> read.put(text(key.toBytes()), text(value.toBytes())) == null);
        assertThat(read).isEqualTo(whole);
    }

    @Test
    void appendsAMillionTimesToOneKeyAndRemovesAsManyRanges() throws IOException {
        ChangeOverlay overlay = new ChangeOverlay(MergeDelimiter.COMMA, key -> null);
        for (int i = 0; i < 1_000_000; i++) {
            overlay.append(bytes("list"), bytes("x"));
            overlay.removeRange(bytes("r" + 2 * i), bytes("r" + 2 * i + "a"));
        }

        int[] length = {0};
        overlay.forEachEntry((key, value) -> {
            length[0] = value.length();
            return true;
        });
        assertThat(length[0]).isEqualTo(1_999_999);
    }

    private static String key(int number) {
        return "k%02d".formatted(number);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bytesOrNull(String text) {
        return text == null ? null : bytes(text);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
