package dev.tidemark.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.type.SchemaText;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;

/**
 * Whether bytes could be a row of a schema at all, which Spark asks of the first row that it meets in a store. Authority:
 * Spark 3.5 to 4.2 UnsafeRowUtils.validateStructuralIntegrityWithReason, the same in all of them.
 */
public final class RowStructure {
    private static final long NOTHING = 0;

    private final Slice row;
    private final StructSchema schema;
    private final int bitsetBytes;
    private final int fixedBytes;

    private RowStructure(Slice row, StructSchema schema) {
        this.row = row;
        this.schema = schema;
        this.bitsetBytes = UnsafeRow.bitsetBytes(schema.size());
        this.fixedBytes = bitsetBytes + Long.BYTES * schema.size();
    }

    /** What a row fails by, in Spark's words; empty when it may be one of that schema. */
    public static Optional<String> fault(Slice row, StructSchema schema) {
        return new RowStructure(row, schema).fault();
    }

    /** The same with all that Spark tells of the row. */
    public static String explained(String fault, Slice row, StructSchema schema) {
        return "Error message is: " + fault + ", UnsafeRow status: " + new RowStructure(row, schema).status();
    }

    private Optional<String> fault() {
        if (schema.size() > 0 && bitsetBytes >= row.length()) {
            return Optional.of("rowSizeInBytes should not exceed bitSetWidthInBytes, bitSetWidthInBytes: " + bitsetBytes
                    + ", rowSizeInBytes: " + row.length());
        }
        long variableBytes = 0;
        for (int i = 0; i < schema.size(); i++) {
            Optional<String> fault = isInside(i) ? fault(i) : Optional.empty();
            if (fault.isPresent()) {
                return fault;
            }
            variableBytes += isInside(i) && isVariable(i) && !isNull(i) ? size(i) : 0;
        }
        long wanted = fixedBytes + variableBytes;
        return wanted > row.length()
                ? Optional.of("Row total length invalid: calculated: " + wanted + " rowSizeInBytes: " + row.length())
                : Optional.empty();
    }

    private Optional<String> fault(int ordinal) {
        String field = "field: " + text(ordinal) + ", index: " + ordinal;
        if (isNull(ordinal)) {
            return faultOfNull(ordinal, field);
        } else if (isVariable(ordinal)) {
            boolean isWithin = size(ordinal) >= 0
                    && offset(ordinal) >= fixedBytes
                    && offset(ordinal) + size(ordinal) <= row.length();
            return isWithin ? Optional.empty() : Optional.of("Variable-length field validation error: " + field);
        }
        int usedBits = usedBits(type(ordinal));
        return usedBits < Long.SIZE && word(ordinal) >> usedBits != 0
                ? Optional.of("Fixed-length field validation error: " + field)
                : Optional.empty();
    }

    private Optional<String> faultOfNull(int ordinal, String field) {
        if (!(type(ordinal) instanceof SparkType.Decimal) || !isVariable(ordinal)) {
            return word(ordinal) == NOTHING
                    ? Optional.empty()
                    : Optional.of("Variable-length offset-size validation error: " + field);
        }
        int offset = offset(ordinal);
        boolean isPlaced = offset == 0 || (offset >= fixedBytes && offset <= row.length());
        return size(ordinal) == 0 && isPlaced
                ? Optional.empty()
                : Optional.of("Variable-length decimal field special case validation error: " + field);
    }

    /** How many bits of its word a value may use; all of them where nobody looks. */
    private static int usedBits(SparkType type) {
        if (!(type instanceof SparkType.Simple simple)) {
            return Long.SIZE;
        }
        return switch (simple) {
            case BOOLEAN -> 1;
            case BYTE -> Byte.SIZE;
            case SHORT -> Short.SIZE;
            case INTEGER, FLOAT -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    private String status() {
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            String place = isVariable(i) && isInside(i) ? "offset: " + offset(i) + ", size: " + size(i) : "";
            fields.add("[UnsafeRowFieldStatus] index: " + i + ", expectedFieldType: " + SchemaText.of(type(i))
                    + ", isNull: " + (isInside(i) && isNull(i)) + ", isFixedLength: " + !isVariable(i) + ". " + place);
        }
        return "[UnsafeRowStatus] expectedSchema: " + SchemaText.of(schema) + ", expectedSchemaNumFields: "
                + schema.size() + ", numFields: " + schema.size() + ", bitSetWidthInBytes: " + bitsetBytes
                + ", rowSizeInBytes: " + row.length() + "\nfieldStatus:\n" + String.join("\n", fields);
    }

    private SparkType type(int ordinal) {
        return schema.field(ordinal).type();
    }

    private String text(int ordinal) {
        StructSchema.Field field = schema.field(ordinal);
        return "StructField(" + field.name() + "," + SchemaText.of(field.type()) + "," + field.nullable() + ")";
    }

    private boolean isVariable(int ordinal) {
        SparkType type = type(ordinal);
        SparkType stored = type instanceof SparkType.UserDefined userDefined ? userDefined.sqlType() : type;
        return stored.widthBytes() == SparkType.VARIABLE;
    }

    /** Beyond the row Spark reads what lies there by chance, and refuses the row for its length in the end. */
    private boolean isInside(int ordinal) {
        return bitsetBytes + Long.BYTES * (ordinal + 1) <= row.length();
    }

    private boolean isNull(int ordinal) {
        return (row.array()[row.offset() + (ordinal >> 3)] >> (ordinal & 7) & 1) != 0;
    }

    private long word(int ordinal) {
        return LittleEndian.longAt(row.array(), row.offset() + bitsetBytes + Long.BYTES * ordinal);
    }

    private int offset(int ordinal) {
        return (int) (word(ordinal) >> Integer.SIZE);
    }

    private int size(int ordinal) {
        return (int) word(ordinal);
    }
}
