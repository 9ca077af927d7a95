package dev.tidemark.format.json;

import java.io.IOException;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class JsonWriterTest {
    @ParameterizedTest
    @ValueSource(strings = {"\u001b[2J", "\u0007", "\u007f", "\u009b31m", "\u202e", "\u2028", "\u200b", "\n\r\t"})
    void printsNothingThatATerminalObeys(String text) throws IOException {
        JsonObject document = JsonObject.builder().put(text, text).build();

        for (String written : new String[] {pretty(document), line(document)}) {
            assertThat(written.codePoints()
                            .filter(c -> c != '\n')
                            .noneMatch(c -> Character.getType(c) == Character.CONTROL
                                    || Character.getType(c) == Character.FORMAT
                                    || Character.getType(c) == Character.LINE_SEPARATOR))
                    .as(written)
                    .isTrue();
            assertThat(written).contains("\\");
        }
    }

    @Test
    void leavesLettersOfEveryScriptAsTheyAre() throws IOException {
        assertThat(line(JsonObject.builder().put("größe", "日本 😀").build())).isEqualTo("{\"größe\":\"日本 😀\"}\n");
    }

    @Test
    void writesCompactTextAsSparkDoes() {
        assertThat(JsonWriter.compact(JsonObject.builder().put("a", "x/\u2028").build()))
                .isEqualTo("{\"a\":\"x/\u2028\"}");
    }

    private static String pretty(JsonValue value) throws IOException {
        StringWriter to = new StringWriter();
        JsonWriter.pretty(to, value);
        return to.toString();
    }

    private static String line(JsonValue value) throws IOException {
        StringWriter to = new StringWriter();
        JsonWriter.line(to, value);
        return to.toString();
    }
}
