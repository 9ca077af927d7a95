package dev.tidemark.engine;

import java.util.Objects;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.type.SchemaDdlParser;
import dev.tidemark.format.type.SchemaJsonParser;
import dev.tidemark.format.type.StructSchema;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** State that a person described in DDL, beside what the checkpoint stores. */
class DescribedStateTest {
    private static final Location AT = Location.of("schema");
    private static final StructSchema STORED = SchemaJsonParser.parse(
                    AT,
                    "{\"type\":\"struct\",\"fields\":[{\"name\":\"window\",\"type\":{\"type\":\"struct\",\"fields\":["
                            + "{\"name\":\"start\",\"type\":\"timestamp\",\"nullable\":false,\"metadata\":{}}]},"
                            + "\"nullable\":false,\"metadata\":{}},{\"name\":\"tags\",\"type\":{\"type\":\"array\","
                            + "\"elementType\":\"string\",\"containsNull\":false},\"nullable\":true,\"metadata\":{}}]}")
            .value()
            .orElseThrow();

    private static StructSchema described(String ddl) {
        return Objects.requireNonNull(StateSchemas.described(ddl));
    }

    @Test
    void takesTypesInDdlForTheStoredOnesWhateverTheirNullability() {
        assertThat(StateSchemas.areCompatible(STORED, described("window struct<start: timestamp>, tags array<string>")))
                .isTrue();
    }

    @Test
    void stillRefusesOtherTypesInDdl() {
        assertThat(StateSchemas.areCompatible(STORED, described("window struct<start: date>, tags array<string>")))
                .isFalse();
        assertThat(StateSchemas.areCompatible(STORED, described("window struct<start: timestamp>, tags array<int>")))
                .isFalse();
        assertThat(StateSchemas.areCompatible(STORED, described("window struct<start: timestamp>")))
                .isFalse();
    }

    @Test
    void refusesANullableColumnWhereTheStateHasNone() {
        StructSchema nullable = SchemaDdlParser.parse(AT, "window struct<start: timestamp>, tags array<string>")
                .value()
                .orElseThrow();

        assertThat(StateSchemas.areCompatible(STORED, nullable)).isFalse();
    }
}
