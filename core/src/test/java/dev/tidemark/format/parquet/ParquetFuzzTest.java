package dev.tidemark.format.parquet;

import java.util.stream.Stream;

import dev.tidemark.Mutations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Damaged files give rows or a damage, never an exception. {@code -Dtidemark.fuzz=100000} makes more of them. */
class ParquetFuzzTest {
    static Stream<String> samples() {
        return ParquetSamples.NAMES.stream();
    }

    @ParameterizedTest(name = "mutants of {0}, seeds from 0")
    @MethodSource("samples")
    void answersOrTellsTheDamage(String name) {
        byte[] healthy = ParquetSamples.bytes(name);

        Mutations.seeds(ParquetSamples.NAMES.size()).forEach(seed -> {
            byte[] mutant = Mutations.ofSeed(seed).mutate(healthy);
            try {
                assertThat(ParquetSamples.read(mutant)).isNotNull();
            } catch (RuntimeException | OutOfMemoryError escaped) {
                fail("seed " + seed + " of " + name, escaped);
            }
        });
    }
}
