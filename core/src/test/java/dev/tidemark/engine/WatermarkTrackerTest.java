package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.source.NewestTime;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class WatermarkTrackerTest {
    private static final NewestTime NO_ROWS = NewestTime.NONE;

    private static NewestTime at(long ms) {
        return NewestTime.exactly(ms);
    }

    @Test
    void isKnownAgainWhenWhatIsNotKnownDoesNotMatter() {
        WatermarkTracker tracker = new WatermarkTracker("min", 100);

        tracker.update(List.of(new NewestTime(20, 90)));
        assertThat(tracker.isKnown()).as("whatever it is, it is behind").isTrue();
        tracker.update(List.of(new NewestTime(20, 150)));
        assertThat(tracker.isKnown()).isFalse();
        assertThat(tracker.bounds()).isEqualTo(new NewestTime(100, 150));
        tracker.update(List.of(at(150)));

        assertThat(tracker.bounds()).isEqualTo(at(150));
    }

    @Test
    void isBoundedByTheSlowestPlaceUnderMin() {
        WatermarkTracker tracker = new WatermarkTracker("min", 0);

        tracker.update(List.of(NewestTime.UNKNOWN, at(30)));

        assertThat(tracker.bounds()).isEqualTo(new NewestTime(0, 30));
    }

    @Test
    void followsTheNewestEventTimeOfOnePlace() {
        WatermarkTracker tracker = new WatermarkTracker("min", 0);

        tracker.update(List.of(at(50)));

        assertThat(tracker.currentMs()).isEqualTo(50);
    }

    @Test
    void neverGoesBack() {
        WatermarkTracker tracker = new WatermarkTracker("min", 100);

        tracker.update(List.of(at(50)));
        assertThat(tracker.currentMs()).isEqualTo(100);
        tracker.update(List.of(at(150)));
        tracker.update(List.of(at(120)));

        assertThat(tracker.currentMs()).isEqualTo(150);
    }

    @Test
    void waitsForTheSlowestPlaceUnderMin() {
        WatermarkTracker tracker = new WatermarkTracker("min", 10);

        tracker.update(List.of(at(50), NO_ROWS));
        assertThat(tracker.currentMs())
                .as("a place that saw nothing in this run counts 0")
                .isEqualTo(10);
        tracker.update(List.of(NO_ROWS, at(30)));

        assertThat(tracker.currentMs())
                .as("what a place saw before counts still")
                .isEqualTo(30);
    }

    @Test
    void goesWithTheFastestPlaceUnderMaxInAnyCase() {
        WatermarkTracker tracker = new WatermarkTracker("MAX", 10);

        tracker.update(List.of(at(50), NO_ROWS));

        assertThat(tracker.currentMs()).isEqualTo(50);
    }

    @Test
    void staysWhereItIsWithoutAWatermarkedPlace() {
        WatermarkTracker tracker = new WatermarkTracker("min", 10);

        tracker.update(List.of());

        assertThat(tracker.currentMs()).isEqualTo(10);
    }

    @Test
    void doesNotGoBelowZeroForEventTimesBefore1970() {
        WatermarkTracker tracker = new WatermarkTracker("min", 0);

        tracker.update(List.of(at(-5)));

        assertThat(tracker.currentMs()).isZero();
    }
}
