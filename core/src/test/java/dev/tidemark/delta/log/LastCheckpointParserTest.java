package dev.tidemark.delta.log;

import java.nio.charset.StandardCharsets;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LastCheckpointParserTest {
    /** The example of the protocol's section on the checksum of this file. */
    private static final String SAMPLE = "{\"version\":0,\"size\":1}";

    private static Parsed<LastCheckpoint> parse(String text) {
        return LastCheckpointParser.parse(
                Location.of("_delta_log/_last_checkpoint"), text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void readsAHintWithoutAChecksum() {
        assertThat(parse(SAMPLE).value())
                .contains(new LastCheckpoint(0, 1, null, false, false, null, LastCheckpoint.Digest.ABSENT));
    }

    @Test
    void readsANumberInQuotesAsJacksonDoes() {
        assertThat(parse("{\"version\":\"12\",\"size\":5,\"parts\":3}").value())
                .contains(new LastCheckpoint(12, 5, 3, false, false, null, LastCheckpoint.Digest.ABSENT));
    }

    @Test
    void tellsAChecksumThatDoesNotMatch() {
        assertThat(parse("{\"version\":1,\"size\":1,\"checksum\":\"00\"}").value())
                .map(LastCheckpoint::digest)
                .contains(LastCheckpoint.Digest.MISMATCH);
    }

    @Test
    void acceptsTheChecksumOfSpark() {
        // MD5 of "size"=1,"version"=0
        assertThat(parse("{\"version\":0,\"size\":1,\"checksum\":\"" + md5("\"size\"=1,\"version\"=0") + "\"}")
                        .value())
                .map(LastCheckpoint::digest)
                .contains(LastCheckpoint.Digest.MATCHES);
    }

    @Test
    void tellsTheProtocolsOrderFromSparks() {
        StringBuilder array = new StringBuilder();
        StringBuilder byPath = new StringBuilder();
        String[] order = {"0", "1", "10", "2", "3", "4", "5", "6", "7", "8", "9"};
        for (int i = 0; i < 11; i++) {
            array.append(i == 0 ? "" : ",").append(i);
            byPath.append("\"a\"+")
                    .append(order[i])
                    .append('=')
                    .append(order[i])
                    .append(',');
        }
        String digest = md5(byPath + "\"version\"=1");

        assertThat(parse("{\"version\":1,\"a\":[" + array + "],\"checksum\":\"" + digest + "\"}")
                        .value())
                .map(LastCheckpoint::digest)
                .contains(LastCheckpoint.Digest.MATCHES_PROTOCOL_ONLY);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[1]",
                "{\"version\":1,\"version\":2}",
                "{\"version\":1.5}",
                "{\"version\":true}",
                "{\"version\":1"
            })
    void isDamagedWhenSparkCannotReadIt(String text) {
        assertThat(parse(text).damage()).isPresent();
    }

    private static String md5(String text) {
        try {
            byte[] digest =
                    java.security.MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
            return java.util.HexFormat.of().formatHex(digest);
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
