package dev.tidemark.checkpoint.commit;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Intact;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class CommitEntryParserTest {
    private static final Location AT = Location.of("commits/5");
    private static final String V3 =
            "v3\n{\"nextBatchWatermarkMs\":9,\"stateUniqueIds\":{\"0\":[[\"a\",\"b\"],[\"c\",\"d\"]]},"
                    + "\"sinkMetadataMap\":{\"out\":{\"sinkName\":\"out\",\"commitOffset\":\"-\",\"providerName\":\"p.S\","
                    + "\"apiVersion\":\"DSv1\",\"isActive\":true}}}";

    @Test
    void readsTheWatermarkForTheNextBatch() {
        assertThat(parse("v1\n{\"nextBatchWatermarkMs\":1000}"))
                .isEqualTo(new Intact<>(new CommitEntry(1, 1000L, null, Map.of())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1\n{}", "v1", "v1\n", " v1 \n{}", "v1\r\n{}\n"})
    void anEmptyObjectAndNoneAtAllAreWholeCommits(String text) {
        assertThat(parse(text)).isEqualTo(new Intact<>(new CommitEntry(1, null, null, Map.of())));
        assertThat(parse(text).value().orElseThrow().nextWatermarkMs()).isZero();
    }

    @Test
    void readsUniqueStateIdsAndSinks() {
        assertThat(parse(V3))
                .isEqualTo(new Intact<>(new CommitEntry(
                        3,
                        9L,
                        Map.of(0L, List.of(List.of("a", "b"), List.of("c", "d"))),
                        Map.of("out", new SinkMetadata("out", "-", "p.S", "DSv1", true)))));
    }

    @Test
    void tellsNoIdsFromNoSuchField() {
        assertThat(parse("v2\n{\"nextBatchWatermarkMs\":0,\"stateUniqueIds\":{}}")
                        .value()
                        .orElseThrow()
                        .stateUniqueIds())
                .isEqualTo(Map.of());
        assertThat(parse("v2\n{}").value().orElseThrow().stateUniqueIds()).isNull();
    }

    @Test
    void aThirdVersionWantsExactlyOneActiveSink() {
        Parsed<CommitEntry> parsed = parse("v3\n{\"nextBatchWatermarkMs\":9,\"sinkMetadataMap\":{}}");

        assertThat(parsed.damage().orElseThrow().cause()).isInstanceOf(LogFlaw.RequirementFailed.class);
        assertThat(parsed.value().orElseThrow().version()).isEqualTo(3);
    }

    @Test
    void takesJsonThatIsNoObjectForOneWithoutFields() {
        for (String json : List.of("true", "1", "1e400", "\"x\"", "[]", "[1]", "{} x")) {
            assertThat(parse("v1\n" + json)).isEqualTo(new Intact<>(new CommitEntry(1, null, null, Map.of())));
        }
    }

    @Test
    void narrowsNumbersAsScalaDoes() {
        assertThat(nextWatermark("18446744073709551617")).isEqualTo(1);
        assertThat(nextWatermark("-9223372036854775809")).isEqualTo(Long.MAX_VALUE);
        assertThat(nextWatermark("-1.5")).isEqualTo(-1);
        assertThat(nextWatermark("1e400")).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void takesStateIdsOfAnotherShapeForNone() {
        for (String ids : List.of("1", "[]", "{\"0\":1}", "{\"0\":[1]}", "{\"0\":[[true]]}")) {
            assertThat(stateIds(ids)).as(ids).isNull();
        }
        assertThat(stateIds("{\"0\":null,\"1\":[null,[1.50]]}"))
                .isEqualTo(Map.of(0L, List.of(), 1L, List.of(List.of(), List.of("1.5"))));
    }

    @Test
    void aFieldThatStandsTwiceHasNoUsableValue() {
        assertFlaw(
                "v1\n{\"nextBatchWatermarkMs\":1,\"nextBatchWatermarkMs\":2}",
                DamageKind.MALFORMED,
                new LogFlaw.WrongShape("nextBatchWatermarkMs", "[1,2]"));
    }

    private static long nextWatermark(String number) {
        Parsed<CommitEntry> parsed = parse("v1\n{\"nextBatchWatermarkMs\":" + number + "}");
        assertThat(parsed.isIntact()).as(number).isTrue();
        return parsed.value().orElseThrow().nextWatermarkMs();
    }

    private static Map<Long, List<List<String>>> stateIds(String ids) {
        Parsed<CommitEntry> parsed = parse("v1\n{\"stateUniqueIds\":" + ids + "}");
        assertThat(parsed.isIntact()).as(ids).isTrue();
        return parsed.value().orElseThrow().stateUniqueIds();
    }

    @Test
    void tellsEmptyUnversionedUnknownAndNoJsonApart() {
        assertFlaw("", DamageKind.EMPTY, new LogFlaw.NoLines());
        assertFlaw("garbage", DamageKind.MALFORMED, new LogFlaw.BadVersionLine("garbage"));
        assertFlaw("v99\n{}", DamageKind.UNSUPPORTED_VERSION, new LogFlaw.UnknownVersion(99, 3));
        assertFlaw("v1\n\n", DamageKind.EMPTY, new LogFlaw.NotJson(DamageKind.EMPTY, "nothing"));
        assertFlaw("v1\nnull", DamageKind.MALFORMED, new LogFlaw.WrongShape("", "null"));
        assertFlaw(
                "v1\n{\"nextBatchWatermarkMs\":{}}",
                DamageKind.MALFORMED,
                new LogFlaw.WrongShape("nextBatchWatermarkMs", "{}"));
    }

    @Test
    void keepsTheWatermarkOfAVersionNobodyKnows() {
        CommitEntry entry = parse("v99\n{\"nextBatchWatermarkMs\":4}").value().orElseThrow();

        assertThat(entry.version()).isEqualTo(99);
        assertThat(entry.recordedNextWatermarkMs()).isEqualTo(4);
    }

    static IntStream cutPoints() {
        return IntStream.range(0, V3.length());
    }

    @ParameterizedTest
    @MethodSource("cutPoints")
    void noPrefixIsWhole(int length) {
        assertThat(parse(V3.substring(0, length)).isIntact())
                .as("only a bare version line, which Spark takes for a commit, is whole")
                .isEqualTo(length == 2 || length == 3);
    }

    @Test
    void everySingleByteChangeIsAnEntryOrADamage() {
        byte[] bytes = V3.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            byte original = bytes[i];
            for (int value = 0; value < 256; value++) {
                bytes[i] = (byte) value;
                Parsed<CommitEntry> parsed = CommitEntryParser.parse(AT, bytes);
                assertThat(parsed.value().isPresent() || parsed.damage().isPresent())
                        .isTrue();
            }
            bytes[i] = original;
        }
    }

    private static void assertFlaw(String text, DamageKind kind, LogFlaw flaw) {
        Parsed<CommitEntry> parsed = parse(text);
        assertThat(parsed.damage()).as(text).isPresent();
        assertThat(parsed.damage().orElseThrow().kind()).isEqualTo(kind);
        assertThat(parsed.damage().orElseThrow().cause()).isEqualTo(flaw);
    }

    private static Parsed<CommitEntry> parse(String text) {
        return CommitEntryParser.parse(AT, text.getBytes(StandardCharsets.UTF_8));
    }
}
