package dev.tidemark.delta;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.tidemark.Mutations;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.verify.TableVerifier;
import dev.tidemark.delta.verify.VerifyScope;
import dev.tidemark.io.MemoryStorage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * A whole log in which one file is damaged, read by every reader: an answer or a damage, never an exception.
 * {@code -Dtidemark.fuzz=100000} makes more mutants.
 */
class LogFuzzTest {
    private static final Map<String, byte[]> LOG = new LinkedHashMap<>();

    @BeforeAll
    static void makeLog() throws IOException {
        String log = "_delta_log/0000000000000000000";
        text(log + "7.json", "{\"txn\":{\"appId\":\"app\",\"version\":7}}\n");
        LOG.put(log + "7.checkpoint.parquet", resource("classic.parquet"));
        text(
                log + "8.json",
                "{\"commitInfo\":{\"timestamp\":1,\"inCommitTimestamp\":5,\"operation\":\"WRITE\","
                        + "\"operationParameters\":{\"mode\":\"Append\"}}}\n"
                        + "{\"add\":{\"path\":\"p%20q.parquet\",\"partitionValues\":{\"day\":\"1\",\"k\":null},\"size\":11,"
                        + "\"modificationTime\":1,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":3}\","
                        + "\"tags\":{\"a\":\"b\"},\"deletionVector\":{\"storageType\":\"u\","
                        + "\"pathOrInlineDv\":\"vBn[lx{q8@P<9BNH/isA\",\"offset\":1,\"sizeInBytes\":36,"
                        + "\"cardinality\":2}}}\n"
                        + "{\"remove\":{\"path\":\"d.parquet\",\"deletionTimestamp\":9,\"dataChange\":true}}\n");
        text(
                log + "9.json",
                "{\"domainMetadata\":{\"domain\":\"d\",\"configuration\":\"{}\",\"removed\":false}}\n"
                        + "{\"metaData\":{\"id\":\"x\",\"format\":{\"provider\":\"parquet\",\"options\":{}},"
                        + "\"schemaString\":\"{\\\"type\\\":\\\"struct\\\",\\\"fields\\\":[]}\","
                        + "\"partitionColumns\":[],\"configuration\":{\"delta.enableInCommitTimestamps\":\"true\"}}}\n");
        text(
                log + "9.crc",
                "{\"tableSizeBytes\":1,\"numFiles\":2,\"numMetadata\":1,\"numProtocol\":1,\"setTransactions\":[],"
                        + "\"domainMetadata\":[],\"histogramOpt\":{\"sortedBinBoundaries\":[0,8],\"fileCounts\":[1,0],"
                        + "\"totalBytes\":[10,0]},\"allFiles\":[],\"protocol\":{\"minReaderVersion\":1,"
                        + "\"minWriterVersion\":2}}\n");
        text(log + "8.00000000000000000009.compacted.json", "{\"txn\":{\"appId\":\"b\",\"version\":1}}\n");
        text("_delta_log/_last_checkpoint", "{\"version\":7,\"size\":9,\"parts\":null,\"sizeInBytes\":5}");
    }

    static Stream<String> files() {
        return LOG.keySet().stream();
    }

    @ParameterizedTest(name = "mutants of {0}, seeds from 0")
    @MethodSource("files")
    void answersWhateverIsWrongWithOneFile(String damaged) {
        Mutations.seeds(LOG.size()).forEach(seed -> {
            MemoryStorage storage = new MemoryStorage();
            LOG.forEach((path, bytes) -> storage.with(
                    path, path.equals(damaged) ? Mutations.ofSeed(seed).mutate(bytes) : bytes, 1_000));
            try {
                read(storage, new SplittableRandom(seed).nextInt(3));
            } catch (RuntimeException | IOException | OutOfMemoryError | StackOverflowError escaped) {
                fail("seed " + seed + " of " + damaged, escaped);
            }
        });
    }

    private static void read(MemoryStorage storage, int reader) throws IOException {
        switch (reader) {
            case 0 ->
                assertThat(TableVerifier.verify(storage, new VerifyScope(true, true)))
                        .isNotNull();
            case 1 ->
                assertThat(new DeltaTable(storage)
                                .reader(DeltaTable.Engine.SPARK, DeltaBehaviour.DEFAULT, ActionDetail.STATE)
                                .read(OptionalLong.empty()))
                        .isNotNull();
            default ->
                assertThat(new DeltaTable(storage)
                                .reader(DeltaTable.Engine.KERNEL, DeltaBehaviour.DEFAULT, ActionDetail.EVERYTHING)
                                .read(OptionalLong.empty()))
                        .isNotNull();
        }
    }

    private static void text(String path, String text) {
        LOG.put(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = LogFuzzTest.class.getResourceAsStream("/checkpoint/" + name)) {
            return java.util.Objects.requireNonNull(in, name).readAllBytes();
        }
    }
}
