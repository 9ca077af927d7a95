package dev.tidemark.state.operator;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on fields of the key, such as {@code k = 5 and window.start >= '2023-11-14T22:00:00Z'}: comparisons joined by
 * {@code and}. A null field meets no comparison but {@code = null}.
 */
public final class KeyConditions {
    private static final Pattern CONDITION = Pattern.compile(
            "\\s*([\\p{L}_$][\\p{L}\\p{N}_$.]*)\\s*(<=|>=|<>|!=|==|=|<|>)\\s*('(?:[^']|'')*'|[^\\s']+)\\s*(?:(?i:and)\\b|$)");

    private final List<Condition> conditions;

    private KeyConditions(List<Condition> conditions) {
        this.conditions = List.copyOf(conditions);
    }

    /**
     * Reads conditions on the keys of that shape.
     *
     * @throws NoSuchStateException when a field is not there, cannot be compared, or the text is no condition
     */
    public static KeyConditions parse(String text, RowShape shape) throws NoSuchStateException {
        List<Condition> conditions = new ArrayList<>();
        Matcher matcher = CONDITION.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!matcher.find(at) || matcher.start() != at) {
                throw new NoSuchStateException("not a condition like k = 5 and name = 'x': " + text.substring(at));
            }
            Field field = field(matcher.group(1), shape);
            conditions.add(new Condition(field, Comparison.of(matcher.group(2)), literal(field, matcher.group(3))));
            at = matcher.end();
        }
        if (conditions.isEmpty()) {
            throw new NoSuchStateException("an empty condition");
        }
        return new KeyConditions(conditions);
    }

    /** Whether the key meets all conditions. */
    public boolean accepts(Values key) {
        for (Condition condition : conditions) {
            if (!condition.holds(key)) {
                return false;
            }
        }
        return true;
    }

    /** Where a field lies: an ordinal for each struct on the way, and the widths of those structs. */
    private record Field(String name, List<Integer> ordinals, List<Integer> fieldCounts, SparkType type) {
        @Nullable
        Comparable<?> of(Values key) {
            Values struct = key;
            for (int i = 0; i < ordinals.size() - 1; i++) {
                if (struct.isNull(ordinals.get(i))) {
                    return null;
                }
                struct = struct.structAt(ordinals.get(i), fieldCounts.get(i));
            }
            int last = ordinals.get(ordinals.size() - 1);
            return struct.isNull(last) ? null : comparable(struct, last, type);
        }
    }

    private record Condition(
            Field field, Comparison comparison, @Nullable Comparable<?> wanted) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        boolean holds(Values key) {
            Comparable found = field.of(key);
            if (found == null || wanted == null) {
                boolean bothNull = found == null && wanted == null;
                return comparison == Comparison.EQUAL
                        ? bothNull
                        : comparison == Comparison.UNEQUAL && wanted == null && !bothNull;
            }
            return comparison.holds(found.compareTo(wanted));
        }
    }

    private enum Comparison {
        EQUAL,
        UNEQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL;

        private static final Map<String, Comparison> BY_SIGN = Map.of(
                "=",
                EQUAL,
                "==",
                EQUAL,
                "!=",
                UNEQUAL,
                "<>",
                UNEQUAL,
                "<",
                LESS,
                "<=",
                LESS_OR_EQUAL,
                ">",
                GREATER,
                ">=",
                GREATER_OR_EQUAL);

        static Comparison of(String sign) {
            return BY_SIGN.getOrDefault(sign, EQUAL);
        }

        boolean holds(int order) {
            return switch (this) {
                case EQUAL -> order == 0;
                case UNEQUAL -> order != 0;
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
            };
        }
    }

    private static Field field(String path, RowShape shape) throws NoSuchStateException {
        List<String> known = new ArrayList<>();
        for (RowShape.Column column : shape.columns()) {
            if (column.part() != RowShape.Part.KEY) {
                continue;
            }
            List<Integer> ordinals = new ArrayList<>();
            List<Integer> counts = new ArrayList<>();
            if (!column.isWhole()) {
                ordinals.add(column.ordinal());
            }
            if (column.type() instanceof StructSchema struct) {
                Field found = inside(path, path, struct, ordinals, counts, column.isWhole());
                if (found != null) {
                    return found;
                }
                struct.fields().forEach(field -> known.add(field.name()));
            } else if (column.name().equals(path)) {
                return new Field(path, List.of(column.ordinal()), List.of(), column.type());
            }
        }
        throw new NoSuchStateException(
                "the key has no field " + path + " that can be compared; it has " + String.join(", ", known));
    }

    private static @Nullable Field inside(
            String path,
            String rest,
            StructSchema struct,
            List<Integer> ordinals,
            List<Integer> counts,
            boolean isTop) {
        List<Integer> nestedCounts = new ArrayList<>(counts);
        if (!isTop || !ordinals.isEmpty()) {
            nestedCounts.add(struct.size());
        }
        for (int i = 0; i < struct.size(); i++) {
            StructSchema.Field field = struct.field(i);
            List<Integer> way = new ArrayList<>(ordinals);
            way.add(i);
            if (field.name().equals(rest) && isComparable(field.type())) {
                return new Field(path, way, nestedCounts, field.type());
            }
            if (field.type() instanceof StructSchema nested && rest.startsWith(field.name() + ".")) {
                return inside(path, rest.substring(field.name().length() + 1), nested, way, nestedCounts, false);
            }
        }
        return null;
    }

    private static boolean isComparable(SparkType type) {
        return !(type instanceof StructSchema
                || type instanceof SparkType.Array
                || type instanceof SparkType.Map
                || type instanceof SparkType.Unknown
                || type == SparkType.Simple.BINARY
                || type == SparkType.Simple.VARIANT
                || type == SparkType.Simple.CALENDAR_INTERVAL);
    }

    private static Comparable<?> comparable(Values from, int ordinal, SparkType type) {
        if (type instanceof SparkType.Text) {
            return from.bytesAt(ordinal).toText();
        } else if (type instanceof SparkType.Decimal decimal) {
            return decimal.fitsLong()
                    ? BigDecimal.valueOf(from.wholeAt(ordinal, Long.BYTES), decimal.scale())
                    : new BigDecimal(from.bigAt(ordinal), decimal.scale());
        } else if (type == SparkType.Simple.FLOAT) {
            return (double) from.floatAt(ordinal);
        } else if (type == SparkType.Simple.DOUBLE) {
            return from.doubleAt(ordinal);
        } else if (type == SparkType.Simple.BOOLEAN) {
            return (from.wholeAt(ordinal, 1) & 1) != 0;
        }
        return BigDecimal.valueOf(from.wholeAt(ordinal, type.widthBytes()));
    }

    private static @Nullable Comparable<?> literal(Field field, String spelled) throws NoSuchStateException {
        if (spelled.equalsIgnoreCase("null")) {
            return null;
        }
        boolean isQuoted = spelled.startsWith("'");
        String text = isQuoted ? spelled.substring(1, spelled.length() - 1).replace("''", "'") : spelled;
        SparkType type = field.type();
        try {
            if (type instanceof SparkType.Text) {
                return text;
            } else if (type == SparkType.Simple.FLOAT || type == SparkType.Simple.DOUBLE) {
                return Double.valueOf(text);
            } else if (type == SparkType.Simple.BOOLEAN
                    && text.toLowerCase(Locale.ROOT).matches("true|false")) {
                return Boolean.valueOf(text);
            } else if (type == SparkType.Simple.DATE) {
                return BigDecimal.valueOf(LocalDate.parse(text).toEpochDay());
            } else if (type == SparkType.Simple.TIMESTAMP || type == SparkType.Simple.TIMESTAMP_NTZ) {
                return BigDecimal.valueOf(micros(text));
            }
            return new BigDecimal(text);
        } catch (NumberFormatException | DateTimeException wrong) {
            throw new NoSuchStateException(
                    field.name() + " is a " + type.text() + " and cannot be compared with " + spelled + example(type));
        }
    }

    private static String example(SparkType type) {
        if (type == SparkType.Simple.TIMESTAMP || type == SparkType.Simple.TIMESTAMP_NTZ) {
            return ", but with '2024-01-31T00:00:00Z'";
        }
        return type == SparkType.Simple.DATE ? ", but with '2024-01-31'" : "";
    }

    /** A day alone is its first moment. */
    private static long micros(String text) {
        if (text.matches("\\d{4}-\\d\\d-\\d\\d")) {
            return ChronoUnit.MICROS.between(
                    Instant.EPOCH,
                    LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant());
        }
        Instant instant = text.endsWith("Z")
                ? Instant.parse(text)
                : LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
