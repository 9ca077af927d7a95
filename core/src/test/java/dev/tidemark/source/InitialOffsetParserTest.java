package dev.tidemark.source;

import java.nio.charset.StandardCharsets;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Intact;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InitialOffsetParserTest {
    private static final Location AT = Location.of("sources/0/0");
    private static final String JSON = "{\"t\":{\"0\":5}}";

    @Test
    void readsKafkasBehindItsZeroByteAndVersion() {
        assertThat(kafka("\0v1\n" + JSON)).isEqualTo(new Intact<>(new InitialOffset.Kafka(AT.atLine(2), JSON)));
    }

    @Test
    void readsKafkasOfSparkTwoOneWithoutVersion() {
        assertThat(kafka((char) 13 + JSON)).isEqualTo(new Intact<>(new InitialOffset.Kafka(AT.atByte(1), JSON)));
    }

    @Test
    void readsTheTimeZeroOfARateSource() {
        assertThat(rate("v1\n1795989373543")).isEqualTo(new Intact<>(new InitialOffset.Rate(1_795_989_373_543L)));
    }

    @Test
    void tellsTheTwoApart() {
        assertThat(InitialOffsetParser.looksLikeKafka("\0v1\n{}".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(InitialOffsetParser.looksLikeKafka("v1\n1".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }

    @Test
    void saysWhatIsWrong() {
        assertThat(kafka("").damage().orElseThrow().kind()).isEqualTo(DamageKind.EMPTY);
        assertThat(kafka("\0v1").damage().orElseThrow().kind()).isEqualTo(DamageKind.TRUNCATED);
        assertThat(kafka("\0v9\n{}").damage().orElseThrow().kind()).isEqualTo(DamageKind.UNSUPPORTED_VERSION);
        assertThat(rate("").damage().orElseThrow().kind()).isEqualTo(DamageKind.EMPTY);
        assertThat(rate("v1").damage().orElseThrow().message())
                .isEqualTo("sources/0/0:2: expected a time in milliseconds, found \"\"");
    }

    @Test
    void everyPrefixAndEveryByteIsAPositionOrADamage() {
        byte[] bytes = ("\0v1\n" + JSON).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            byte original = bytes[i];
            for (int value = 0; value < 256; value++) {
                bytes[i] = (byte) value;
                assertThat(InitialOffsetParser.parseKafka(AT, bytes)).isNotNull();
                assertThat(InitialOffsetParser.parseRate(AT, bytes)).isNotNull();
            }
            bytes[i] = original;
            assertThat(kafka(new String(bytes, 0, i, StandardCharsets.UTF_8)).isIntact())
                    .as("%d bytes", i)
                    .isFalse();
        }
    }

    private static Parsed<InitialOffset> kafka(String text) {
        return InitialOffsetParser.parseKafka(AT, text.getBytes(StandardCharsets.UTF_8));
    }

    private static Parsed<InitialOffset> rate(String text) {
        return InitialOffsetParser.parseRate(AT, text.getBytes(StandardCharsets.UTF_8));
    }
}
