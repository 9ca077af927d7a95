package dev.tidemark.format.json;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

import dev.tidemark.evidence.Location;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JsonCursorStrictnessTest {
    private static JsonCursor over(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new JsonCursor().over(bytes, 0, bytes.length);
    }

    @Test
    void readsTheMembersOfAnObject() throws JsonCursor.NotJsonException {
        JsonCursor cursor = over(" { \"a\" : 12 , \"b\":\"x\", \"c\":true,\"d\":null}");

        assertThat(cursor.enterObject()).isTrue();
        assertThat(cursor.name()).isEqualTo("a");
        assertThat(cursor.whole()).isEqualTo(12);
        assertThat(cursor.nextMember()).isTrue();
        assertThat(cursor.name()).isEqualTo("b");
        assertThat(cursor.string()).isEqualTo("x");
        assertThat(cursor.nextMember()).isTrue();
        assertThat(cursor.name()).isEqualTo("c");
        assertThat(cursor.truth()).isTrue();
        assertThat(cursor.nextMember()).isTrue();
        assertThat(cursor.name()).isEqualTo("d");
        assertThat(cursor.skipNull()).isTrue();
        assertThat(cursor.nextMember()).isFalse();
        assertThat(cursor.hasMore()).isFalse();
    }

    @Test
    void decodesEscapesAndEveryLengthOfCharacter() throws JsonCursor.NotJsonException {
        assertThat(over("\"a\\u00e9\\n\\\"\\/\u00e9\u65e5\ud83d\ude00z\"").string())
                .isEqualTo("a\u00e9\n\"/\u00e9\u65e5\ud83d\ude00z");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "01",
                "1.",
                "-",
                "1e",
                "tru",
                "nul",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "{",
                "{\"a\"}",
                "{\"a\":1,}",
                "[1,]",
                "[1 2]",
                "'a'",
                ""
            })
    void refusesWhatIsNoJson(String text) {
        assertThatThrownBy(() -> over(text).skip()).isInstanceOf(JsonCursor.NotJsonException.class);
    }

    @Test
    void refusesControlCharactersAndBrokenUtf8() {
        assertThatThrownBy(() -> over("\"a\u0001b\"").skip()).hasMessage("a control character in a string");
        byte[] broken = {'"', (byte) 0xC3, '(', '"'};
        assertThatThrownBy(() -> new JsonCursor().over(broken, 0, broken.length).skip())
                .hasMessage("not UTF-8");
    }

    @Test
    void skipsNestingOfAnyDepthWithoutRecursion() throws JsonCursor.NotJsonException {
        String deep = "[".repeat(200_000) + "]".repeat(200_000);
        JsonCursor cursor = over(deep);

        cursor.skip();

        assertThat(cursor.hasMore()).isFalse();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13})
    void acceptsNothingThatTheStrictParserRefuses(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String base = "{\"a\":[1,2.5e3,\"x\\n\",{\"b\":null}],\"c\":false,\"d\":\"\u00e9\"}";
        for (int i = 0; i < 5000; i++) {
            byte[] bytes = base.getBytes(StandardCharsets.UTF_8);
            for (int flips = random.nextInt(3); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] =
                        (byte) " \"{}[],:0123456789.eE+-ntfabx\\".charAt(random.nextInt(30));
            }
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            if (skips(text)) {
                assertThat(JsonParser.parse(Location.of("t"), text).isIntact())
                        .as(text)
                        .isTrue();
            }
        }
    }

    private static boolean skips(String text) {
        try {
            over(text).skip();
            return true;
        } catch (JsonCursor.NotJsonException refused) {
            return false;
        }
    }
}
