package dev.tidemark.format.codec;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

import com.github.luben.zstd.ZstdOutputStream;
import com.ning.compress.lzf.LZFOutputStream;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xerial.snappy.SnappyOutputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CodecTest {
    private static final Location AT = Location.of("1.delta");

    @ParameterizedTest
    @EnumSource(Codec.class)
    void decodesWhatTheLibraryThatSparkUsesEncodes(Codec codec) throws IOException {
        for (int size : new int[] {0, 1, 100, 32 * 1024, 32 * 1024 + 1, 300_000}) {
            byte[] plain = mixed(size);

            assertThat(Arrays.equals(decode(codec, encode(codec, plain)), plain))
                    .as("%d bytes", size)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void isKnownByItsFirstBytes(Codec codec) throws IOException {
        byte[] encoded = encode(codec, mixed(100));

        assertThat(Codec.sniff(Arrays.copyOf(encoded, Codec.MAGIC_BYTES))).isEqualTo(codec);
    }

    @ParameterizedTest
    @EnumSource(Codec.class)
    void handsOutAllBeforeTheCutAndThenSaysWhere(Codec codec) throws IOException {
        byte[] plain = mixed(70_000);
        byte[] encoded = encode(codec, plain);
        for (int cut = 0; cut < encoded.length; cut += cut < 200 || encoded.length - cut < 200 ? 1 : 97) {
            Reading reading = read(codec, Arrays.copyOf(encoded, cut));

            byte[] expected = Arrays.copyOf(plain, reading.bytes().length);
            assertThat(Arrays.equals(reading.bytes(), expected))
                    .as("cut at %d", cut)
                    .isTrue();
            if (reading.damage() != null) {
                assertThat(reading.damage().damage().at().byteOffset()).isBetween(0L, (long) cut);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(value = Codec.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void survivesEveryFlippedByte(Codec codec) throws IOException {
        SplittableRandom random = new SplittableRandom(7_331);
        byte[] encoded = encode(codec, mixed(5_000));
        for (int at = 0; at < encoded.length; at++) {
            byte[] flipped = encoded.clone();
            flipped[at] ^= (byte) random.nextInt(1, 256);

            Reading reading = read(codec, flipped);

            assertThat(reading.bytes().length).as("flipped at %d", at).isLessThan(4 << 20);
        }
    }

    @Test
    void noticesAFlippedByteInAnLz4BlockByItsChecksum() throws IOException {
        byte[] encoded = encode(Codec.LZ4, random(40_000));
        encoded[1_000] ^= 1;

        Reading reading = read(Codec.LZ4, encoded);

        assertThat(reading.bytes()).isEmpty();
        assertThat(reading.damage().damage().kind()).isEqualTo(DamageKind.CHECKSUM_MISMATCH);
        assertThat(reading.damage().damage().at()).isEqualTo(AT.atByte(0));
    }

    @Test
    void allocatesNothingForALengthThatTheFileDoesNotHave() {
        byte[] bomb = new byte[21];
        System.arraycopy("LZ4Block".getBytes(StandardCharsets.US_ASCII), 0, bomb, 0, 8);
        bomb[8] = 0x2f;
        bomb[11] = 0x01;
        bomb[15] = 0x01;

        assertThatThrownBy(() -> decode(Codec.LZ4, bomb))
                .isInstanceOf(DamagedStreamException.class)
                .hasMessageContaining("65536 bytes of an LZ4 block");
    }

    @Test
    void readsStreamsThatFollowOneAnother() throws IOException {
        for (Codec codec : Codec.values()) {
            byte[] first = mixed(100);
            byte[] second = mixed(200);
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(encode(codec, first));
            both.writeBytes(encode(codec, second));

            assertThat(decode(codec, both.toByteArray()))
                    .as(codec.shortName())
                    .hasSize(300)
                    .startsWith(first);
        }
    }

    @Test
    void saysWhatStandsWhereAnotherCodecIsExpected() throws IOException {
        byte[] zstd = encode(Codec.ZSTD, mixed(100));

        assertThatThrownBy(() -> decode(Codec.LZ4, zstd))
                .isInstanceOf(DamagedStreamException.class)
                .hasMessage("1.delta@0: expected an LZ4 block, found bytes 28 b5 2f fd "
                        + java.util.HexFormat.ofDelimiter(" ").formatHex(zstd, 4, 8));
    }

    @Test
    void findsCodecsByShortNameAndByClass() {
        assertThat(Codec.named("ZSTD")).contains(Codec.ZSTD);
        assertThat(Codec.named("org.apache.spark.io.LZ4CompressionCodec")).contains(Codec.LZ4);
        assertThat(Codec.named("brotli")).isEmpty();
    }

    private record Reading(byte[] bytes, DamagedStreamException damage) {}

    private static Reading read(Codec codec, byte[] encoded) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = codec.open(AT, new ByteArrayInputStream(encoded))) {
            in.transferTo(bytes);
            return new Reading(bytes.toByteArray(), null);
        } catch (DamagedStreamException damage) {
            return new Reading(bytes.toByteArray(), damage);
        }
    }

    private static byte[] decode(Codec codec, byte[] encoded) throws IOException {
        try (InputStream in = codec.open(AT, new ByteArrayInputStream(encoded))) {
            return in.readAllBytes();
        }
    }

    public static byte[] encode(Codec codec, byte[] plain) throws IOException {
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (OutputStream out = encoder(codec, encoded)) {
            out.write(plain);
        }
        return encoded.toByteArray();
    }

    private static OutputStream encoder(Codec codec, OutputStream to) throws IOException {
        return switch (codec) {
            case LZ4 -> new LZ4BlockOutputStream(to, 32 * 1024);
            case ZSTD -> new ZstdOutputStream(to, 1);
            case SNAPPY -> new SnappyOutputStream(to, 32 * 1024);
            case LZF -> new LZFOutputStream(to);
            case NONE -> to;
        };
    }

    /** Bytes of which some repeat and some do not. */
    private static byte[] mixed(int size) {
        byte[] bytes = random(size);
        for (int i = 50; i < size; i++) {
            if (i / 100 % 2 == 0) {
                bytes[i] = bytes[i - 37];
            }
        }
        return bytes;
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new SplittableRandom(42).nextBytes(bytes);
        return bytes;
    }
}
