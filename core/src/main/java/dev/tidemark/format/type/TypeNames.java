package dev.tidemark.format.type;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that are one name, with or without numbers, as JSON and DDL spell them. */
final class TypeNames {
    private static final Pattern DECIMAL =
            Pattern.compile("(?:decimal|dec|numeric)\\s*(?:\\(\\s*(\\d{1,2})\\s*(?:,\\s*(-?\\d{1,2})\\s*)?\\))?");
    private static final Pattern LENGTH = Pattern.compile("(?:char|character|varchar)\\s*\\(\\s*\\d{1,9}\\s*\\)");
    private static final Pattern TIME = Pattern.compile("time\\s*(?:\\(\\s*(\\d)\\s*\\))?");
    private static final Pattern DAY_TIME =
            Pattern.compile("interval (day|hour|minute|second)( to (hour|minute|second))?");
    private static final Pattern YEAR_MONTH = Pattern.compile("interval (year|month)( to month)?");

    private TypeNames() {}

    static Optional<SparkType> typeOf(String spelled) {
        String name = spelled.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
        Optional<SparkType> simple = simple(name);
        return simple.isPresent() ? simple : withParameters(name);
    }

    private static Optional<SparkType> simple(String name) {
        return Optional.ofNullable(
                switch (name) {
                    case "void", "null" -> SparkType.Simple.VOID;
                    case "boolean" -> SparkType.Simple.BOOLEAN;
                    case "tinyint", "byte" -> SparkType.Simple.BYTE;
                    case "smallint", "short" -> SparkType.Simple.SHORT;
                    case "int", "integer" -> SparkType.Simple.INTEGER;
                    case "bigint", "long" -> SparkType.Simple.LONG;
                    case "float", "real" -> SparkType.Simple.FLOAT;
                    case "double" -> SparkType.Simple.DOUBLE;
                    case "date" -> SparkType.Simple.DATE;
                    case "timestamp", "timestamp_ltz" -> SparkType.Simple.TIMESTAMP;
                    case "timestamp_ntz" -> SparkType.Simple.TIMESTAMP_NTZ;
                    case "binary" -> SparkType.Simple.BINARY;
                    case "interval", "calendarinterval" -> SparkType.Simple.CALENDAR_INTERVAL;
                    case "variant" -> SparkType.Simple.VARIANT;
                    case "string" -> SparkType.Text.STRING;
                    default -> null;
                });
    }

    private static Optional<SparkType> withParameters(String name) {
        Matcher decimal = DECIMAL.matcher(name);
        if (decimal.matches()) {
            int precision = decimal.group(1) == null ? 10 : Integer.parseInt(decimal.group(1));
            int scale = decimal.group(2) == null ? 0 : Integer.parseInt(decimal.group(2));
            return Optional.of(new SparkType.Decimal(precision, scale));
        }
        Matcher time = TIME.matcher(name);
        if (time.matches()) {
            return Optional.of(new SparkType.Time(time.group(1) == null ? 6 : Integer.parseInt(time.group(1))));
        }
        if (LENGTH.matcher(name).matches() || name.startsWith("string collate ")) {
            return Optional.of(new SparkType.Text(name));
        }
        if (DAY_TIME.matcher(name).matches()) {
            return Optional.of(new SparkType.DayTime(name));
        }
        return YEAR_MONTH.matcher(name).matches() ? Optional.of(new SparkType.YearMonth(name)) : Optional.empty();
    }
}
