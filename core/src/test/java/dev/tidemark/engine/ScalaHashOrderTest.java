package dev.tidemark.engine;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Orders that Spark 4.2 was seen to write offset maps in. */
class ScalaHashOrderTest {
    @Test
    void putsTheSecondOfTwoNumberedSourcesFirst() {
        assertThat(ScalaHashOrder.of(List.of("0", "1"))).containsExactly("1", "0");
    }

    @Test
    void putsNamedSourcesWhereTheirHashesFall() {
        assertThat(ScalaHashOrder.of(List.of("orders", "refunds", "payments")))
                .containsExactly("payments", "refunds", "orders");
    }

    @Test
    void doesNotDependOnTheOrderOfArrival() {
        assertThat(ScalaHashOrder.of(List.of("payments", "orders", "refunds")))
                .isEqualTo(ScalaHashOrder.of(List.of("refunds", "payments", "orders")));
    }

    @Test
    void keepsEveryKeyOnce() {
        List<String> keys =
                IntStream.range(0, 500).mapToObj(id -> "s" + id % 400).toList();

        assertThat(ScalaHashOrder.of(keys)).hasSize(400).doesNotHaveDuplicates();
    }

    @Test
    void holdsKeysOfTheSameHashApart() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        assertThat(ScalaHashOrder.of(List.of("Aa", "BB"))).containsExactlyInAnyOrder("Aa", "BB");
    }
}
