package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RocksRowDecoderTest {
    private static final Location AT = Location.of("state/0/0");
    private static final StructSchema LONGS = StructSchema.of(
            StructSchema.Field.of("a", SparkType.Simple.LONG),
            StructSchema.Field.of("b", SparkType.Simple.LONG),
            StructSchema.Field.of("c", SparkType.Simple.LONG));
    private static final StructSchema ONE = StructSchema.of(StructSchema.Field.of("v", SparkType.Simple.LONG));

    /** The version byte and a row of longs in Spark's layout. */
    private static byte[] row(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + 8 + 8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0).putLong(0);
        Arrays.stream(values).forEach(bytes::putLong);
        return values.length == 0 ? new byte[] {0} : bytes.array();
    }

    /** The version byte and a row of binary columns. */
    private static byte[] binaries(byte[]... columns) {
        ByteBuffer bytes = ByteBuffer.allocate(1 + 8 + 8 * columns.length + 16 * columns.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0).putLong(0);
        long offset = 8 + 8L * columns.length;
        for (byte[] column : columns) {
            bytes.putLong(offset << 32 | column.length);
            offset += 16;
        }
        for (byte[] column : columns) {
            bytes.put(Arrays.copyOf(column, 16));
        }
        return bytes.array();
    }

    private static byte[] joined(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteBuffer bytes = ByteBuffer.allocate(length);
        Arrays.stream(parts).forEach(bytes::put);
        return bytes.array();
    }

    private static byte[] length(int length) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .array();
    }

    private static byte[] withLength(byte[] bytes) {
        return joined(length(bytes.length), bytes);
    }

    private static RocksRowDecoder decoder(StructSchema key, KeyEncoding encoding) {
        return new RocksRowDecoder(AT, ColumnFamilySchema.of("x", key, ONE, encoding), false, MergeDelimiter.COMMA);
    }

    private static RocksRowDecoder several(MergeDelimiter delimiter) {
        ColumnFamilySchema schema =
                new ColumnFamilySchema("x", ONE, Map.of(0, ONE), 0, KeyEncoding.Whole.WHOLE, true, null);
        return new RocksRowDecoder(AT, schema, false, delimiter);
    }

    private static long[] longs(Values values) {
        return LongStream.range(0, values.count())
                .map(i -> values.wholeAt((int) i, 8))
                .toArray();
    }

    @Test
    void readsAWholeKey() {
        assertThat(longs(decoder(LONGS, KeyEncoding.Whole.WHOLE).key(Slice.of(row(1, 2, 3)))))
                .containsExactly(1, 2, 3);
    }

    @Test
    void joinsThePrefixAndTheRestOfAKey() {
        byte[] stored = joined(withLength(row(1)), row(2, 3));

        assertThat(longs(decoder(LONGS, new KeyEncoding.Prefix(1)).key(Slice.of(stored))))
                .containsExactly(1, 2, 3);
    }

    @Test
    void putsOrderedColumnsBackInTheirPlaces() {
        byte[] c = joined(new byte[] {0}, ByteBuffer.allocate(8).putLong(-3).array());
        byte[] a = joined(new byte[] {1}, ByteBuffer.allocate(8).putLong(1).array());
        byte[] stored = joined(withLength(binaries(c, a)), row(2));

        assertThat(longs(decoder(LONGS, new KeyEncoding.Range(List.of(2, 0))).key(Slice.of(stored))))
                .containsExactly(1, 2, -3);
    }

    @Test
    void readsOrderedNumbersOfEveryKind() {
        StructSchema key = StructSchema.of(
                StructSchema.Field.of("i", SparkType.Simple.INTEGER),
                StructSchema.Field.of("s", SparkType.Simple.SHORT),
                StructSchema.Field.of("f", SparkType.Simple.FLOAT),
                StructSchema.Field.of("d", SparkType.Simple.DOUBLE),
                StructSchema.Field.of("n", SparkType.Simple.LONG));
        byte[] i = {0, -1, -1, -1, -2};
        byte[] s = {1, 0x12, 0x34};
        byte[] f = joined(
                new byte[] {0},
                ByteBuffer.allocate(4).putInt(~Float.floatToRawIntBits(-1.5f)).array());
        byte[] d = joined(new byte[] {1}, ByteBuffer.allocate(8).putDouble(2.25).array());
        byte[] n = {2, 0, 0, 0, 0, 0, 0, 0, 0};
        byte[] stored = joined(withLength(binaries(i, s, f, d, n)), new byte[] {0});

        Values values =
                decoder(key, new KeyEncoding.Range(List.of(0, 1, 2, 3, 4))).key(Slice.of(stored));

        assertThat(values.wholeAt(0, 4)).isEqualTo(-2);
        assertThat(values.wholeAt(1, 2)).isEqualTo(0x1234);
        assertThat(values.floatAt(2)).isEqualTo(-1.5f);
        assertThat(values.doubleAt(3)).isEqualTo(2.25);
        assertThat(values.isNull(4)).isTrue();
    }

    @Test
    void readsAnEventTimeBeforeOrBehindTheRow() {
        byte[] time = ByteBuffer.allocate(8).putLong(-5L ^ Long.MIN_VALUE).array();

        assertThat(longs(decoder(LONGS, KeyEncoding.TimestampFirst.TIMESTAMP_FIRST)
                        .key(Slice.of(joined(time, row(1, 2))))))
                .containsExactly(1, 2, -5);
        assertThat(longs(decoder(LONGS, KeyEncoding.TimestampLast.TIMESTAMP_LAST)
                        .key(Slice.of(joined(row(1, 2), time)))))
                .containsExactly(1, 2, -5);
    }

    @Test
    void readsAllElementsBetweenTheirDelimiters() throws IOException {
        byte[] withCommas = joined(withLength(row(1)), new byte[] {','}, withLength(row(2)));
        byte[] without = joined(withLength(row(1)), withLength(row(2)));

        for (var stored : Map.of(MergeDelimiter.COMMA, withCommas, MergeDelimiter.NOTHING, without)
                .entrySet()) {
            List<Long> elements = new ArrayList<>();
            several(stored.getKey())
                    .forEachElement(Slice.of(stored.getValue()), value -> elements.add(value.wholeAt(0, 8)));
            assertThat(elements).as(stored.getKey().name()).containsExactly(1L, 2L);
        }
    }

    @Test
    void tellsAnElementThatIsLongerThanItsValue() {
        assertThatThrownBy(() -> several(MergeDelimiter.COMMA).value(Slice.of(length(100))))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("an element of at most 0 bytes, found 100");
    }

    @Test
    void tellsAnEncodingOfTheFuture() {
        byte[] stored = row(1, 2, 3);
        stored[0] = 1;

        assertThatThrownBy(() -> decoder(LONGS, KeyEncoding.Whole.WHOLE).key(Slice.of(stored)))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("row encoding 0, found 1");
    }

    @Test
    void readsAnAvroValueInTheSchemaItsIdNames() {
        StructSchema old = StructSchema.of(StructSchema.Field.of("v", SparkType.Simple.INTEGER));
        ColumnFamilySchema schema =
                new ColumnFamilySchema("x", ONE, Map.of(0, old, 1, ONE), 1, KeyEncoding.Whole.WHOLE, false, null);
        RocksRowDecoder decoder = new RocksRowDecoder(AT, schema, true, MergeDelimiter.COMMA);

        assertThat(decoder.value(Slice.of(new byte[] {0, 0, 0, 2, 14})).wholeAt(0, 8))
                .isEqualTo(7);
        assertThatThrownBy(() -> decoder.value(Slice.of(new byte[] {0, 9, 0, 2, 14})))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("the value schema 9 of x");
    }

    @Test
    void takesRowChecksumsOffEveryMergedValue() {
        byte[] key = {1, 0, 'k'};
        byte[] stored = joined(checksummed(key, row(1)), new byte[] {','}, checksummed(key, row(2)));

        Slice bare = ChecksummedRow.value(AT, Slice.of(key), Slice.of(stored), MergeDelimiter.COMMA);

        assertThat(bare.toBytes()).isEqualTo(joined(row(1), new byte[] {','}, row(2)));
    }

    @Test
    void tellsARowThatDoesNotMatchItsChecksum() {
        byte[] key = {1, 0, 'k'};
        byte[] stored = checksummed(key, row(1));
        stored[stored.length - 1] ^= 1;

        assertThatThrownBy(() -> ChecksummedRow.value(AT, Slice.of(key), Slice.of(stored), MergeDelimiter.COMMA))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("a row with checksum");
    }

    private static byte[] checksummed(byte[] key, byte[] value) {
        CRC32C checksum = new CRC32C();
        checksum.update(key);
        checksum.update(value);
        return joined(length((int) checksum.getValue()), withLength(value));
    }

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void readsOrRefusesAnyBytes(long seed) throws IOException {
        Random random = new Random(seed);
        byte[] bytes = new byte[random.nextInt(80)];
        random.nextBytes(bytes);
        if (bytes.length > 8) {
            Arrays.fill(bytes, 0, random.nextInt(8), (byte) 0);
        }
        List<KeyEncoding> encodings = List.of(
                KeyEncoding.Whole.WHOLE,
                new KeyEncoding.Prefix(1),
                new KeyEncoding.Range(List.of(2, 0)),
                KeyEncoding.TimestampFirst.TIMESTAMP_FIRST,
                KeyEncoding.TimestampLast.TIMESTAMP_LAST);
        for (KeyEncoding encoding : encodings) {
            for (boolean isAvro : new boolean[] {false, true}) {
                ColumnFamilySchema schema =
                        new ColumnFamilySchema("x", LONGS, Map.of(0, LONGS), 0, encoding, true, null);
                RocksRowDecoder decoder = new RocksRowDecoder(AT, schema, isAvro, MergeDelimiter.COMMA);
                try {
                    assertThat(decoder.key(Slice.of(bytes)).count()).isEqualTo(3);
                    decoder.forEachElement(
                            Slice.of(bytes), value -> assertThat(value.count()).isEqualTo(3));
                } catch (MalformedException refused) {
                    assertThat(refused.damage().at().path()).isEqualTo("state/0/0");
                }
            }
        }
    }
}
