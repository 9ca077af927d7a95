package dev.tidemark.io;

import java.io.IOException;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ObservedPlacesTest {
    private final MemoryStorage table =
            new MemoryStorage().with("_delta_log/0.json", "a").with("part-0.parquet", "x");
    private final Map<String, Storage> byPlace = Map.of("/table", table);
    private final ObservedPlaces observed =
            ObservedPlaces.over(Places.of(PathMapping.NONE, place -> byPlace.get(place)));

    private void read(String directory) throws IOException {
        try (Storage opened = observed.places().open("/table")) {
            opened.list(new StoragePath(directory));
        }
    }

    @Test
    void aLogThatStoodStillDidNotChange() throws IOException {
        read("_delta_log");

        assertThat(observed.changes()).isEmpty();
    }

    @Test
    void aCommitThatCameMeanwhileIsNoticedWithItsPlace() throws IOException {
        read("_delta_log");
        table.with("_delta_log/1.json", "b");

        assertThat(observed.changes()).hasSize(1).allMatch(path -> path.endsWith("/_delta_log"));
    }

    @Test
    void dataFilesComeAndGo() throws IOException {
        read("");
        table.with("part-1.parquet", "y");

        assertThat(observed.changes()).isEmpty();
    }
}
