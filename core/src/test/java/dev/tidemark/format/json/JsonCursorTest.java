package dev.tidemark.format.json;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

import dev.tidemark.Mutations;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonCursorTest {
    private static final Location AT = Location.of("line.json");
    private static final String[] PIECES = {
        "a",
        "part-00000",
        "\\\"",
        "\\\\",
        "\\n",
        "\\u0041",
        "\\ud83d\\ude00",
        "é",
        "\ud83d\ude00",
        "{",
        "}",
        ":",
        " ",
        "\\/"
    };

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void readsAndSkipsTheStringsThatJacksonReads(long seed) throws JsonCursor.NotJsonException {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 500; round++) {
            StringBuilder body = new StringBuilder();
            for (int i = random.nextInt(24); i > 0; i--) {
                body.append(PIECES[random.nextInt(PIECES.length)]);
            }
            String json = "{\"k\":\"" + body + "\",\"n\":7}";
            JsonObject expected = JsonParser.parseObject(AT, json).value().orElseThrow();

            JsonCursor reading = over(json);
            assertThat(reading.enterObject()).isTrue();
            assertThat(reading.name()).isEqualTo("k");
            assertThat(reading.string()).as(json).isEqualTo(expected.text("k").orElseThrow());
            assertThat(reading.nextMember()).isTrue();
            assertThat(reading.name()).isEqualTo("n");
            assertThat(reading.whole()).isEqualTo(7);

            JsonCursor skipping = over(json);
            skipping.enterObject();
            skipping.name();
            skipping.skip();
            assertThat(skipping.nextMember()).as(json).isTrue();
            assertThat(skipping.name()).isEqualTo("n");
        }
    }

    @Test
    void acceptsNothingThatJacksonRefuses() {
        byte[] healthy = ("{\"add\":{\"path\":\"day=1/p%20a.parquet\",\"size\":-12,\"f\":1.5e3,\"t\":true,\"x\":null,"
                        + "\"stats\":\"{\\\"numRecords\\\":12,\\\"min\\\":{\\\"a\\\":\\\"\\u00e9\\\\\\\"\\\"}}\",\"l\":[1,[],{}]}}")
                .getBytes(StandardCharsets.UTF_8);

        Mutations.seeds(1).forEach(seed -> {
            byte[] mutant = Mutations.ofSeed(seed).mutate(healthy);
            if (isAccepted(mutant)) {
                Parsed<JsonValue> parsed = JsonParser.parse(AT, new String(mutant, StandardCharsets.UTF_8));
                assertThat(parsed.damage())
                        .as("seed %d: %s", seed, new String(mutant, StandardCharsets.UTF_8))
                        .isEmpty();
            }
        });
    }

    @Test
    void refusesEveryCut() {
        String json = "{\"stats\":\"{\\\"numRecords\\\":12}\",\"l\":[1,{\"a\":null}]}";

        for (int length = 0; length < json.length(); length++) {
            String cut = json.substring(0, length);
            assertThatThrownBy(() -> over(cut).skip()).as(cut).isInstanceOf(JsonCursor.NotJsonException.class);
        }
    }

    private static boolean isAccepted(byte[] bytes) {
        try {
            JsonCursor cursor = new JsonCursor().over(bytes, 0, bytes.length);
            cursor.skip();
            return !cursor.hasMore();
        } catch (JsonCursor.NotJsonException refused) {
            return false;
        }
    }

    private static JsonCursor over(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return new JsonCursor().over(bytes, 0, bytes.length);
    }

    /** Looking at the likely name first is a short cut and nothing else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"path\":1}",
                "{ \"path\" : 1 }",
                "{\"size\":1}",
                "{\"paths\":1}",
                "{\"pat\":1}",
                "{\"path",
                "{\"path\"",
                "{\"path\"1}",
                "{\"path\\\"\":1}",
                "{\"pat\\u0068\":1}",
                "{\"\":1}",
                "{path:1}"
            })
    void findsANameWhicheverIsLikely(String json) {
        byte[][] known = {"path".getBytes(StandardCharsets.US_ASCII), "size".getBytes(StandardCharsets.US_ASCII)};

        String unaided = nameIn(json, known, known.length);

        for (int likely = 0; likely < known.length; likely++) {
            assertThat(nameIn(json, known, likely))
                    .as("%s, likely %d", json, likely)
                    .isEqualTo(unaided);
        }
    }

    private static String nameIn(String json, byte[][] known, int likely) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonCursor cursor = new JsonCursor().over(bytes, 0, bytes.length);
        try {
            cursor.enterObject();
            return cursor.name(known, likely) + " then " + cursor.whole();
        } catch (JsonCursor.NotJsonException refused) {
            return "refused";
        }
    }
}
