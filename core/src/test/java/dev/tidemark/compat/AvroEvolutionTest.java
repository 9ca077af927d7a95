package dev.tidemark.compat;

import java.util.Objects;

import dev.tidemark.engine.StateSchemas;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AvroEvolutionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a int;a int;true",
                "a int;a int, b string;true",
                "a int, b string;b string;true",
                "a int, b string;b string, a int;true",
                "a int;a bigint;true",
                "a int;a double;true",
                "a bigint;a int;false",
                "a double;a float;false",
                "a string;a int;false",
                "a int;b string;true",
                "s struct<a: int>;s struct<a: bigint, b: string>;true",
                "s struct<a: string>;s struct<a: bigint>;false",
                "l array<int>;l array<bigint>;true",
                "l array<string>;l array<int>;false",
                "m map<string, int>;m map<string, string>;false",
                "d decimal(10,2);d decimal(12,2);false"
            })
    void fieldsMayComeGoAndWiden(String stored, String asked, boolean isReadable) {
        assertThat(AvroEvolution.canRead(
                        Objects.requireNonNull(StateSchemas.described(stored)),
                        Objects.requireNonNull(StateSchemas.described(asked))))
                .isEqualTo(isReadable);
    }
}
