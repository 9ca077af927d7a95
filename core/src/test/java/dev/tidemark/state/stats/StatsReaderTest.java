package dev.tidemark.state.stats;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

import dev.tidemark.format.binary.Murmur3;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.hdfs.HdfsStateStore;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.StoreSchema;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StatsReaderTest {
    private static final StateStoreId ID = StateStoreId.ofDefault(0, 1);
    private static final StateConf UNCOMPRESSED =
            new StateConf(Map.of("spark.sql.streaming.stateStore.compression.codec", "none"));
    private static final StructSchema KEY = StructSchema.of(
            StructSchema.Field.of("k", SparkType.Simple.LONG),
            new StructSchema.Field(
                    "ts",
                    SparkType.Simple.TIMESTAMP,
                    true,
                    new JsonObject(List.of(new JsonObject.Member("spark.watermarkDelayMs", JsonNumber.of(1000))))));
    private static final StructSchema VALUE = StructSchema.of(StructSchema.Field.of("count", SparkType.Simple.LONG));
    private static final StoreSchema STORE = new StoreSchema(
            "default", List.of(ColumnFamilySchema.of("default", KEY, VALUE, KeyEncoding.Whole.WHOLE)), false);

    private final MemoryStorage storage = new MemoryStorage();

    private static byte[] row(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(0);
        for (long value : values) {
            bytes.putLong(value);
        }
        return bytes.array();
    }

    /** A change file: keys to put, each with its time in milliseconds, then keys to remove. */
    private void changes(long version, long[][] puts, long[]... removals) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        for (long[] put : puts) {
            byte[] key = row(put[0], put[1] * 1000);
            byte[] value = row(1);
            out.writeInt(key.length);
            out.write(key);
            out.writeInt(value.length);
            out.write(value);
        }
        for (long[] removal : removals) {
            byte[] key = row(removal[0], removal[1] * 1000);
            out.writeInt(key.length);
            out.write(key);
            out.writeInt(-1);
        }
        out.writeInt(-1);
        storage.with(ID.directory().child(version + ".delta").value(), bytes.toByteArray(), 0);
    }

    private PartitionStats stats(Moments moments, int partitions, long batchId) throws IOException {
        StatsReader reader =
                new StatsReader(OperatorName.AGGREGATION, STORE, StateVersions.BY_NUMBER, moments, partitions);
        return reader.read(HdfsStateStore.of(storage, ID, UNCOMPRESSED), batchId, 10);
    }

    @Test
    void countsRowsAndBytesAndWhatEachBatchDid() throws IOException {
        changes(1, new long[][] {{1, 10}, {2, 20}, {3, 30}});
        changes(2, new long[][] {{2, 20}, {4, 40}}, new long[] {1, 10});

        PartitionStats stats = stats(new Moments(null, null, null), 0, 1);

        assertThat(stats.damages()).isEmpty();
        assertThat(stats.rows()).isEqualTo(3);
        assertThat(stats.bytes()).isEqualTo(3 * (24 + 16));
        assertThat(stats.growth())
                .containsExactly(
                        new BatchGrowth(0, 3, 0, 3 * (4 + 24 + 4 + 16) + 4, 3),
                        new BatchGrowth(1, 2, 1, 2 * (4 + 24 + 4 + 16) + 4 + 24 + 4 + 4, 3));
    }

    @Test
    void tellsOverdueRowsFromThoseTheNextBatchDrops() throws IOException {
        changes(1, new long[][] {{1, 10}, {2, 20}, {3, 30}, {4, 31}});

        PartitionStats stats = stats(new Moments(10L, 30L, 99L), 0, 0);

        assertThat(stats.families().get(0).ages()).isEqualTo(new FamilyStats.Ages(1, 3));
    }

    @Test
    void saysNothingOfAgesThatAreNotKnown() throws IOException {
        changes(1, new long[][] {{1, 10}});

        assertThat(stats(new Moments(null, null, null), 0, 0).families().get(0).ages())
                .isEqualTo(new FamilyStats.Ages(0, 0));
    }

    @Test
    void findsKeysThatHashToAnotherPartition() throws IOException {
        changes(1, new long[][] {{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}, {6, 60}});
        long elsewhere = 0;
        for (long k = 1; k <= 6; k++) {
            int hash = Murmur3.ofLong(k * 10_000, Murmur3.ofLong(k, Murmur3.SEED));
            elsewhere += Math.floorMod(hash, 3) == 1 ? 0 : 1;
        }

        PartitionStats stats = stats(new Moments(null, null, null), 3, 0);

        assertThat(elsewhere).isBetween(1L, 6L);
        assertThat(stats.families().get(0).misplaced()).isEqualTo(elsewhere);
    }
}
