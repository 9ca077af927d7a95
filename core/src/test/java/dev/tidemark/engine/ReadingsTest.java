package dev.tidemark.engine;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.io.RecordingStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs over the same evidence share what they read of it. */
class ReadingsTest {
    private static final StoragePath COMMIT = new StoragePath("_delta_log/00000000000000000000.json");
    private static final String TABLE = "/lake/orders";

    private static RecordingStorage table() {
        MemoryStorage table = new MemoryStorage();
        String commit = "{\"protocol\":{\"minReaderVersion\":1,\"minWriterVersion\":2}}\n"
                + "{\"metaData\":{\"id\":\"t\",\"format\":{\"provider\":\"parquet\",\"options\":{}},\"schemaString\":"
                + "\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[{\\\"name\\\":\\\"a\\\",\\\"type\\\":\\\"long\\\",\\\"nullable\\\":true,\\\"metadata\\\":{}}]}\","
                + "\"partitionColumns\":[],\"configuration\":{},\"createdTime\":0}}\n"
                + add("one") + add("two") + add("three");
        table.write(COMMIT, commit.getBytes(StandardCharsets.UTF_8));
        List.of("one", "two", "three").forEach(name -> table.write(new StoragePath(name), new byte[] {1}));
        return RecordingStorage.over(table);
    }

    private static String add(String path) {
        return "{\"add\":{\"path\":\"" + path
                + "\",\"partitionValues\":{},\"size\":1,\"modificationTime\":0,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":7}\"}}\n";
    }

    private static QueryDescription query() {
        return new QueryDescription(
                new QueryDescription.Versions("4.1.1", "4.2.0"),
                new Trigger.AvailableNow(),
                Map.of("spark.sql.shuffle.partitions", "1"),
                List.of(new SourceDescription(null, "delta", TABLE, null, Map.of("maxFilesPerTrigger", "1"), null)),
                List.of(),
                new SinkDescription(null, "noop", null, "append", Map.of()));
    }

    @Test
    void readsTheLogOfATableNoMoreOftenForManyRunsThanForOne() throws Exception {
        RecordingStorage once = table();
        RecordingStorage often = table();
        SparkVersion spark = SparkVersion.of("4.1.1").orElseThrow();
        Reach reach = new Reach(null, Reach.DataFiles.LEFT_ALONE);
        RestartEngine.predict(query(), spark, new MemoryStorage(), Places.of(PathMapping.NONE, place -> once), reach);

        CrashProof proof = CrashSearch.of(
                query(),
                spark,
                new MemoryStorage(),
                Places.of(PathMapping.NONE, place -> often),
                3,
                Reach.DataFiles.LEFT_ALONE);

        assertThat(proof.verdict()).as(proof.unknown().toString()).isEqualTo(CrashProof.Verdict.BROKEN);
        assertThat(proof.effort().disks()).isGreaterThan(3);
        assertThat(opened(once)).isPositive();
        assertThat(opened(often))
                .as("one look more, for the batch to begin with")
                .isLessThanOrEqualTo(opened(once) + 1);
    }

    private static long opened(RecordingStorage table) {
        return table.calls().stream()
                .filter(call -> call.operation() == RecordingStorage.Operation.OPEN
                        && call.path().equals(COMMIT))
                .count();
    }
}
