package dev.tidemark.source.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Patterns of paths as Hadoop reads them. */
class HadoopGlobTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*|anything|true",
                "*.json|a.json|true",
                "*.json|ajson|false",
                "f?|f1|true",
                "f?|f|false",
                "{a,b}c|bc|true",
                "{a,b}c|cc|false",
                "{a,x{1,2}}|x2|true",
                "[a-c]|b|true",
                "[!a-c]|b|false",
                "[^a-c]|d|true",
                "a\\*|a*|true",
                "a\\*|ab|false",
                "a+b|a+b|true",
                "a.b|axb|false"
            })
    void matchesOneComponent(String glob, String name, boolean matches) {
        assertThat(HadoopGlob.component(glob).matcher(name).matches()).isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({"/lake/in/*,/lake/in", "/lake/*/in,/lake", "/lake/in,/lake/in", "'/lake/i{n,o}/f',/lake", "/*,''"})
    void knowsTheDirectoryAboveAPattern(String path, String directory) {
        assertThat(HadoopGlob.base(path)).isEqualTo(directory);
    }

    @Test
    void readsBracesThatSpanComponentsAsSeveralPatterns() {
        assertThat(HadoopGlob.expanded("/{a/b,c}/{1,2}")).containsExactly("/a/b/{1,2}", "/c/{1,2}");
        assertThat(HadoopGlob.expanded("/a{b,c}")).containsExactly("/a{b,c}");
    }
}
