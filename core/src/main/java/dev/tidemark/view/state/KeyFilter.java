package dev.tidemark.view.state;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.format.type.ValueJson;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateRow;
import org.jspecify.annotations.Nullable;

/**
 * Rows whose key has given values, written {@code field=value} and {@code struct.field=value}. Numbers are compared as
 * numbers, times as moments, all else as the text that {@code state rows} shows; {@code null} finds nulls. One for each
 * thread.
 */
public final class KeyFilter {
    private static final String KEY_PREFIX = "key.";
    private static final String NULL = "null";
    private static final Set<SparkType> WHOLE =
            Set.of(SparkType.Simple.BYTE, SparkType.Simple.SHORT, SparkType.Simple.INTEGER, SparkType.Simple.LONG);

    private final List<Condition> conditions;
    private final JsonBytes shown = new JsonBytes(128);

    private KeyFilter(List<Condition> conditions) {
        this.conditions = conditions;
    }

    /** One field and what it must be. */
    private record Condition(int[] structs, int[] widths, int ordinal, ValueJson.FieldWriter writer, String wanted) {}

    /**
     * A filter for rows of that shape.
     *
     * @throws NoSuchStateException when a condition names no field of the key; the message says which there are
     */
    public static KeyFilter of(RowShape shape, List<String> conditions) throws NoSuchStateException {
        List<Condition> resolved = new ArrayList<>();
        for (String condition : conditions) {
            int equals = condition.indexOf('=');
            if (equals <= 0) {
                throw new NoSuchStateException("a key is given as FIELD=VALUE, not as \"" + condition + "\"");
            }
            resolved.add(resolve(shape, condition.substring(0, equals), condition.substring(equals + 1)));
        }
        return new KeyFilter(List.copyOf(resolved));
    }

    private static Condition resolve(RowShape shape, String path, String wanted) throws NoSuchStateException {
        String bare = path.startsWith(KEY_PREFIX) ? path.substring(KEY_PREFIX.length()) : path;
        for (RowShape.Column column : shape.columns()) {
            if (column.part() != RowShape.Part.KEY) {
                continue;
            }
            String prefix = column.name() + ".";
            if (column.isWhole()) {
                Condition found = find((StructSchema) column.type(), bare, wanted);
                if (found != null) {
                    return found;
                }
            } else if (path.equals(column.name())) {
                return condition(path, List.of(), column.ordinal(), column.type(), wanted);
            } else if (column.type() instanceof StructSchema struct) {
                String inside = path.startsWith(prefix) ? path.substring(prefix.length()) : bare;
                Condition found = find(struct, inside, wanted);
                if (found != null) {
                    List<int[]> steps = new ArrayList<>();
                    steps.add(new int[] {column.ordinal(), struct.size()});
                    for (int i = 0; i < found.structs().length; i++) {
                        steps.add(new int[] {found.structs()[i], found.widths()[i]});
                    }
                    return new Condition(
                            steps.stream().mapToInt(step -> step[0]).toArray(),
                            steps.stream().mapToInt(step -> step[1]).toArray(),
                            found.ordinal(),
                            found.writer(),
                            wanted);
                }
            }
        }
        throw new NoSuchStateException(
                "the key has no field \"" + path + "\"; there is " + String.join(", ", fieldNames(shape)));
    }

    private static @Nullable Condition find(StructSchema struct, String path, String wanted)
            throws NoSuchStateException {
        OptionalInt whole = struct.ordinalOf(path);
        if (whole.isPresent()) {
            return condition(
                    path,
                    List.of(),
                    whole.getAsInt(),
                    struct.field(whole.getAsInt()).type(),
                    wanted);
        }
        List<int[]> steps = new ArrayList<>();
        StructSchema reached = struct;
        String[] names = path.split("\\.");
        for (int i = 0; i < names.length; i++) {
            OptionalInt ordinal = reached.ordinalOf(names[i]);
            if (ordinal.isEmpty()) {
                return null;
            }
            SparkType type = reached.field(ordinal.getAsInt()).type();
            if (i == names.length - 1) {
                return condition(path, steps, ordinal.getAsInt(), type, wanted);
            }
            if (!(type instanceof StructSchema nested)) {
                return null;
            }
            steps.add(new int[] {ordinal.getAsInt(), nested.size()});
            reached = nested;
        }
        return null;
    }

    private static Condition condition(String path, List<int[]> steps, int ordinal, SparkType type, String wanted)
            throws NoSuchStateException {
        require(path, type, wanted);
        return new Condition(
                steps.stream().mapToInt(step -> step[0]).toArray(),
                steps.stream().mapToInt(step -> step[1]).toArray(),
                ordinal,
                ValueJson.fieldWriter(type),
                wanted);
    }

