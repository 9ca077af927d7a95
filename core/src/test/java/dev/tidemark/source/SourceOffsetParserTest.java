package dev.tidemark.source;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SourceOffsetParserTest {
    private static final Location AT = new Location("offsets/5", 3, Location.NO_BYTE);

    @Test
    void readsADeltaOffset() {
        String text =
                "{\"sourceVersion\":1,\"reservoirId\":\"r\",\"reservoirVersion\":4,\"index\":-1,\"isStartingVersion\":true}";

        assertThat(offset(text)).isEqualTo(new SourceOffset.Delta(json(text), 1, "r", 4, -1, true));
    }

    @Test
    void missingFieldsOfADeltaOffsetAreZeroAndFalse() {
        String text = "{\"sourceVersion\":3,\"reservoirId\":\"r\"}";

        assertThat(offset(text)).isEqualTo(new SourceOffset.Delta(json(text), 3, "r", 0, 0, false));
    }

    @Test
    void readsAKafkaOffset() {
        String text = "{\"t\":{\"0\":23,\"1\":-1},\"u\":{\"10\":5}}";

        assertThat(offset(text))
                .isEqualTo(new SourceOffset.Kafka(
                        json(text),
                        new TreeMap<>(Map.of(
                                "t", new TreeMap<>(Map.of(0, 23L, 1, -1L)), "u", new TreeMap<>(Map.of(10, 5L))))));
    }

    @Test
    void readsTheFileSourcesOffset() {
        assertThat(offset("{\"logOffset\":345}")).isEqualTo(new SourceOffset.FileLog(json("{\"logOffset\":345}"), 345));
    }

    @Test
    void aBareNumberIsAWholeOffset() {
        assertThat(offset("-1")).isEqualTo(new SourceOffset.Whole(json("-1"), -1));
    }

    @Test
    void readsRateOffsets() {
        String micro = "{\"offset\":10,\"timestamp\":1000}";
        String continuous = "{\"0\":{\"value\":-1,\"runTimeMs\":5},\"1\":{\"value\":3,\"runTimeMs\":6}}";

        assertThat(offset(micro)).isEqualTo(new SourceOffset.RateMicroBatch(json(micro), 10, 1000));
        assertThat(offset(continuous))
                .isEqualTo(new SourceOffset.ContinuousRate(
                        json(continuous), new TreeMap<>(Map.of(0, -1L, 1, 3L)), new TreeMap<>(Map.of(0, 5L, 1, 6L))));
    }

    @Test
    void readsASequentialUnion() {
        String text = "{\"activeSourceName\":\"b\",\"allSourceNames\":[\"a\",\"b\"],\"completedSourceNames\":[\"a\"]}";

        assertThat(offset(text))
                .isEqualTo(new SourceOffset.SequentialUnion(json(text), "b", List.of("a", "b"), List.of("a")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "\"x\"",
                "[1]",
                "null",
                "1.5",
                "{\"shardId-1\":{\"iteratorType\":\"AT\"}}",
                "{\"t\":{}}",
                "{\"logOffset\":\"4\"}",
                "{\"t\":{\"0\":1},\"u\":2}"
            })
    void anythingElseStaysOpaque(String text) {
        assertThat(offset(text)).isEqualTo(new SourceOffset.Opaque(json(text)));
    }

    @Test
    void textThatIsNoJsonIsDamaged() {
        assertThat(SourceOffsetParser.parse(AT, "{\"a\":")
                        .damage()
                        .orElseThrow()
                        .kind())
                .isEqualTo(DamageKind.TRUNCATED);
        assertThat(SourceOffsetParser.parse(AT, "").damage().orElseThrow().kind())
                .isEqualTo(DamageKind.EMPTY);
        assertThat(SourceOffsetParser.parse(AT, "nope")
                        .damage()
                        .orElseThrow()
                        .at()
                        .line())
                .isEqualTo(3);
    }

    private static SourceOffset offset(String text) {
        Parsed<SourceOffset> parsed = SourceOffsetParser.parse(AT, text);
        assertThat(parsed.damage()).isEmpty();
        return parsed.value().orElseThrow();
    }

    private static JsonValue json(String text) {
        return JsonParser.parse(AT, text).value().orElseThrow();
    }
}
