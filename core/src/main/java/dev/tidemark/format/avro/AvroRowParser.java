package dev.tidemark.format.avro;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.DecodedValues;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * Reads one row in Avro's binary form: written with one Spark schema, wanted as another. Every field is a union of null
 * and its type, as are structs, arrays and maps inside arrays and maps; other elements stand bare. Spark 4.2:
 * SchemaConverters.toAvroTypeWithDefaults. A wanted field that was not written is null, a written one that is not wanted
 * is skipped, whole numbers widen; Avro 1.12: ResolvingDecoder.
 *
 * <p>Counts and lengths are held against the bytes that are left before anything is allocated.
 */
public final class AvroRowParser {
    /** Elements that take no bytes (of type void) are the only ones that bytes cannot bound. */
    private static final int MAX_EMPTY_ELEMENTS = 1 << 20;

    private static final long NANOS_PER_MICRO = 1000;

    private final Location at;
    private byte[] bytes = Slice.EMPTY.array();
    private int start;
    private int position;
    private int end;

    /** Reads bytes that stand at {@code at}, as far as damages are concerned. */
    public AvroRowParser(Location at) {
        this.at = at;
    }

    /**
     * The values in the order of {@code reader}. What stands behind the row is ignored, as Avro does.
     *
     * @throws MalformedException when the bytes are no such row; the caller's {@code parse} turns it into a damage
     */
    public Values values(Slice row, StructSchema writer, StructSchema reader) {
        bytes = row.array();
        start = row.offset();
        position = start;
        end = start + row.length();
        return struct(writer, reader);
    }

    private DecodedValues struct(StructSchema writer, StructSchema reader) {
        @Nullable Object[] items = new @Nullable Object[reader.size()];
        for (StructSchema.Field field : writer.fields()) {
            OptionalInt wanted = reader.ordinalOf(field.name());
            SparkType type =
                    wanted.isPresent() ? reader.field(wanted.getAsInt()).type() : field.type();
            Object value = field.type() == SparkType.Simple.VOID ? null : nullable(field.type(), type);
            if (wanted.isPresent()) {
                items[wanted.getAsInt()] = value;
            }
        }
        return DecodedValues.owning(items);
    }

    private @Nullable Object nullable(SparkType writer, SparkType reader) {
        int branchAt = position;
        long branch = zigzag("a union's branch");
        if (branch == 0) {
            return null;
        }
        if (branch != 1) {
            throw malformed(branchAt, "branch 0 or 1 of a union", Long.toString(branch));
        }
        return value(writer, reader);
    }

    private Object value(SparkType writer, SparkType reader) {
        if (writer instanceof StructSchema written) {
            return struct(written, wanted(reader, StructSchema.class, writer));
        }
        if (writer instanceof SparkType.Array array) {
            return array(
                    array.element(),
                    wanted(reader, SparkType.Array.class, writer).element());
        }
        if (writer instanceof SparkType.Map map) {
            return map(map, wanted(reader, SparkType.Map.class, writer));
        }
        if (writer instanceof SparkType.UserDefined defined) {
            return value(defined.sqlType(), reader instanceof SparkType.UserDefined other ? other.sqlType() : reader);
        }
        if (writer instanceof SparkType.Decimal decimal) {
            return decimal(decimal, reader);
        }
        return simple(writer, reader);
    }

    private Object simple(SparkType writer, SparkType reader) {
        if (writer instanceof SparkType.Text) {
            return text();
        }
        if (writer instanceof SparkType.DayTime) {
            return zigzag("a long");
        }
        if (writer instanceof SparkType.YearMonth) {
            return zigzag("an int");
        }
        if (writer instanceof SparkType.Time) {
            return zigzag("a time of day") * NANOS_PER_MICRO;
        }
        if (writer instanceof SparkType.Simple type) {
            switch (type) {
                case BOOLEAN:
                    return (long) (single("a boolean") != 0 ? 1 : 0);
                case BYTE, SHORT, INTEGER, LONG, DATE, TIMESTAMP, TIMESTAMP_NTZ:
                    return widened(zigzag("a whole number"), reader);
                case FLOAT:
                    int floatBits = (int) fixed(Float.BYTES, "a float");
                    return reader == SparkType.Simple.DOUBLE
                            ? Double.doubleToRawLongBits(Float.intBitsToFloat(floatBits))
                            : (long) floatBits;
                case DOUBLE:
                    return fixed(Double.BYTES, "a double");
                case BINARY:
                    return text();
                default:
            }
        }
        throw malformed(position, "a type that Spark writes as Avro", writer.text());
    }

