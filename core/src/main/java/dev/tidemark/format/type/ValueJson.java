package dev.tidemark.format.type;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.json.JsonBytes;

/**
 * Writes a struct's values as JSON, straight from their bytes: numbers never rounded, NaN and infinities as strings,
 * instants in UTC, binary as Base64, intervals as ISO text, maps with text keys as objects and others as pairs, variants as
 * what they hold (as Base64 when that makes no sense). One writer is made for a schema and used for all its rows; it keeps nothing between them, so threads may share it.
 */
public final class ValueJson {

    private final Member[] members;

    private record Member(byte[] name, Writer writer) {}

    /** Writes one value that is not null. */
    @FunctionalInterface
    private interface Writer {
        void write(JsonBytes to, Values from, int ordinal);
    }

    /** Writes one field, null or not. */
    @FunctionalInterface
    public interface FieldWriter {
        void write(JsonBytes to, Values from, int ordinal);
    }

    private ValueJson(List<Member> members) {
        this.members = members.toArray(Member[]::new);
    }

    /** A writer of structs of that schema. */
    public static ValueJson of(StructSchema schema) {
        List<Member> members = new ArrayList<>();
        for (StructSchema.Field field : schema.fields()) {
            members.add(new Member(JsonBytes.encodedName(field.name()), writer(field.type())));
        }
        return new ValueJson(members);
    }

    /** A writer of single fields of that type. */
    public static FieldWriter fieldWriter(SparkType type) {
        Writer writer = writer(type);
        return (to, from, i) -> value(to, from, i, writer);
    }

    /** Writes all fields as an object, nulls too. */
    public void write(JsonBytes to, Values row) {
        to.raw('{');
        for (int i = 0; i < members.length; i++) {
            Member member = members[i];
            to.name(member.name());
            value(to, row, i, member.writer());
        }
        to.raw('}');
    }

    private static void value(JsonBytes to, Values from, int ordinal, Writer writer) {
        if (from.isNull(ordinal)) {
            to.nullValue();
        } else {
            writer.write(to, from, ordinal);
        }
    }

    private static Writer writer(SparkType type) {
        if (type instanceof SparkType.Simple simple) {
            return simple(simple);
        } else if (type instanceof SparkType.Text) {
            return ValueJson::text;
        } else if (type instanceof SparkType.Decimal decimal) {
            return decimal(decimal);
        } else if (type instanceof SparkType.DayTime) {
            return (to, from, i) -> to.text(IntervalText.dayTime(from.wholeAt(i, Long.BYTES)));
        } else if (type instanceof SparkType.YearMonth) {
            return (to, from, i) -> to.text(IntervalText.yearMonth((int) from.wholeAt(i, Integer.BYTES)));
        } else if (type instanceof SparkType.Time) {
            return (to, from, i) -> TimeText.time(to, from.wholeAt(i, Long.BYTES));
        } else if (type instanceof SparkType.Array array) {
            return array(array);
        } else if (type instanceof SparkType.Map map) {
            return map(map);
        } else if (type instanceof SparkType.UserDefined userDefined) {
            return writer(userDefined.sqlType());
        } else if (type instanceof StructSchema struct) {
            ValueJson nested = of(struct);
            return (to, from, i) -> nested.write(to, from.structAt(i, struct.size()));
        }
        return ValueJson::binary;
    }

