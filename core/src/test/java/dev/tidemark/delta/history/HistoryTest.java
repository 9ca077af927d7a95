package dev.tidemark.delta.history;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.delta.CalendarInterval;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.LogBuilder;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.tidemark.delta.LogBuilder.add;
import static dev.tidemark.delta.LogBuilder.remove;
import static org.assertj.core.api.Assertions.assertThat;

class HistoryTest {
    @Test
    void sumsUpACommit() throws IOException {
        DeltaTable table = LogBuilder.table()
                .commit(
                        "{\"commitInfo\":{\"operation\":\"WRITE\",\"inCommitTimestamp\":77}}",
                        add("a", 3),
                        remove("b"),
                        "torn")
                .build();
        LogFile file = table.listing().ofKind(LogFileName.Commit.class).get(1);

        TableCommit commit = CommitReader.read(table.storage(), file);

        assertThat(commit.version()).isEqualTo(1);
        assertThat(commit.committedAtMs()).isEqualTo(77);
        assertThat(commit.info().operation()).contains("WRITE");
        assertThat(commit.changes()).isEqualTo(new TableCommit.Changes(1, 3, 1, 0, true, false, false));
        assertThat(commit.troubles()).singleElement().asString().startsWith("line 4: expected JSON");
    }

    @Test
    void pushesACommitForwardThatIsNotNewerThanItsPredecessor() throws IOException {
        DeltaTable table = LogBuilder.table()
                .commit("{\"commitInfo\":{\"inCommitTimestamp\":5000}}")
                .commit("{\"commitInfo\":{\"inCommitTimestamp\":4000}}")
                .build();
        CommitTimeline timeline = CommitTimeline.of(table.storage(), table.listing());

        assertThat(timeline.last()).contains(new CommitTimeline.Moment(2, 5001));
        assertThat(timeline.at(5000)).contains(new CommitTimeline.Moment(1, 5000));
        assertThat(timeline.at(0)).isEqualTo(Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "interval 1 week, 604800000",
        "30 days, 2592000000",
        "INTERVAL 2 HOURS 5 minutes, 7500000",
        "interval 10 seconds, 10000",
        "interval 1 month, 0"
    })
    void readsIntervals(String text, long millis) {
        assertThat(CalendarInterval.millis(text)).hasValue(millis);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "interval", "1 parsec", "1 day x", "days"})
    void refusesWhatIsNoInterval(String text) {
        assertThat(CalendarInterval.millis(text)).isEmpty();
    }
}
