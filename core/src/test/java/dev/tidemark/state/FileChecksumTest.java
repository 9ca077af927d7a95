package dev.tidemark.state;

import java.nio.charset.StandardCharsets;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FileChecksumTest {
    private static final Location AT = Location.of("state/0/0/2.delta.crc");
    private static final String TEXT =
            "{\"algorithm\":\"CRC32C\",\"value\":7,\"mainFileSize\":46,\"timestampMs\":0,\"creator\":{\"executorId\":\"spark\"}}";

    @Test
    void readsTheChecksumAndTheSize() {
        assertThat(FileChecksum.parse(AT, bytes()).value()).contains(new FileChecksum(7, 46));
    }

    @Test
    void refusesAByteThatIsNoTextWhereverItStands() {
        int inAFieldThatNobodyReads = TEXT.indexOf("spark");
        byte[] bytes = bytes();
        bytes[inAFieldThatNobodyReads] ^= (byte) 0xFF;

        Damage damage = FileChecksum.parse(AT, bytes).damage().orElseThrow();

        assertThat(damage.at().byteOffset()).isEqualTo(inAFieldThatNobodyReads);
        assertThat(damage.cause()).isEqualTo(StateFlaw.SIDE_FILE_NOT_TEXT);
    }

    @Test
    void missesAFieldAsSparkDoesWhateverItNeedsItFor() {
        Damage damage = FileChecksum.parse(AT, TEXT.replace("creator", "creatos"))
                .damage()
                .orElseThrow();

        assertThat(damage.expected()).contains("creator");
    }

    @Test
    void doesNotMindWhatFollowsTheObject() {
        assertThat(FileChecksum.parse(AT, TEXT + "\0\0").value()).contains(new FileChecksum(7, 46));
    }

    private static byte[] bytes() {
        return TEXT.getBytes(StandardCharsets.UTF_8);
    }
}