    private static Writer simple(SparkType.Simple type) {
        return switch (type) {
            case VOID -> (to, from, i) -> to.nullValue();
            case BOOLEAN -> (to, from, i) -> to.truth((from.wholeAt(i, 1) & 1) != 0);
            case BYTE -> (to, from, i) -> to.number(from.wholeAt(i, 1));
            case SHORT -> (to, from, i) -> to.number(from.wholeAt(i, 2));
            case INTEGER -> (to, from, i) -> to.number(from.wholeAt(i, 4));
            case LONG -> (to, from, i) -> to.number(from.wholeAt(i, 8));
            case FLOAT -> (to, from, i) -> to.number(from.floatAt(i));
            case DOUBLE -> (to, from, i) -> to.number(from.doubleAt(i));
            case DATE -> (to, from, i) -> TimeText.date(to, from.wholeAt(i, 4));
            case TIMESTAMP -> (to, from, i) -> TimeText.instant(to, from.wholeAt(i, 8));
            case TIMESTAMP_NTZ -> (to, from, i) -> TimeText.local(to, from.wholeAt(i, 8));
            case BINARY -> ValueJson::binary;
            case VARIANT -> ValueJson::variant;
            case CALENDAR_INTERVAL -> ValueJson::calendarInterval;
        };
    }

    private static void text(JsonBytes to, Values from, int ordinal) {
        Slice utf8 = from.bytesAt(ordinal);
        to.text(utf8.array(), utf8.offset(), utf8.length());
    }

    private static void binary(JsonBytes to, Values from, int ordinal) {
        Slice bytes = from.bytesAt(ordinal);
        to.base64(bytes.array(), bytes.offset(), bytes.length());
    }

    private static void variant(JsonBytes to, Values from, int ordinal) {
        if (!VariantJson.write(to, from.bytesAt(ordinal))) {
            binary(to, from, ordinal);
        }
    }

    private static void calendarInterval(JsonBytes to, Values from, int ordinal) {
        Slice interval = from.bytesAt(ordinal);
        if (interval.length() < 16) {
            binary(to, from, ordinal);
            return;
        }
        to.text(IntervalText.calendar(
                LittleEndian.intAt(interval.array(), interval.offset()),
                LittleEndian.intAt(interval.array(), interval.offset() + 4),
                LittleEndian.longAt(interval.array(), interval.offset() + 8)));
    }

    private static Writer decimal(SparkType.Decimal type) {
        if (type.fitsLong()) {
            return (to, from, i) -> to.number(BigDecimal.valueOf(from.wholeAt(i, Long.BYTES), type.scale()));
        }
        return (to, from, i) -> {
            BigInteger unscaled = from.bigAt(i);
            to.number(new BigDecimal(unscaled, type.scale()));
        };
    }

    private static Writer array(SparkType.Array type) {
        Writer element = writer(type.element());
        int width = type.element().elementWidthBytes();
        return (to, from, i) -> elements(to, from.arrayAt(i, width), element);
    }

    private static void elements(JsonBytes to, Values array, Writer element) {
        to.raw('[');
        for (int i = 0; i < array.count(); i++) {
            to.item();
            value(to, array, i, element);
        }
        to.raw(']');
    }

    private static Writer map(SparkType.Map type) {
        Writer key = writer(type.key());
        Writer value = writer(type.value());
        int keyWidth = type.key().elementWidthBytes();
        int valueWidth = type.value().elementWidthBytes();
        boolean hasTextKeys = type.key() instanceof SparkType.Text;
        return (to, from, i) -> {
            Values.Entries entries = from.mapAt(i, keyWidth, valueWidth);
            if (hasTextKeys) {
                members(to, entries, key, value);
            } else {
                pairs(to, entries, key, value);
            }
        };
    }

    private static void members(JsonBytes to, Values.Entries entries, Writer key, Writer value) {
        to.raw('{');
        for (int i = 0; i < entries.keys().count(); i++) {
            to.item();
            key.write(to, entries.keys(), i);
            to.raw(':');
            value(to, entries.values(), i, value);
        }
        to.raw('}');
    }

    private static void pairs(JsonBytes to, Values.Entries entries, Writer key, Writer value) {
        to.raw('[');
        for (int i = 0; i < entries.keys().count(); i++) {
            to.item().raw('[');
            value(to, entries.keys(), i, key);
            to.raw(',');
            value(to, entries.values(), i, value);
            to.raw(']');
        }
        to.raw(']');
    }
}