    private static Object widened(long whole, SparkType reader) {
        if (reader == SparkType.Simple.DOUBLE) {
            return Double.doubleToRawLongBits(whole);
        }
        return reader == SparkType.Simple.FLOAT ? (long) Float.floatToRawIntBits(whole) : whole;
    }

    private Object decimal(SparkType.Decimal writer, SparkType reader) {
        int sizeBytes = decimalBytes(writer.precision());
        Slice digits = slice(sizeBytes, "a decimal of " + sizeBytes + " bytes");
        BigInteger unscaled = new BigInteger(digits.array(), digits.offset(), digits.length());
        boolean asLong = reader instanceof SparkType.Decimal wanted ? wanted.fitsLong() : writer.fitsLong();
        if (!asLong) {
            return unscaled;
        }
        if (unscaled.bitLength() >= Long.SIZE) {
            throw malformed(position - sizeBytes, "a decimal of up to 18 digits", unscaled.bitLength() + " bits");
        }
        return unscaled.longValue();
    }

    /** The fewest bytes that hold any decimal of that many digits. Spark 4.2: Decimal.minBytesForPrecision. */
    static int decimalBytes(int precision) {
        int sizeBytes = 1;
        while (Math.pow(2, 8 * sizeBytes - 1) < Math.pow(10, precision)) {
            sizeBytes++;
        }
        return sizeBytes;
    }

    private DecodedValues array(SparkType writer, SparkType reader) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int count = blockCount(elements.size()); count > 0; count = blockCount(elements.size())) {
            for (int i = 0; i < count; i++) {
                elements.add(element(writer, reader));
            }
        }
        return new DecodedValues(elements);
    }

    private Values.Entries map(SparkType.Map writer, SparkType.Map reader) {
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> values = new ArrayList<>();
        for (int count = blockCount(keys.size()); count > 0; count = blockCount(keys.size())) {
            for (int i = 0; i < count; i++) {
                keys.add(text());
                values.add(element(writer.value(), reader.value()));
            }
        }
        return new Values.Entries(new DecodedValues(keys), new DecodedValues(values));
    }

    private @Nullable Object element(SparkType writer, SparkType reader) {
        if (writer == SparkType.Simple.VOID) {
            return null;
        }
        boolean isUnion =
                writer instanceof StructSchema || writer instanceof SparkType.Array || writer instanceof SparkType.Map;
        return isUnion ? nullable(writer, reader) : value(writer, reader);
    }

    private int blockCount(int soFar) {
        int countAt = position;
        long count = zigzag("a block's count");
        if (count < 0) {
            zigzag("a block's size");
            count = count == Long.MIN_VALUE ? Long.MAX_VALUE : -count;
        }
        long most = Math.max(end - position, MAX_EMPTY_ELEMENTS) - (long) soFar;
        if (count > most) {
            throw malformed(countAt, "a block of at most " + most + " elements", Long.toString(count));
        }
        return (int) count;
    }

    private Slice text() {
        int lengthAt = position;
        long length = zigzag("a length");
        if (length < 0 || length > end - position) {
            throw malformed(lengthAt, "a length of at most " + (end - position), Long.toString(length));
        }
        return slice((int) length, "that many bytes");
    }

    private Slice slice(int length, String what) {
        if (length > end - position) {
            throw truncated(what);
        }
        Slice slice = new Slice(bytes, position, length);
        position += length;
        return slice;
    }

    private int single(String what) {
        if (position >= end) {
            throw truncated(what);
        }
        return bytes[position++];
    }

    private long fixed(int width, String what) {
        long value = 0;
        for (int i = 0; i < width; i++) {
            value |= (single(what) & 0xffL) << (8 * i);
        }
        return value;
    }

    private long zigzag(String what) {
        int from = position;
        long raw = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = single(what);
            raw |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return (raw >>> 1) ^ -(raw & 1);
            }
        }
        throw malformed(
                from, what + " of at most 10 bytes", Arrays.toString(Arrays.copyOfRange(bytes, from, position)));
    }

    private <T extends SparkType> T wanted(SparkType reader, Class<T> kind, SparkType writer) {
        if (!kind.isInstance(reader)) {
            throw malformed(position, "a value that reads as " + reader.text(), writer.text());
        }
        return kind.cast(reader);
    }

    private MalformedException truncated(String expected) {
        return new MalformedException(at.atByte(position - start), DamageKind.TRUNCATED, expected, "the row's end");
    }

    private MalformedException malformed(int where, String expected, String found) {
        return new MalformedException(at.atByte(where - start), DamageKind.MALFORMED, expected, found);
    }
}