    /** Refuses what no value of the type can be, so that no rows mean that there are none. */
    private static void require(String path, SparkType type, String wanted) throws NoSuchStateException {
        if (wanted.equals(NULL)) {
            return;
        }
        if (type instanceof StructSchema struct) {
            if (!wanted.startsWith("{")) {
                throw new NoSuchStateException(path + " is a struct: name a field of it, such as " + path + "."
                        + (struct.size() == 0 ? "x" : struct.field(0).name()));
            }
            return;
        }
        String example = exampleUnless(type, wanted.strip());
        if (!example.isEmpty()) {
            throw new NoSuchStateException(
                    path + " is a " + type.text() + ", such as " + example + ", and cannot be \"" + wanted + "\"");
        }
    }

    /** Empty when a text can be a value of the type, else what could be one. */
    private static String exampleUnless(SparkType type, String text) {
        if (WHOLE.contains(type)) {
            return text.matches("[+-]?\\d+(\\.0*)?") ? "" : "5";
        } else if (type instanceof SparkType.Decimal) {
            return areSameNumber(text, text) ? "" : "5.25";
        } else if (type == SparkType.Simple.FLOAT || type == SparkType.Simple.DOUBLE) {
            return areSameNumber(text, text) || text.matches("NaN|-?Infinity") ? "" : "5.25";
        } else if (type == SparkType.Simple.BOOLEAN) {
            return text.matches("true|false") ? "" : "true";
        } else if (type == SparkType.Simple.DATE) {
            return text.matches("[+-]?\\d{4,}-\\d\\d-\\d\\d") ? "" : "2024-01-31";
        } else if (type == SparkType.Simple.TIMESTAMP || type == SparkType.Simple.TIMESTAMP_NTZ) {
            return areSameMoment(text, text) || text.matches("[+-]?\\d{4,}-\\d\\d-\\d\\dT.*Z?")
                    ? ""
                    : "2024-01-31T00:00:00Z";
        }
        return "";
    }

    private static TreeSet<String> fieldNames(RowShape shape) {
        TreeSet<String> names = new TreeSet<>();
        shape.columns().stream()
                .filter(column -> column.part() == RowShape.Part.KEY)
                .forEach(column -> {
                    if (column.type() instanceof StructSchema struct) {
                        struct.fields().forEach(field -> names.add(field.name()));
                    } else {
                        names.add(column.name());
                    }
                });
        return names;
    }

    /** Whether the row's key has all the values. */
    public boolean matches(StateRow row) {
        for (Condition condition : conditions) {
            if (!matches(row.key(), condition)) {
                return false;
            }
        }
        return true;
    }

    private boolean matches(Values key, Condition condition) {
        Values reached = key;
        for (int i = 0; i < condition.structs().length; i++) {
            if (reached.isNull(condition.structs()[i])) {
                return condition.wanted().equals(NULL);
            }
            reached = reached.structAt(condition.structs()[i], condition.widths()[i]);
        }
        shown.truncate(0);
        condition.writer().write(shown, reached, condition.ordinal());
        String json = new String(shown.array(), 0, shown.length(), StandardCharsets.UTF_8);
        return isWanted(json, condition.wanted());
    }

    private static boolean isWanted(String json, String wanted) {
        if (json.equals(wanted)) {
            return true;
        }
        JsonValue value = JsonParser.parse(Location.of("row"), json).value().orElse(JsonNull.NULL);
        if (value instanceof JsonText text) {
            return text.value().equals(wanted) || areSameMoment(text.value(), wanted);
        }
        return value instanceof JsonNumber && areSameNumber(json, wanted);
    }

    private static boolean areSameNumber(String json, String wanted) {
        try {
            return new BigDecimal(json).compareTo(new BigDecimal(wanted.strip())) == 0;
        } catch (NumberFormatException noNumber) {
            return false;
        }
    }

    private static boolean areSameMoment(String shown, String wanted) {
        if (shown.length() < 19 || wanted.length() < 19 || shown.charAt(4) != '-') {
            return false;
        }
        try {
            return Instant.parse(zoned(shown)).equals(Instant.parse(zoned(wanted)));
        } catch (DateTimeException noMoment) {
            return false;
        }
    }

    private static String zoned(String moment) {
        String text = moment.replace(' ', 'T');
        return text.endsWith("Z") ? text : text + "Z";
    }
}
