package dev.tidemark.state;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.RowBytes;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.type.SchemaDdlParser;
import dev.tidemark.format.type.StructSchema;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What Spark's UnsafeRowUtils says of the same rows. */
class RowStructureTest {
    private static StructSchema schema(String ddl) {
        return SchemaDdlParser.parse(Location.of("ddl"), ddl).value().orElseThrow();
    }

    private static String fault(RowBytes row, String ddl) {
        return RowStructure.fault(Slice.of(row.build()), schema(ddl)).orElse("");
    }

    @Test
    void takesARowOfTheSchema() {
        assertThat(fault(RowBytes.row().add("a").add(7), "k string, n bigint")).isEmpty();
        assertThat(fault(RowBytes.row().addNull().add(7), "k string, n int")).isEmpty();
    }

    @Test
    void takesALongerRowWhoseFirstFieldsFit() {
        assertThat(fault(RowBytes.row().add("a").add(7), "k string")).isEmpty();
        assertThat(fault(RowBytes.row().add(3).add(7), "k int")).isEmpty();
    }

    @Test
    void refusesTextThatBeginsWhereAFieldWouldStand() {
        assertThat(fault(RowBytes.row().add("a"), "k string, n bigint"))
                .isEqualTo("Variable-length field validation error: field: StructField(k,StringType,true), index: 0");
    }

    @Test
    void refusesARowThatIsTooShort() {
        assertThat(fault(RowBytes.row().add(3), "k int, n bigint"))
                .isEqualTo("Row total length invalid: calculated: 24 rowSizeInBytes: 16");
        assertThat(RowStructure.fault(Slice.of(new byte[8]), schema("k int")))
                .hasValue(
                        "rowSizeInBytes should not exceed bitSetWidthInBytes, bitSetWidthInBytes: 8, rowSizeInBytes: 8");
    }

    @Test
    void refusesBitsBeyondANarrowValue() {
        assertThat(fault(RowBytes.row().add(1L << 32), "n int"))
                .isEqualTo("Fixed-length field validation error: field: StructField(n,IntegerType,true), index: 0");
        assertThat(fault(RowBytes.row().add(2), "b boolean")).startsWith("Fixed-length field validation error");
        assertThat(fault(RowBytes.row().add(1L << 32), "n bigint")).isEmpty();
    }

    @Test
    void tellsAllThatSparkTellsOfTheRow() {
        Slice row = Slice.of(RowBytes.row().add("a").build());

        String told = RowStructure.explained("why", row, schema("k string, n bigint"));

        assertThat(told)
                .isEqualTo("Error message is: why, UnsafeRow status: [UnsafeRowStatus] expectedSchema:"
                        + " StructType(StructField(k,StringType,true),StructField(n,LongType,true)),"
                        + " expectedSchemaNumFields: 2, numFields: 2, bitSetWidthInBytes: 8, rowSizeInBytes: 24\n"
                        + "fieldStatus:\n[UnsafeRowFieldStatus] index: 0, expectedFieldType: StringType, isNull: false,"
                        + " isFixedLength: false. offset: 16, size: 1\n[UnsafeRowFieldStatus] index: 1,"
                        + " expectedFieldType: LongType, isNull: false, isFixedLength: true. ");
    }
}
