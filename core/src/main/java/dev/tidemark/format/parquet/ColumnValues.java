package dev.tidemark.format.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;

/**
 * Stored values by what they mean: dates and times as ISO text (instants in UTC), decimals never rounded, bytes in
 * base64, floating-point numbers that JSON cannot spell as {@code "NaN"}, {@code "Infinity"}, {@code "-Infinity"}.
 */
public final class ColumnValues {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int INT96_BYTES = 12;
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
    private static final long SECONDS_PER_DAY = 86_400;

    private ColumnValues() {}

    /** The value a cursor stands on; JSON's null when it stands on none. */
    public static JsonValue at(LeafCursor cursor) {
        if (!cursor.isPresent()) {
            return JsonNull.NULL;
        }
        SchemaNode node = cursor.node();
        return node.column().physicalType().isBytes()
                ? ofBytes(node, cursor.bytes(), cursor.start(), cursor.length())
                : ofNumber(node, cursor.number());
    }

    /**
     * The value a cursor stands on as microseconds since the epoch, local times as if in UTC; empty when it stands on
     * none or the column holds no timestamps or dates.
     */
    public static OptionalLong microsAt(LeafCursor cursor) {
        if (!cursor.isPresent()) {
            return OptionalLong.empty();
        }
        SchemaNode node = cursor.node();
        if (node.column().physicalType() == PhysicalType.INT96) {
            Instant instant = int96(cursor.bytes(), cursor.start());
            return OptionalLong.of(
                    Math.addExact(instant.getEpochSecond() * MICROS_PER_SECOND, instant.getNano() / 1_000));
        }
        long units = node.logicalType().unitsPerSecond();
        long number = cursor.number();
        return switch (node.logicalType().kind()) {
            case DATE -> OptionalLong.of(number * SECONDS_PER_DAY * MICROS_PER_SECOND);
            case TIMESTAMP ->
                OptionalLong.of(
                        units > MICROS_PER_SECOND
                                ? Math.floorDiv(number, units / MICROS_PER_SECOND)
                                : number * (MICROS_PER_SECOND / units));
            default -> OptionalLong.empty();
        };
    }

    /** A bound of a footer's statistics, whose bytes are the value's own; empty when they cannot be. */
    static Optional<JsonValue> ofStatistic(SchemaNode node, byte[] bytes) {
        SchemaNode.Leaf leaf = node.column();
        return switch (leaf.physicalType()) {
            case BOOLEAN -> bytes.length == 1 ? Optional.of(ofNumber(node, bytes[0] & 1)) : Optional.empty();
            case INT32, FLOAT ->
                bytes.length == 4 ? Optional.of(ofNumber(node, LittleEndian.intAt(bytes, 0))) : Optional.empty();
            case INT64, DOUBLE ->
                bytes.length == 8 ? Optional.of(ofNumber(node, LittleEndian.longAt(bytes, 0))) : Optional.empty();
            case INT96 -> Optional.empty();
            case FIXED_LEN_BYTE_ARRAY ->
                bytes.length == leaf.typeLength()
                        ? Optional.of(ofBytes(node, bytes, 0, bytes.length))
                        : Optional.empty();
            case BYTE_ARRAY -> Optional.of(ofBytes(node, bytes, 0, bytes.length));
        };
    }

    private static JsonValue ofNumber(SchemaNode node, long number) {
        switch (node.column().physicalType()) {
            case BOOLEAN -> {
                return new JsonTruth(number != 0);
            }
            case FLOAT -> {
                float value = Float.intBitsToFloat((int) number);
                return ofFloating(Float.toString(value), Float.isFinite(value));
            }
            case DOUBLE -> {
                double value = Double.longBitsToDouble(number);
                return ofFloating(Double.toString(value), Double.isFinite(value));
            }
            default -> {
                return ofWhole(node, number);
            }
        }
    }

    private static JsonValue ofFloating(String text, boolean isFinite) {
        return isFinite ? new JsonNumber(text) : new JsonText(text);
    }

    private static JsonValue ofWhole(SchemaNode node, long number) {
        LogicalType type = node.logicalType();
        boolean isNarrow = node.column().physicalType() == PhysicalType.INT32;
        return switch (type.kind()) {
            case DATE -> new JsonText(LocalDate.ofEpochDay((int) number).toString());
            case TIMESTAMP -> ofTimestamp(type, number);
            case TIME -> ofTime(type, number);
            case DECIMAL -> ofDecimal(BigInteger.valueOf(number), type.scale());
            case UNSIGNED ->
                new JsonNumber(isNarrow ? Integer.toUnsignedString((int) number) : Long.toUnsignedString(number));
            default -> JsonNumber.of(number);
        };
    }

    private static JsonValue ofTimestamp(LogicalType type, long number) {
        long units = type.unitsPerSecond();
        long seconds = Math.floorDiv(number, units);
        long nanos = Math.floorMod(number, units) * (NANOS_PER_SECOND / units);
        return ofInstant(Instant.ofEpochSecond(seconds, nanos), type.isUtc());
    }

    private static JsonValue ofInstant(Instant instant, boolean isUtc) {
        return new JsonText(
                isUtc
                        ? instant.toString()
                        : LocalDateTime.ofEpochSecond(instant.getEpochSecond(), instant.getNano(), ZoneOffset.UTC)
                                .toString());
    }

    private static JsonValue ofTime(LogicalType type, long number) {
        long nanosPerUnit = NANOS_PER_SECOND / type.unitsPerSecond();
        boolean isTime = number >= 0 && number < SECONDS_PER_DAY * type.unitsPerSecond();
        return isTime
                ? new JsonText(LocalTime.ofNanoOfDay(number * nanosPerUnit).toString())
                : JsonNumber.of(number);
    }

    private static JsonValue ofDecimal(BigInteger unscaled, int scale) {
        return JsonNumber.of(new BigDecimal(unscaled, scale));
    }

    private static JsonValue ofBytes(SchemaNode node, byte[] bytes, int start, int length) {
        boolean isInt96 = node.column().physicalType() == PhysicalType.INT96;
        if (isInt96 && length == INT96_BYTES) {
            return ofInstant(int96(bytes, start), true);
        }
        return switch (node.logicalType().kind()) {
            case STRING -> new JsonText(new String(bytes, start, length, StandardCharsets.UTF_8));
            case DECIMAL ->
                length == 0
                        ? JsonNull.NULL
                        : ofDecimal(
                                new BigInteger(bytes, start, length),
                                node.logicalType().scale());
            case UUID -> length == 16 ? ofUuid(bytes, start) : ofBinary(bytes, start, length);
            default -> ofBinary(bytes, start, length);
        };
    }

    private static JsonValue ofUuid(byte[] bytes, int start) {
        long high = Long.reverseBytes(LittleEndian.longAt(bytes, start));
        long low = Long.reverseBytes(LittleEndian.longAt(bytes, start + 8));
        return new JsonText(new UUID(high, low).toString());
    }

    private static JsonValue ofBinary(byte[] bytes, int start, int length) {
        byte[] value = java.util.Arrays.copyOfRange(bytes, start, start + length);
        return new JsonText(Base64.getEncoder().encodeToString(value));
    }

    /** Nanoseconds of the day, then the Julian day. */
    private static Instant int96(byte[] bytes, int start) {
        long nanos = LittleEndian.longAt(bytes, start);
        long day = LittleEndian.intAt(bytes, start + 8) - JULIAN_DAY_OF_EPOCH;
        return Instant.ofEpochSecond(day * SECONDS_PER_DAY, nanos);
    }
}
