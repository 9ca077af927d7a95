package dev.tidemark.delta.vector;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.zip.CRC32;

import dev.tidemark.Mutations;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.roaringbitmap.RoaringBitmap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

class DeletionVectorTest {
    private static final Location AT = Location.of("vector.bin");

    enum Format {
        NATIVE,
        PORTABLE
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void readsRowsOfEveryKindOfContainer(Format format) {
        long[] rows = rows();

        Parsed<RowSet> parsed = RowSetParser.parse(AT, serialize(format, rows));

        assertThat(parsed.damage()).isEmpty();
        RowSet set = parsed.value().orElseThrow();
        List<Long> seen = new ArrayList<>();
        set.forEach(seen::add);
        assertThat(seen).isEqualTo(Arrays.stream(rows).boxed().toList());
        assertThat(set.cardinality()).isEqualTo(rows.length);
        assertThat(set.last()).isEqualTo(rows[rows.length - 1]);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void tellsEveryCutAsDamage(Format format) {
        byte[] whole = serialize(format, 1, 2, 3, 70_000, 1L << 33);

        for (int length = 0; length < whole.length; length++) {
            assertThat(RowSetParser.parse(AT, Arrays.copyOf(whole, length)).damage())
                    .as("cut to %d bytes", length)
                    .isPresent();
        }
    }

    @ParameterizedTest(name = "mutants of {0}, seeds from 0")
    @EnumSource(Format.class)
    void answersOrTellsTheDamageOfAMutant(Format format) {
        byte[] healthy = serialize(format, rows());

        Mutations.seeds(2).forEach(seed -> {
            try {
                assertThat(RowSetParser.parse(AT, Mutations.ofSeed(seed).mutate(healthy)))
                        .isNotNull();
            } catch (RuntimeException | OutOfMemoryError escaped) {
                fail("seed " + seed, escaped);
            }
        });
    }

    @Test
    void findsAFileByItsEncodedId() {
        // The example of the protocol.
        DeletionVectorDescriptor vector = new DeletionVectorDescriptor("u", "ab^-aqEH.-t@S}K{vb[*k^", 4, 40, 6);

        assertThat(VectorPlace.of(vector))
                .isEqualTo(new VectorPlace.InTable(
                        new StoragePath("ab/deletion_vector_d2c639aa-8816-431a-aaf6-d3fe2512ff61.bin")));
    }

    @Test
    void neverLeavesTheTable() {
        DeletionVectorDescriptor vector = new DeletionVectorDescriptor("u", "../x^-aqEH.-t@S}K{vb[*k^", 4, 40, 6);

        assertThat(VectorPlace.of(vector)).isInstanceOf(VectorPlace.Nowhere.class);
    }

    @Test
    void readsAnInlineVector() {
        byte[] bytes = serialize(Format.NATIVE, 3, 4, 7, 11, 18, 29);
        DeletionVectorDescriptor vector = new DeletionVectorDescriptor("i", z85(bytes), null, bytes.length, 6);

        List<Long> rows = new ArrayList<>();
        VectorReader.readInline(AT, vector).value().orElseThrow().forEach(rows::add);

        assertThat(rows).containsExactly(3L, 4L, 7L, 11L, 18L, 29L);
    }

    @Test
    void refusesAnInlineVectorThatIsNoText() {
        DeletionVectorDescriptor vector = new DeletionVectorDescriptor("i", "~~~~~", null, 4, 6);

        assertThat(VectorReader.readInline(AT, vector).damage())
                .map(Damage::message)
                .contains("vector.bin: expected an inline vector in Z85, found other text");
    }

    private static String z85(byte[] bytes) {
        String digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#";
        ByteBuffer in = ByteBuffer.wrap(Arrays.copyOf(bytes, (bytes.length + 3) / 4 * 4));
        StringBuilder text = new StringBuilder();
        while (in.hasRemaining()) {
            long word = in.getInt() & 0xffffffffL;
            char[] five = new char[5];
            for (int i = 4; i >= 0; i--, word /= 85) {
                five[i] = digits.charAt((int) (word % 85));
            }
            text.append(five);
        }
        return text.toString();
    }

    @Test
    void readsAFrameAndHoldsItAgainstItsSumAndSize() throws IOException {
        byte[] bytes = serialize(Format.PORTABLE, 5, 6);
        byte[] file = file(bytes);
        DeletionVectorDescriptor vector = new DeletionVectorDescriptor("u", "", 1, bytes.length, 2);
        assertThat(read(file, vector).value()).map(RowSet::cardinality).contains(2L);

        byte[] wrongSum = file.clone();
        wrongSum[wrongSum.length - 1] ^= 1;
        assertThat(read(wrongSum, vector).damage()).map(Damage::kind).contains(DamageKind.CHECKSUM_MISMATCH);

        byte[] wrongVersion = file.clone();
        wrongVersion[0] = 2;
        assertThat(read(wrongVersion, vector).damage()).map(Damage::kind).contains(DamageKind.UNSUPPORTED_VERSION);

        DeletionVectorDescriptor shorter = new DeletionVectorDescriptor("u", "", 1, bytes.length - 1, 2);
        assertThat(read(file, shorter).damage())
                .map(Damage::message)
                .contains("v.bin@1: expected a size of " + (bytes.length - 1) + " as the descriptor says, found "
                        + bytes.length);

        DeletionVectorDescriptor huge = new DeletionVectorDescriptor("u", "", 1, Integer.MAX_VALUE, 2);
        assertThat(read(file, huge).damage()).map(Damage::kind).contains(DamageKind.TRUNCATED);
    }

    private static Parsed<RowSet> read(byte[] file, DeletionVectorDescriptor vector) throws IOException {
        return VectorReader.read(new MemoryStorage().with("v.bin", file, 0), new StoragePath("v.bin"), vector);
    }

    private static byte[] file(byte[] bytes) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.writeByte(1);
        out.writeInt(bytes.length);
        out.write(bytes);
        out.writeInt((int) sum.getValue());
        return file.toByteArray();
    }

