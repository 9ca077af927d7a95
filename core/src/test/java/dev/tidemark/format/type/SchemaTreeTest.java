package dev.tidemark.format.type;

import dev.tidemark.evidence.Location;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas as Spark prints and writes them. */
class SchemaTreeTest {
    private static final String JSON =
            "{\"type\":\"struct\",\"fields\":[{\"name\":\"id\",\"type\":\"long\",\"nullable\":false,"
                    + "\"metadata\":{\"comment\":\"a key\"}},{\"name\":\"s\",\"type\":{\"type\":\"struct\",\"fields\":[{\"name\":\"a\","
                    + "\"type\":\"integer\",\"nullable\":true,\"metadata\":{}}]},\"nullable\":true,\"metadata\":{}},{\"name\":\"l\",\"type\":"
                    + "{\"type\":\"array\",\"elementType\":\"decimal(3,1)\",\"containsNull\":false},\"nullable\":true,\"metadata\":{}},"
                    + "{\"name\":\"m\",\"type\":{\"type\":\"map\",\"keyType\":\"string\",\"valueType\":\"timestamp_ntz\","
                    + "\"valueContainsNull\":true},\"nullable\":true,\"metadata\":{}}]}";

    private static StructSchema schema() {
        return SchemaJsonParser.parse(Location.of("schema"), JSON).value().orElseThrow();
    }

    @Test
    void isWrittenAsItWasRead() {
        assertThat(SchemaJsonWriter.json(schema())).hasToString(JSON);
    }

    @Test
    void isPrintedAsATree() {
        assertThat(SchemaTree.of(schema())).isEqualTo("""
                        root
                         |-- id: long (nullable = false)
                         |-- s: struct (nullable = true)
                         |    |-- a: integer (nullable = true)
                         |-- l: array (nullable = true)
                         |    |-- element: decimal(3,1) (containsNull = false)
                         |-- m: map (nullable = true)
                         |    |-- key: string
                         |    |-- value: timestamp_ntz (valueContainsNull = true)
                        """);
    }
}
