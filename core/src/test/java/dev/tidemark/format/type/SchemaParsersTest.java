package dev.tidemark.format.type;

import java.util.List;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SchemaParsersTest {
    private static final Location AT = Location.of("schema");

    @Test
    void readsNestedTypesFromJson() {
        StructSchema schema = json("""
                {"type":"struct","fields":[
                  {"name":"w","type":{"type":"struct","fields":[{"name":"start","type":"timestamp","nullable":true,"metadata":{}}]},
                   "nullable":false,"metadata":{"spark.watermarkDelayMs":10000}},
                  {"name":"a","type":{"type":"array","elementType":"integer","containsNull":false},"nullable":true,"metadata":{}},
                  {"name":"m","type":{"type":"map","keyType":"string","valueType":"decimal(20,4)","valueContainsNull":true},"nullable":true,"metadata":{}},
                  {"name":"u","type":{"type":"udt","class":"org.Vec","pyClass":null,"sqlType":"binary"},"nullable":true,"metadata":{}},
                  {"name":"i","type":"interval day to second","nullable":true,"metadata":{}},
                  {"name":"x","type":"geography(4326)","nullable":true,"metadata":{}}]}""");

        assertThat(schema.text())
                .isEqualTo("struct<w:struct<start:timestamp>,a:array<int>,m:map<string,decimal(20,4)>,u:binary,"
                        + "i:interval day to second,x:geography(4326)>");
        assertThat(schema.field(0).nullable()).isFalse();
        assertThat(schema.field(0).metadata().number("spark.watermarkDelayMs")).hasValue(10_000);
        assertThat(schema.field(5).type()).isEqualTo(new SparkType.Unknown("geography(4326)"));
    }

    @Test
    void readsTheSameFromDdl() {
        StructSchema schema = ddl(
                "w struct<start: timestamp, `end of``it`: timestamp> NOT NULL COMMENT 'a, b', "
                        + "a array<int>, m MAP<STRING, DECIMAL(20, 4)>, i interval day to second, s string COLLATE UTF8_LCASE, v varchar(3)");

        assertThat(schema.text())
                .isEqualTo(
                        "struct<w:struct<start:timestamp,end of`it:timestamp>,a:array<int>,"
                                + "m:map<string,decimal(20,4)>,i:interval day to second,s:string collate utf8_lcase,v:varchar(3)>");
        assertThat(schema.field(0).nullable()).isFalse();
        assertThat(schema.field(1).nullable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "bigint, LONG",
        "long, LONG",
        "INT, INTEGER",
        "smallint, SHORT",
        "tinyint, BYTE",
        "real, FLOAT",
        "double, DOUBLE",
        "boolean, BOOLEAN",
        "date, DATE",
        "timestamp_ntz, TIMESTAMP_NTZ",
        "binary, BINARY",
        "void, VOID",
        "variant, VARIANT"
    })
    void knowsBothNamesOfSimpleTypes(String name, SparkType.Simple type) {
        assertThat(ddl("c " + name).field(0).type()).isEqualTo(type);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "k",
                "k bigint,",
                "k struct<a int",
                "k array<>",
                "k decimal(10",
                "`k bigint",
                "k nonsense",
                "k bigint x"
            })
    void saysWhereDdlStopsMakingSense(String text) {
        Parsed<StructSchema> parsed = SchemaDdlParser.parse(AT, text);

        assertThat(parsed.value()).isEmpty();
        assertThat(parsed.damage()).hasValueSatisfying(damage -> {
            assertThat(damage.kind()).isEqualTo(DamageKind.MALFORMED);
            assertThat(damage.at().byteOffset()).isBetween(0L, (long) text.length());
        });
    }

    @Test
    void refusesTypesNestedWithoutEnd() {
        String deep = "array<".repeat(5_000) + "int" + ">".repeat(5_000);

        assertThat(SchemaDdlParser.parse(AT, "k " + deep).damage())
                .hasValueSatisfying(damage -> assertThat(damage.kind()).isEqualTo(DamageKind.TOO_LARGE));
    }

    @Test
    void keepsTwoFieldsOfOneName() {
        StructSchema schema = ddl("sum double, sum bigint");

        assertThat(schema.fields()).extracting(StructSchema.Field::name).isEqualTo(List.of("sum", "sum"));
        assertThat(schema.ordinalOf("sum")).hasValue(0);
    }

    static StructSchema ddl(String text) {
        Parsed<StructSchema> parsed = SchemaDdlParser.parse(AT, text);
        assertThat(parsed.damage()).isEmpty();
        return parsed.value().orElseThrow();
    }

    private static StructSchema json(String text) {
        Parsed<StructSchema> parsed = SchemaJsonParser.parse(AT, text);
        assertThat(parsed.damage()).isEmpty();
        return parsed.value().orElseThrow();
    }
}
