package dev.tidemark.checkpoint.log;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class HadoopChecksumTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 513, 1024, 1500})
    void matchesTheBytesItWasTakenOf(int length) throws IOException {
        byte[] bytes = bytes(length);

        assertThat(HadoopChecksum.verify(checksums(bytes), bytes)).isEqualTo(ChecksumVerdict.MATCHES);
    }

    @Test
    void noticesEveryChangedByteAndEveryCut() throws IOException {
        byte[] bytes = bytes(700);
        byte[] checksums = checksums(bytes);
        for (int i = 0; i < bytes.length; i++) {
            byte[] changed = bytes.clone();
            changed[i] ^= 1;
            assertThat(HadoopChecksum.verify(checksums, changed)).isEqualTo(ChecksumVerdict.DIFFERS);
        }
        for (int length = 1; length < bytes.length; length++) {
            if (length != 512) {
                assertThat(HadoopChecksum.verify(checksums, Arrays.copyOf(bytes, length)))
                        .as("%d bytes", length)
                        .isEqualTo(ChecksumVerdict.DIFFERS);
            }
        }
    }

    @Test
    void aFileThatIsNoChecksumFileSaysNothing() {
        assertThat(HadoopChecksum.verify(new byte[0], new byte[1])).isEqualTo(ChecksumVerdict.NO_CHECKSUMS);
        assertThat(HadoopChecksum.verify(
                        "crc\0\0\0\0\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII), new byte[1]))
                .isEqualTo(ChecksumVerdict.NO_CHECKSUMS);
        assertThat(HadoopChecksum.verify("not a crc".getBytes(java.nio.charset.StandardCharsets.US_ASCII), new byte[1]))
                .isEqualTo(ChecksumVerdict.NO_CHECKSUMS);
    }

    @Test
    void findsTheChecksumsBesideTheFile() throws IOException {
        byte[] bytes = bytes(20);
        MemoryStorage storage =
                new MemoryStorage().with("offsets/3", bytes, 0).with("offsets/.3.crc", checksums(bytes), 0);

        assertThat(HadoopChecksum.verify(storage, new StoragePath("offsets/3"), 100))
                .isEqualTo(ChecksumVerdict.MATCHES);
        assertThat(HadoopChecksum.verify(storage, new StoragePath("offsets/4"), 100))
                .isEqualTo(ChecksumVerdict.ABSENT);
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + 7);
        }
        return bytes;
    }

    private static byte[] checksums(byte[] bytes) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.write(new byte[] {'c', 'r', 'c', 0});
        out.writeInt(512);
        for (int start = 0; start < bytes.length; start += 512) {
            CRC32 crc = new CRC32();
            crc.update(bytes, start, Math.min(512, bytes.length - start));
            out.writeInt((int) crc.getValue());
        }
        return file.toByteArray();
    }
}
