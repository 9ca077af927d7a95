package dev.tidemark.engine;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.format.type.StructSchema.Field;
import org.junit.jupiter.api.Test;

import static dev.tidemark.format.type.SparkType.Simple.INTEGER;
import static dev.tidemark.format.type.SparkType.Simple.LONG;
import static org.assertj.core.api.Assertions.assertThat;

/** Each rule from both sides. */
class StateSchemasTest {
    private static final boolean NULLABLE = true;
    private static final boolean REQUIRED = false;

    private static StructSchema of(SparkType type, boolean nullable) {
        return StructSchema.of(new Field("a", type, nullable, JsonObject.EMPTY));
    }

    private static boolean fits(SparkType stored, SparkType provided) {
        return StateSchemas.areCompatible(of(stored, NULLABLE), of(provided, NULLABLE));
    }

    @Test
    void comparesByPositionAndNotByName() {
        StructSchema stored = StructSchema.of(Field.of("a", LONG), Field.of("b", INTEGER));

        assertThat(StateSchemas.areCompatible(stored, StructSchema.of(Field.of("x", LONG), Field.of("y", INTEGER))))
                .isTrue();
        assertThat(StateSchemas.areCompatible(stored, StructSchema.of(Field.of("b", INTEGER), Field.of("a", LONG))))
                .isFalse();
    }

    @Test
    void doesNotMindMetadataSuchAsTheDelayOfAWatermark() {
        JsonObject delay =
                JsonObject.builder().put("spark.watermarkDelayMs", 5000).build();

        assertThat(StateSchemas.areCompatible(
                        StructSchema.of(new Field("ts", LONG, NULLABLE, delay)), of(LONG, NULLABLE)))
                .isTrue();
    }

    @Test
    void takesANarrowerFieldButNoWiderOne() {
        assertThat(StateSchemas.areCompatible(of(LONG, NULLABLE), of(LONG, REQUIRED)))
                .isTrue();
        assertThat(StateSchemas.areCompatible(of(LONG, REQUIRED), of(LONG, REQUIRED)))
                .isTrue();
        assertThat(StateSchemas.areCompatible(of(LONG, REQUIRED), of(LONG, NULLABLE)))
                .isFalse();
    }

    @Test
    void wantsTheSameTypes() {
        assertThat(fits(LONG, LONG)).isTrue();
        assertThat(fits(LONG, INTEGER)).isFalse();
        assertThat(fits(INTEGER, LONG)).isFalse();
        assertThat(fits(new SparkType.Decimal(10, 2), new SparkType.Decimal(10, 2)))
                .isTrue();
        assertThat(fits(new SparkType.Decimal(10, 2), new SparkType.Decimal(10, 3)))
                .isFalse();
        assertThat(fits(LONG, of(LONG, NULLABLE))).isFalse();
    }

    @Test
    void wantsAsManyFieldsOnBothSides() {
        StructSchema one = StructSchema.of(Field.of("a", LONG));
        StructSchema two = StructSchema.of(Field.of("a", LONG), Field.of("b", LONG));

        assertThat(StateSchemas.areCompatible(one, two)).isFalse();
        assertThat(StateSchemas.areCompatible(two, one)).isFalse();
        assertThat(StateSchemas.areCompatible(StructSchema.EMPTY, StructSchema.EMPTY))
                .isTrue();
    }

    @Test
    void looksIntoStructs() {
        assertThat(fits(of(LONG, NULLABLE), of(LONG, REQUIRED))).isTrue();
        assertThat(fits(of(LONG, REQUIRED), of(LONG, NULLABLE))).isFalse();
        assertThat(fits(of(LONG, NULLABLE), of(INTEGER, NULLABLE))).isFalse();
    }

    @Test
    void looksIntoArrays() {
        assertThat(fits(new SparkType.Array(LONG, NULLABLE), new SparkType.Array(LONG, REQUIRED)))
                .isTrue();
        assertThat(fits(new SparkType.Array(LONG, REQUIRED), new SparkType.Array(LONG, NULLABLE)))
                .isFalse();
        assertThat(fits(new SparkType.Array(LONG, NULLABLE), new SparkType.Array(INTEGER, NULLABLE)))
                .isFalse();
    }

    @Test
    void looksIntoMaps() {
        assertThat(fits(new SparkType.Map(LONG, LONG, NULLABLE), new SparkType.Map(LONG, LONG, REQUIRED)))
                .isTrue();
        assertThat(fits(new SparkType.Map(LONG, LONG, REQUIRED), new SparkType.Map(LONG, LONG, NULLABLE)))
                .isFalse();
        assertThat(fits(new SparkType.Map(LONG, LONG, NULLABLE), new SparkType.Map(INTEGER, LONG, NULLABLE)))
                .isFalse();
        assertThat(fits(new SparkType.Map(LONG, LONG, NULLABLE), new SparkType.Map(LONG, INTEGER, NULLABLE)))
                .isFalse();
    }
}
