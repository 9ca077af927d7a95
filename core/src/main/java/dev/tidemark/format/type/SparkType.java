package dev.tidemark.format.type;

/** A type of Spark SQL. {@link #text()} is the name DDL and {@code DESCRIBE} use. */
public sealed interface SparkType {
    /** Stands for "not of fixed width". */
    int VARIABLE = -1;

    /** The type as DDL spells it, such as {@code array<int>}. */
    String text();

    /** Bytes of the value itself in Spark's row format, or {@link #VARIABLE} when the slot holds an offset. */
    int widthBytes();

    /** Bytes an element of this type takes in an array of Spark's row format. */
    default int elementWidthBytes() {
        return widthBytes() == VARIABLE ? Long.BYTES : widthBytes();
    }

    /** The types without parameters. */
    enum Simple implements SparkType {
        VOID("void", 8),
        BOOLEAN("boolean", 1),
        BYTE("tinyint", 1),
        SHORT("smallint", 2),
        INTEGER("int", 4),
        LONG("bigint", 8),
        FLOAT("float", 4),
        DOUBLE("double", 8),
        DATE("date", 4),
        TIMESTAMP("timestamp", 8),
        TIMESTAMP_NTZ("timestamp_ntz", 8),
        BINARY("binary", VARIABLE),
        CALENDAR_INTERVAL("interval", VARIABLE),
        VARIANT("variant", VARIABLE);

        private final String text;
        private final int widthBytes;

        Simple(String text, int widthBytes) {
            this.text = text;
            this.widthBytes = widthBytes;
        }

        @Override
        public String text() {
            return text;
        }

        @Override
        public int widthBytes() {
            return widthBytes;
        }
    }

    /**
     * A string, also {@code char(n)} and {@code varchar(n)}.
     *
     * @param spelling {@code string}, {@code string collate UNICODE}, {@code char(3)} or {@code varchar(3)}
     */
    record Text(String spelling) implements SparkType {
        /** A plain string. */
        public static final Text STRING = new Text("string");

        @Override
        public String text() {
            return spelling;
        }

        @Override
        public int widthBytes() {
            return VARIABLE;
        }
    }

    /** A decimal; up to 18 digits it is a long in the row format. */
    record Decimal(int precision, int scale) implements SparkType {
        /** The most digits that fit a long. */
        public static final int MAX_LONG_DIGITS = 18;

        /** Whether the unscaled value is stored as a long. */
        public boolean fitsLong() {
            return precision <= MAX_LONG_DIGITS;
        }

        @Override
        public String text() {
            return "decimal(" + precision + "," + scale + ")";
        }

        @Override
        public int widthBytes() {
            return fitsLong() ? Long.BYTES : VARIABLE;
        }
    }

    /** An interval of days to seconds, in microseconds. */
    record DayTime(String spelling) implements SparkType {
        @Override
        public String text() {
            return spelling;
        }

        @Override
        public int widthBytes() {
            return Long.BYTES;
        }
    }

    /** An interval of years and months, in months. */
    record YearMonth(String spelling) implements SparkType {
        @Override
        public String text() {
            return spelling;
        }

        @Override
        public int widthBytes() {
            return Integer.BYTES;
        }
    }

    /** A time of day, in nanoseconds (Spark 4.1 and later). */
    record Time(int precision) implements SparkType {
        @Override
        public String text() {
            return "time(" + precision + ")";
        }

        @Override
        public int widthBytes() {
            return Long.BYTES;
        }
    }

    /** An array. */
    record Array(SparkType element, boolean containsNull) implements SparkType {
        @Override
        public String text() {
            return "array<" + element.text() + ">";
        }

        @Override
        public int widthBytes() {
            return VARIABLE;
        }
    }

    /** A map. */
    record Map(SparkType key, SparkType value, boolean valueContainsNull) implements SparkType {
        @Override
        public String text() {
            return "map<" + key.text() + "," + value.text() + ">";
        }

        @Override
        public int widthBytes() {
            return VARIABLE;
        }
    }

    /** A type of the user's, stored as {@code sqlType}. */
    record UserDefined(String className, SparkType sqlType) implements SparkType {
        @Override
        public String text() {
            return sqlType.text();
        }

        @Override
        public int widthBytes() {
            return sqlType.widthBytes();
        }
    }

    /** A type no known Spark has; its values cannot be decoded. */
    record Unknown(String name) implements SparkType {
        @Override
        public String text() {
            return name;
        }

        @Override
        public int widthBytes() {
            return VARIABLE;
        }
    }

    /** The struct's own record is {@link StructSchema}. */
    sealed interface Struct extends SparkType permits StructSchema {}
}
