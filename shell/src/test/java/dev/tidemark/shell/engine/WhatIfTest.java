package dev.tidemark.shell.engine;

import java.util.List;
import java.util.Map;

import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class WhatIfTest {
    private static final QueryDescription QUERY = new QueryDescription(
            new QueryDescription.Versions("4.1.1", null),
            new Trigger.AvailableNow(),
            Map.of(),
            List.of(new SourceDescription(null, "delta", "/lake/orders", null, Map.of(), null)),
            List.of(),
            null);

    private static WhatIf whatIf(String... words) {
        return WhatIf.of(List.of(words)).orElseThrow();
    }

    @Test
    void changesOneThingOfTheQuery() {
        assertThat(whatIf("conf", "a.b=c=d").in(QUERY).orElseThrow().confs()).containsExactly(Map.entry("a.b", "c=d"));
        assertThat(whatIf("trigger", "once").in(QUERY).orElseThrow().trigger()).isEqualTo(new Trigger.Once());
        assertThat(whatIf("spark", "4.0.1").in(QUERY).orElseThrow().versions().spark())
                .isEqualTo("4.0.1");
        assertThat(whatIf("option", "maxFilesPerTrigger=2")
                        .in(QUERY)
                        .orElseThrow()
                        .sources()
                        .get(0)
                        .option("MAXFILESPERTRIGGER"))
                .contains("2");
    }

    @Test
    void knowsThatThereIsNoSuchSource() {
        assertThat(whatIf("option", "3.x=y").in(QUERY)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"conf,novalue", "conf,=x", "option,x", "spark,newest", "trigger,sometimes", "colour,red"})
    void refusesWhatItDoesNotUnderstand(String kind, String value) {
        assertThat(WhatIf.of(List.of(kind, value))).isEmpty();
    }

    @Test
    void replacesWhatWasSetAboutTheSameThing() {
        assertThat(whatIf("option", "0.a=1").replaces(whatIf("option", "A=2"))).isTrue();
        assertThat(whatIf("option", "0.a=1").replaces(whatIf("option", "1.a=1")))
                .isFalse();
        assertThat(whatIf("conf", "a=1").replaces(whatIf("option", "a=1"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"conf,a=b", "option,1.a=b", "spark,4.0.1", "trigger,once"})
    void isReadBackAsItIsWritten(String kind, String value) {
        WhatIf one = whatIf(kind, value);

        assertThat(WhatIf.of(List.of(one.text().split(" ", 2)))).contains(one);
    }
}