    /** Few rows, many rows, runs, and rows beyond 32 bits. */
    private static long[] rows() {
        SplittableRandom random = new SplittableRandom(4_711);
        LongStream sparse = LongStream.of(0, 3, 65_535, 1L << 33);
        LongStream dense = random.longs(9_000, 1 << 16, 2 << 16);
        LongStream runs = LongStream.concat(
                LongStream.range(5 << 16, (5 << 16) + 8_000), LongStream.range((5 << 16) + 9_000, (5 << 16) + 9_900));
        return LongStream.concat(LongStream.concat(sparse, dense), runs)
                .sorted()
                .distinct()
                .toArray();
    }

    private static byte[] serialize(Format format, long... rows) {
        List<RoaringBitmap> bitmaps = new ArrayList<>();
        for (long row : rows) {
            while (bitmaps.size() <= row >>> 32) {
                bitmaps.add(new RoaringBitmap());
            }
            bitmaps.get((int) (row >>> 32)).add((int) row);
        }
        int size = 12;
        for (RoaringBitmap bitmap : bitmaps) {
            bitmap.runOptimize();
            size += 4 + bitmap.serializedSizeInBytes();
        }
        ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(format == Format.NATIVE ? 1681511376 : 1681511377);
        if (format == Format.NATIVE) {
            out.putInt(bitmaps.size());
        } else {
            out.putLong(bitmaps.size());
        }
        for (int key = 0; key < bitmaps.size(); key++) {
            RoaringBitmap bitmap = bitmaps.get(key);
            out.putInt(format == Format.NATIVE ? bitmap.serializedSizeInBytes() : key);
            bitmap.serialize(out);
        }
        return Arrays.copyOf(out.array(), out.position());
    }
}
