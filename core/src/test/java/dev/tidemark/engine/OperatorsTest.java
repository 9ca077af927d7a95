package dev.tidemark.engine;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.Trigger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Which operators ask for a batch without data. */
class OperatorsTest {
    private static Operators operators(String outputMode, Map<Long, String> recorded, String... names) {
        return new Operators(described(outputMode, names), recorded, Map.of());
    }

    private static QueryDescription described(String outputMode, String... names) {
        List<OperatorDescription> all = new java.util.ArrayList<>();
        for (String name : names) {
            all.add(new OperatorDescription(all.size(), name.isEmpty() ? null : name, null, Map.of()));
        }
        return new QueryDescription(
                new QueryDescription.Versions(null, null),
                new Trigger.AvailableNow(),
                Map.of(),
                List.of(),
                all,
                new SinkDescription(null, "noop", null, outputMode, Map.of()));
    }

    @ParameterizedTest
    @CsvSource({
        "stateStoreSave, append, true",
        "stateStoreSave, update, true",
        "stateStoreSave, complete, false",
        "sessionWindowStateStoreSave, append, true",
        "dedupe, append, true",
        "dedupeWithinWatermark, append, true",
        "symmetricHashJoin, append, true",
        "globalLimit, append, false"
    })
    void askForOneWhenTheWatermarkHasMoved(String name, String outputMode, boolean asks) {
        Operators operators = operators(outputMode, Map.of(), name);

        assertThat(operators.wantNoDataBatch(1000, 2000)).isEqualTo(asks);
        assertThat(operators.wantNoDataBatch(2000, 2000))
                .as("the watermark stands still")
                .isFalse();
    }

    @Test
    void askWhenOneOfThemDoes() {
        assertThat(operators("append", Map.of(), "globalLimit", "dedupe").wantNoDataBatch(1, 2))
                .isTrue();
    }

    @Test
    void doNotAskWhereThereAreNone() {
        assertThat(operators("append", Map.of()).wantNoDataBatch(1, 2)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapGroupsWithState", "flatMapGroupsWithState", "transformWithStateExec"})
    void areNotGuessedAtWhereTheTimeModeDecides(String name) {
        Operators operators = operators("append", Map.of(), name);

        assertThatThrownBy(() -> operators.wantNoDataBatch(2, 2))
                .isInstanceOf(UndecidedException.class)
                .hasMessageContaining("time mode");
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, false, false",
        "EVENT_TIME, true, false",
        "PROCESSING_TIME, true, true",
    })
    void askAsTheirTimeModeDoes(TimeMode mode, boolean whenMoved, boolean whenStill) {
        Operators operators =
                new Operators(described("append", "flatMapGroupsWithState"), Map.of(), Map.of(0L, Set.of(mode)));

        assertThat(operators.wantNoDataBatch(1, 2)).isEqualTo(whenMoved);
        assertThat(operators.wantNoDataBatch(2, 2)).isEqualTo(whenStill);
    }

    @Test
    void askWhereBothTimesWould() {
        Set<TimeMode> times = Set.of(TimeMode.EVENT_TIME, TimeMode.PROCESSING_TIME);
        Operators operators = new Operators(described("append", "flatMapGroupsWithState"), Map.of(), Map.of(0L, times));

        assertThat(operators.wantNoDataBatch(1, 2)).isTrue();
        assertThatThrownBy(() -> operators.wantNoDataBatch(2, 2)).isInstanceOf(UndecidedException.class);
    }

    @Test
    void areNotGuessedAtWhenUnknownUnlessTheWatermarkStandsStill() {
        Operators operators = operators("append", Map.of(), "somethingNew");

        assertThat(operators.wantNoDataBatch(2, 2)).isFalse();
        assertThatThrownBy(() -> operators.wantNoDataBatch(1, 2)).isInstanceOf(UndecidedException.class);
    }

    @Test
    void goByTheCheckpointsNameWhereTheDescriptionGivesNone() {
        assertThat(operators("append", Map.of(0L, "dedupe"), "").wantNoDataBatch(1, 2))
                .isTrue();
    }
}
