package dev.tidemark.io;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PathMappingTest {
    private final PathMapping mapping = PathMapping.parse(
            List.of("/lake=/copy", "file:/lake/orders/=/elsewhere/orders/", "s3a://bucket/a=/b", "/data=gs://x/data"));

    @ParameterizedTest
    @CsvSource({
        "/lake/orders, /elsewhere/orders",
        "/lake/orders/_delta_log, /elsewhere/orders/_delta_log",
        "file:/lake/orders/a, /elsewhere/orders/a",
        "file:///lake/orders/a, /elsewhere/orders/a",
        "/lake/orders2, /copy/orders2",
        "/lake, /copy",
        "s3a://bucket/a/c, /b/c",
        "/data/t, gs://x/data/t"
    })
    void takesTheLongestRuleThatMatchesWholeSegments(String path, String now) {
        assertThat(mapping.map(path)).isEqualTo(now);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lakes/orders", "s3a://bucket/ab", "hdfs://lake/orders", "lake/orders", ""})
    void leavesOtherPathsAsTheyAre(String path) {
        assertThat(mapping.map(path)).isEqualTo(path);
        assertThat(mapping.mapped(path)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/lake", "=/copy", "/lake=", ""})
    void refusesARuleWithoutTwoSides(String rule) {
        assertThatThrownBy(() -> PathMapping.parse(List.of(rule)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected OLD=NEW, found " + rule);
    }

    @Test
    void mapsTheRootToo() {
        assertThat(PathMapping.parse(List.of("/=/copy")).map("/lake/orders")).isEqualTo("/copy/lake/orders");
    }

    @Test
    void isEmptyWithoutRules() {
        assertThat(PathMapping.parse(List.of()).isEmpty()).isTrue();
        assertThat(PathMapping.NONE.map("/lake")).isEqualTo("/lake");
    }
}
