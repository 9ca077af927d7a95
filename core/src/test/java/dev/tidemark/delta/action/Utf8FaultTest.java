package dev.tidemark.delta.action;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class Utf8FaultTest {
    private static String of(byte[] bytes) {
        return Utf8Fault.of(bytes, 0, bytes.length);
    }

    @ParameterizedTest
    @CsvSource({
        "a\u00e9\"b, Invalid UTF-8 middle byte 0x22",
        "\u00c3\u00a9\u0080, Invalid UTF-8 start byte 0x80",
        "\u00ff, Invalid UTF-8 start byte 0xff",
        "\u00e2\u0082x, Invalid UTF-8 middle byte 0x78",
        "\u00f0\u009f\u0098x, Invalid UTF-8 middle byte 0x78"
    })
    void namesTheFirstByteThatIsNone(String bytes, String said) {
        assertThat(of(bytes.getBytes(StandardCharsets.ISO_8859_1))).isEqualTo(said);
    }

    @Test
    void findsNothingInUtf8() {
        assertThat(of("gr\u00fc\u00dfe \u20ac \ud83d\ude00".getBytes(StandardCharsets.UTF_8)))
                .isEmpty();
    }

    @Test
    void leavesACharacterThatIsCutToItsLine() {
        assertThat(of(new byte[] {'a', (byte) 0xe2, (byte) 0x82})).isEmpty();
    }
}
