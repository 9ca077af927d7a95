package dev.tidemark.delta.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileTableTest {
    @Test
    void tellsFilesApartByDeletionVector() {
        FileTable<String> table = new FileTable<>();

        table.put("a", null, "plain");
        table.put("a", "u1", "vector");

        assertThat(table.size()).isEqualTo(2);
        assertThat(table.remove("a", "u1")).isEqualTo("vector");
        assertThat(table.contains("a", null)).isTrue();
        assertThat(table.contains("a", "u1")).isFalse();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void holdsWhatAMapHolds(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        FileTable<Integer> table = new FileTable<>();
        Map<String, Integer> map = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            String path = "f" + random.nextInt(500);
            String vector = random.nextInt(4) == 0 ? "v" + random.nextInt(3) : null;
            String key = path + "|" + vector;
            if (random.nextInt(3) == 0) {
                assertThat(table.remove(path, vector)).as(key).isEqualTo(map.remove(key));
            } else {
                assertThat(table.put(path, vector, i)).as(key).isEqualTo(map.put(key, i));
            }
        }

        assertThat(table.size()).isEqualTo(map.size());
        List<Integer> seen = new ArrayList<>();
        table.forEach(seen::add);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(map.values());
    }
}
