package dev.tidemark.delta.action;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.delta.LogBuilder;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ActionFileReaderTest {
    private static final class Recorder implements ActionSink {
        private final List<String> seen = new ArrayList<>();
        private final List<Action> actions = new ArrayList<>();

        @Override
        public void accept(Action action, long line) {
            actions.add(action);
            seen.add(line + " " + action.name());
        }

        @Override
        public void irregular(Irregularity irregularity, long line) {
            seen.add(line + " " + irregularity.kind() + " " + irregularity.action() + "." + irregularity.field());
        }

        @Override
        public void damaged(LineFault fault, Damage damage, long line) {
            seen.add(line + " " + fault + " at " + damage.at().line());
        }
    }

    private static Recorder read(InputStream in, ActionDetail detail) throws IOException {
        Recorder recorder = new Recorder();
        ActionFileReader.read(in, Location.of("f"), detail, recorder);
        return recorder;
    }

    private static Recorder read(String text, ActionDetail detail) throws IOException {
        return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), detail);
    }

    @Test
    void endsLinesAtFeedsReturnsAndBoth() throws IOException {
        String add = LogBuilder.add("a", 1);

        assertThat(read(add + "\r\n" + add + "\r" + add + "\n" + add, ActionDetail.STATE).seen)
                .containsExactly("1 add", "2 add", "3 add", "4 add");
    }

    @Test
    void readsTheSameWhenBytesComeOneByOne() throws IOException {
        String text = LogBuilder.add("a", 1) + "\r\n" + LogBuilder.remove("b") + "\r\n\r\n{\"x\":1}\r\n";
        InputStream slow = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, 1));
            }
        };

        assertThat(read(slow, ActionDetail.STATE).seen)
                .isEqualTo(read(text, ActionDetail.STATE).seen)
                .containsExactly("1 add", "2 remove", "3 BLANK_LINE .", "4 x");
    }

    @Test
    void goesOnBehindADamagedLine() throws IOException {
        assertThat(read("garbage\nnull\n5\n[1]\n" + LogBuilder.add("a", 1) + "\n{\"add\":{", ActionDetail.STATE).seen)
                .containsExactly(
                        "1 MALFORMED at 1",
                        "2 NULL at 2",
                        "3 SCALAR at 3",
                        "4 ARRAY at 4",
                        "5 add",
                        "6 TRUNCATED at 6");
    }

    @Test
    void tellsEveryMissingAndWrongField() throws IOException {
        assertThat(read("{\"add\":{\"path\":\"a\",\"size\":\"1\"}}", ActionDetail.STATE).seen)
                .containsExactly(
                        "1 MISSING_FIELD add.partitionValues",
                        "1 WRONG_TYPE add.size",
                        "1 MISSING_FIELD add.size",
                        "1 MISSING_FIELD add.modificationTime",
                        "1 MISSING_FIELD add.dataChange",
                        "1 add");
    }

    /** What is not asked for is passed over, and judged all the same. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"partitionValues\":{\"p\":1}",
                "\"partitionValues\":{\"p\":true,\"q\":null}",
                "\"partitionValues\":{\"p\":{\"q\":\"r\"}}",
                "\"partitionValues\":{\"p\":[]}",
                "\"partitionValues\":[]",
                "\"partitionValues\":\"p\"",
                "\"partitionValues\":null",
                "\"partitionValues\":{},\"stats\":{\"numRecords\":1}",
                "\"partitionValues\":{},\"stats\":7",
                "\"partitionValues\":{},\"tags\":{\"t\":1}",
                "\"partitionValues\":{},\"tags\":[]",
                "\"partitionValues\":{},\"baseRowId\":\"1\"",
                "\"partitionValues\":{},\"defaultRowCommitVersion\":1.5",
                "\"partitionValues\":{},\"clusteringProvider\":1",
                "\"partitionValues\":{},\"deletionVector\":{\"storageType\":1}"
            })
    void tellsTheSameOfAWrongFieldWhateverIsAskedFor(String fields) throws IOException {
        String line = "{\"add\":{\"path\":\"a\"," + fields + ",\"size\":1,\"modificationTime\":2,\"dataChange\":true}}";

        List<String> everything = read(line, ActionDetail.EVERYTHING).seen;

        assertThat(everything).as(line).contains("1 add");
        assertThat(read(line, ActionDetail.STATE).seen).as(line).isEqualTo(everything);
        assertThat(read(line, ActionDetail.SUMMARY).seen).as(line).isEqualTo(everything);
    }

    @Test
    void readsOnlyWhatIsAskedFor() throws IOException {
        String line = "{\"add\":{\"path\":\"a\",\"partitionValues\":{\"p\":null,\"q\":\"1\"},\"size\":1,"
                + "\"modificationTime\":2,\"dataChange\":true,\"stats\":\"{\\\"numRecords\\\":3}\",\"tags\":{\"t\":\"u\"}"
                + ",\"baseRowId\":4}}";
        java.util.LinkedHashMap<String, String> partition = new java.util.LinkedHashMap<>();
        partition.put("p", null);
        partition.put("q", "1");

        assertThat(read(line, ActionDetail.SUMMARY).actions)
                .containsExactly(new Add("a", PartitionValues.NONE, 1, 2, true, null, FileDetail.NONE));
        assertThat(read(line, ActionDetail.STATE).actions)
                .containsExactly(new Add("a", new PartitionValues(partition), 1, 2, true, null, FileDetail.NONE));
        assertThat(read(line, ActionDetail.EVERYTHING).actions)
                .containsExactly(new Add(
                        "a",
                        new PartitionValues(partition),
                        1,
                        2,
                        true,
                        null,
                        new FileDetail("{\"numRecords\":3}", Map.of("t", "u"), 4L, null, null)));
    }

    @Test
    void takesWhatSparkTakesBeyondJson() throws IOException {
        assertThat(read("{'txn':{'appId':'a','version':1}}", ActionDetail.STATE).seen)
                .containsExactly("1 LIBERAL_JSON .", "1 txn");
    }

    @Test
    void keepsUnknownActionsWithTheirJson() throws IOException {
        assertThat(read("{\"martian\":{\"a\":[1]}}", ActionDetail.STATE).actions)
                .singleElement()
                .hasToString("UnknownAction[name=martian, value={\"a\":[1]}]");
    }

    @Test
    void readsALineLongerThanABlock() throws IOException {
        String path = "x".repeat(1 << 20);

        assertThat(read(LogBuilder.add(path, 1) + "\n" + LogBuilder.add("b", 1), ActionDetail.STATE).seen)
                .containsExactly("1 add", "2 add");
    }
}
