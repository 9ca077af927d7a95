package dev.tidemark.checkpoint;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Intact;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StreamMetadataParserTest {
    private static final String ID = "7ac1a1f5-5b0c-4d3c-9e3a-0c9a7e5b1d11";
    private static final String WHOLE = "{\"id\":\"" + ID + "\"}";

    @Test
    void readsTheQueryId() {
        assertThat(parse(WHOLE)).isEqualTo(new Intact<>(new StreamMetadata(UUID.fromString(ID))));
    }

    @Test
    void tellsEmptyCutMissingAndNoUuidApart() {
        assertThat(flaw("")).isEqualTo(new LogFlaw.NotJson(DamageKind.EMPTY, "nothing"));
        assertThat(parse("{\"id\":").damage().orElseThrow().kind()).isEqualTo(DamageKind.TRUNCATED);
        assertThat(flaw("{}")).isEqualTo(new LogFlaw.WrongShape("id", ""));
        assertThat(flaw("{\"id\":\"me\"}")).isEqualTo(new LogFlaw.BadUuid("me"));
        assertThat(flaw("[]")).isEqualTo(new LogFlaw.WrongShape("id", ""));
        assertThat(flaw("null")).isEqualTo(new LogFlaw.WrongShape("", "null"));
    }

    @Test
    void noPrefixIsWhole() {
        for (int length = 0; length < WHOLE.length(); length++) {
            assertThat(parse(WHOLE.substring(0, length)).isIntact())
                    .as("%d bytes", length)
                    .isFalse();
        }
    }

    @Test
    void everySingleByteChangeIsAnIdOrADamage() {
        byte[] bytes = WHOLE.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            byte original = bytes[i];
            for (int value = 0; value < 256; value++) {
                bytes[i] = (byte) value;
                Parsed<StreamMetadata> parsed = StreamMetadataParser.parse(Location.of("metadata"), bytes);
                assertThat(parsed.value().isPresent())
                        .isNotEqualTo(parsed.damage().isPresent());
            }
            bytes[i] = original;
        }
    }

    private static Object flaw(String text) {
        return parse(text).damage().orElseThrow().cause();
    }

    private static Parsed<StreamMetadata> parse(String text) {
        return StreamMetadataParser.parse(Location.of("metadata"), text.getBytes(StandardCharsets.UTF_8));
    }
}
