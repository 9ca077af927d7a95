package dev.tidemark.cli;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class StateCommandsTest {
    @TempDir
    private Path checkpoint;

    @BeforeEach
    void writeACheckpoint() throws IOException {
        write(
                "state/0/_metadata/metadata",
                ("v1\n{\"operatorInfo\":{\"operatorId\":0,\"operatorName\":\"stateStoreSave\"},"
                                + "\"stateStoreInfo\":[{\"storeName\":\"default\",\"numColsPrefixKey\":0,\"numPartitions\":2}]}")
                        .getBytes());
        write("state/0/0/_metadata/schema", schema());
        write("state/0/0/1.delta", delta(1, 10, 2, 20));
        write("state/0/0/2.delta", delta(2, 21));
        write("state/0/1/1.delta", delta(3, 30));
        write("state/0/1/2.delta", delta());
        for (int batch = 0; batch < 2; batch++) {
            write("offsets/" + batch, "v1\n{\"batchWatermarkMs\":0,\"batchTimestampMs\":0,\"conf\":{}}\n-".getBytes());
            write("commits/" + batch, "v1\n{\"nextBatchWatermarkMs\":0}".getBytes());
        }
    }

    @Test
    void rowsAreOneJsonObjectALineInOrderOfPartitions() {
        Answer answer = run("state", "rows", place(), "--format", "ndjson");

        assertThat(answer.out()).isEqualTo("""
                {"key":{"k":1},"value":{"count":10},"partition_id":0}
                {"key":{"k":2},"value":{"count":21},"partition_id":0}
                {"key":{"k":3},"value":{"count":30},"partition_id":1}
                """);
        assertThat(answer.code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "9223372036854775807", "99999999999999999999", "x"})
    void refusesWhatIsNoNumberOfABatch(String batch) {
        for (String command : java.util.List.of("rows", "stats", "list", "lineage", "schema")) {
            Answer run = run("state", command, place(), "--batch=" + batch);
            assertThat(run.code()).as(run.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).contains("'" + batch + "' is not a whole number from 0 to 9223372036854775806");
        }
    }

    @Test
    void changesDoNotGoOnPastTheNewestBatch() {
        Answer run = run("state", "changes", place(), "--from", "0", "--to", "9000000000000000000");

        assertThat(run.code()).as(run.toString()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("there is no batch 9000000000000000000; the newest is ");
    }

    @Test
    void rowsCanBeAskedForAnEarlierBatch() {
        assertThat(run("state", "rows", place(), "--batch", "0", "--format", "ndjson")
                        .out())
                .contains("\"count\":20");
    }

    @Test
    void rowsAsTextAreATable() {
        assertThat(run("state", "rows", place()).out()).isEqualTo("""
                partition  k  count
                        0  1     10
                        0  2     21
                        1  3     30

                3 rows
                """);
    }

    @Test
    void rowsAsJsonAreOneDocument() {
        assertThat(run("state", "rows", place(), "--format", "json").out())
                .startsWith("{\"tidemark\":{\"schema\":1,\"command\":\"state rows\"")
                .contains("\"rows\":[\n{\"key\":{\"k\":1}")
                .endsWith("],\n\"damages\":[]}\n");
    }

    @Test
    void aLimitSaysThatThereIsMore() {
        assertThat(run("state", "rows", place(), "--limit", "1").out()).contains("1 row; there are more");
    }

    @Test
    void aConditionPicksKeys() {
        assertThat(run("state", "rows", place(), "--where", "k >= 2 and k != 3", "--format", "ndjson")
                        .out())
                .isEqualTo("{\"key\":{\"k\":2},\"value\":{\"count\":21},\"partition_id\":0}\n");
    }

    @Test
    void aConditionOnAFieldThatIsNotThereIsAUsageError() {
        Answer answer = run("state", "rows", place(), "--where", "nope = 1");

        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("the key has no field nope that can be compared; it has k");
    }

    @Test
    void changesCarryTheirBatch() {
        assertThat(run("state", "changes", place(), "--from", "1", "--format", "ndjson")
                        .out())
                .isEqualTo("""
                {"batch_id":1,"change_type":"update","key":{"k":2},"value":{"count":21},"partition_id":0}
                """);
    }

    @Test
    void aMissingFileKeepsTheRowsBeforeItAndEndsInOne() throws IOException {
        Files.delete(checkpoint.resolve("state/0/0/2.delta"));

        Answer answer = run("state", "rows", place(), "--format", "ndjson");

        assertThat(answer.out()).contains("\"count\":20").contains("\"count\":30");
        assertThat(answer.err()).contains("state/0/0/2.delta: expected the changes of batch 1, found no such file");
        assertThat(answer.code()).isEqualTo(1);
    }

    @Test
    void whatIsNotThereIsAUsageErrorThatSaysWhatIs() {
        assertThat(run("state", "rows", place(), "--operator", "7").err()).contains("there is no operator 7");
        Answer store = run("state", "rows", place(), "--store", "nope");
        assertThat(store.err()).contains("operator 0 has no store nope; it has default");
        assertThat(store.code()).isEqualTo(2);
        assertThat(run("state", "rows", place(), "--join-side", "left").err()).contains("is no stream-stream join");
    }

    @Test
    void listNamesOperatorsStoresAndFiles() {
        assertThat(run("state", "list", place()).out())
                .contains("operator 0  stateStoreSave")
                .contains("HDFS-backed, lz4")
                .containsPattern("default +k +count +4 ");
    }

    @Test
    void schemaShowsKeyAndValue() {
        assertThat(run("state", "schema", place()).out())
                .contains("store default")
                .containsPattern("key +k +bigint +yes")
                .containsPattern("value +count +bigint +yes");
    }

    private record Answer(int code, String out, String err) {}

    private static Answer run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(new PrintWriter(out), new PrintWriter(err), args);
        return new Answer(code, out.toString(), err.toString());
    }

    private String place() {
        return checkpoint.toString();
    }

    private void write(String path, byte[] bytes) throws IOException {
        Path file = checkpoint.resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private static byte[] schema() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeUTF("v2");
        for (String name : new String[] {"k", "count"}) {
            out.writeInt(1);
            out.writeUTF("{\"type\":\"struct\",\"fields\":[{\"name\":\"" + name
                    + "\",\"type\":\"long\",\"nullable\":true,\"metadata\":{}}]}");
        }
        return bytes.toByteArray();
    }

    /** Puts of keys and values in turn. */
    private static byte[] delta(long... keysAndValues) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream lz4 = new LZ4BlockOutputStream(bytes, 32 * 1024);
                DataOutputStream out = new DataOutputStream(lz4)) {
            for (long number : keysAndValues) {
                out.writeInt(16);
                out.write(ByteBuffer.allocate(16)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(0)
                        .putLong(number)
                        .array());
            }
            out.writeInt(-1);
        }
        return bytes.toByteArray();
    }
}
