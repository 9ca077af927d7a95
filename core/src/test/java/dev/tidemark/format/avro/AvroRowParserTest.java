package dev.tidemark.format.avro;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AvroRowParserTest {
    private static final Location AT = Location.of("state/0/0");
    private static final StructSchema EVERYTHING = StructSchema.of(
            StructSchema.Field.of("flag", SparkType.Simple.BOOLEAN),
            StructSchema.Field.of("small", SparkType.Simple.SHORT),
            StructSchema.Field.of("big", SparkType.Simple.LONG),
            StructSchema.Field.of("half", SparkType.Simple.FLOAT),
            StructSchema.Field.of("whole", SparkType.Simple.DOUBLE),
            StructSchema.Field.of("text", SparkType.Text.STRING),
            StructSchema.Field.of("nothing", SparkType.Simple.VOID),
            StructSchema.Field.of("price", new SparkType.Decimal(10, 2)),
            StructSchema.Field.of("huge", new SparkType.Decimal(38, 0)),
            StructSchema.Field.of("inner", StructSchema.of(StructSchema.Field.of("a", SparkType.Simple.INTEGER))),
            StructSchema.Field.of("list", new SparkType.Array(SparkType.Simple.INTEGER, false)),
            StructSchema.Field.of("map", new SparkType.Map(SparkType.Text.STRING, SparkType.Simple.LONG, false)),
            StructSchema.Field.of("absent", SparkType.Text.STRING));

    private static byte[] everything() {
        AvroBytes bytes = new AvroBytes()
                .whole(1)
                .raw(1)
                .whole(1)
                .whole(-3)
                .whole(1)
                .whole(Long.MIN_VALUE)
                .whole(1)
                .fixed(Float.floatToIntBits(1.5f), 4)
                .whole(1)
                .fixed(Double.doubleToLongBits(-2.5), 8)
                .whole(1)
                .text("héllo")
                .whole(1)
                .raw(0, 0, 0, 0x30, 0x39)
                .whole(1);
        bytes.raw(new int[16]);
        return bytes.whole(1)
                .whole(1)
                .whole(42)
                .whole(1)
                .whole(2)
                .whole(7)
                .whole(8)
                .whole(0)
                .whole(1)
                .whole(-1)
                .whole(3)
                .text("k")
                .whole(9)
                .whole(0)
                .whole(0)
                .bytes();
    }

    private static Values read(byte[] bytes, StructSchema writer, StructSchema reader) {
        return new AvroRowParser(AT).values(Slice.of(bytes), writer, reader);
    }

    @Test
    void readsEveryTypeThatSparkWrites() {
        Values row = read(everything(), EVERYTHING, EVERYTHING);

        assertThat(row.wholeAt(0, 1)).isEqualTo(1);
        assertThat(row.wholeAt(1, 2)).isEqualTo(-3);
        assertThat(row.wholeAt(2, 8)).isEqualTo(Long.MIN_VALUE);
        assertThat(row.floatAt(3)).isEqualTo(1.5f);
        assertThat(row.doubleAt(4)).isEqualTo(-2.5);
        assertThat(row.bytesAt(5).toText()).isEqualTo("héllo");
        assertThat(row.isNull(6)).isTrue();
        assertThat(row.wholeAt(7, 8)).isEqualTo(12_345);
        assertThat(row.bigAt(8)).isEqualTo(BigInteger.ZERO);
        assertThat(row.structAt(9, 1).wholeAt(0, 4)).isEqualTo(42);
        Values list = row.arrayAt(10, 4);
        assertThat(list.count()).isEqualTo(2);
        assertThat(list.wholeAt(1, 4)).isEqualTo(8);
        Values.Entries map = row.mapAt(11, 8, 8);
        assertThat(map.keys().bytesAt(0).toText()).isEqualTo("k");
        assertThat(map.values().wholeAt(0, 8)).isEqualTo(9);
        assertThat(row.isNull(12)).isTrue();
    }

    @Test
    void readsAnOldRowInTheNewestSchema() {
        StructSchema writer = StructSchema.of(
                StructSchema.Field.of("count", SparkType.Simple.INTEGER),
                StructSchema.Field.of("dropped", SparkType.Text.STRING),
                StructSchema.Field.of("ratio", SparkType.Simple.FLOAT));
        StructSchema reader = StructSchema.of(
                StructSchema.Field.of("ratio", SparkType.Simple.DOUBLE),
                StructSchema.Field.of("added", SparkType.Text.STRING),
                StructSchema.Field.of("count", SparkType.Simple.DOUBLE));
        byte[] bytes = new AvroBytes()
                .whole(1)
                .whole(7)
                .whole(1)
                .text("gone")
                .whole(1)
                .fixed(Float.floatToIntBits(0.25f), 4)
                .bytes();

        Values row = read(bytes, writer, reader);

        assertThat(row.doubleAt(0)).isEqualTo(0.25);
        assertThat(row.isNull(1)).isTrue();
        assertThat(row.doubleAt(2)).isEqualTo(7.0);
    }

    @Test
    void readsBareElementsAndUnionsOfNestedOnes() {
        StructSchema element = StructSchema.of(StructSchema.Field.of("a", SparkType.Simple.LONG));
        StructSchema schema = StructSchema.of(StructSchema.Field.of("list", new SparkType.Array(element, true)));
        byte[] bytes = new AvroBytes()
                .whole(1)
                .whole(2)
                .whole(1)
                .whole(1)
                .whole(5)
                .whole(0)
                .whole(0)
                .bytes();

        Values list = read(bytes, schema, schema).arrayAt(0, 8);

        assertThat(list.structAt(0, 1).wholeAt(0, 8)).isEqualTo(5);
        assertThat(list.isNull(1)).isTrue();
    }

    @Test
    void allocatesNothingForACountThatTheBytesCannotHold() {
        StructSchema schema =
                StructSchema.of(StructSchema.Field.of("list", new SparkType.Array(SparkType.Simple.LONG, false)));
        byte[] bytes = new AvroBytes().whole(1).whole(Long.MAX_VALUE).bytes();

        assertThatThrownBy(() -> read(bytes, schema, schema))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("a block of at most");
    }

    @Test
    void endsOnAnEndlessNumber() {
        StructSchema schema = StructSchema.of(StructSchema.Field.of("n", SparkType.Simple.LONG));
        byte[] bytes = new byte[30];
        Arrays.fill(bytes, (byte) 0x80);

        assertThatThrownBy(() -> read(bytes, schema, schema)).isInstanceOf(MalformedException.class);
    }

    @Test
    void holdsADecimalInTheFewestBytesThatFit() {
        assertThat(IntStream.of(1, 2, 3, 9, 10, 18, 19, 38).map(AvroRowParser::decimalBytes))
                .containsExactly(1, 1, 2, 4, 5, 8, 9, 16);
    }

    static IntStream cuts() {
        return IntStream.range(0, everything().length);
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void tellsEveryTruncation(int length) {
        assertThatThrownBy(() -> read(Arrays.copyOf(everything(), length), EVERYTHING, EVERYTHING))
                .isInstanceOf(MalformedException.class);
    }

    static LongStream seeds() {
        return LongStream.range(0, 500);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void readsOrRefusesAnyBytes(long seed) {
        Random random = new Random(seed);
        byte[] bytes = everything();
        for (int i = 0; i < 1 + random.nextInt(5); i++) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        try {
            assertThat(read(bytes, EVERYTHING, EVERYTHING).count()).isEqualTo(EVERYTHING.size());
        } catch (MalformedException refused) {
            assertThat(refused.damage().at().path()).isEqualTo("state/0/0");
        }
    }

    /** Avro's binary form, byte by byte. */
    private static final class AvroBytes {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        AvroBytes whole(long value) {
            long rest = value << 1 ^ value >> 63;
            while ((rest & ~0x7fL) != 0) {
                out.write((int) (rest & 0x7f | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
            return this;
        }

        AvroBytes raw(int... bytes) {
            for (int b : bytes) {
                out.write(b);
            }
            return this;
        }

        AvroBytes fixed(long bits, int width) {
            for (int i = 0; i < width; i++) {
                out.write((int) (bits >>> 8 * i));
            }
            return this;
        }

        AvroBytes text(String text) {
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            whole(bytes.length);
            out.writeBytes(bytes);
            return this;
        }

        byte[] bytes() {
            return out.toByteArray();
        }
    }
}
