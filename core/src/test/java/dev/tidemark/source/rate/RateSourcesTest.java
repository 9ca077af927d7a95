package dev.tidemark.source.rate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** The sources that make their rows up. */
class RateSourcesTest {
    private static final ReadLimit ALL = new ReadLimit.AllAvailable();

    private final MemoryStorage checkpoint = new MemoryStorage();

    private RateStreamSource rate(Map<String, String> options) throws IOException {
        return new RateStreamSource(
                options,
                new RateStreamSource.Place(checkpoint, new StoragePath("sources/0"), "/lake/ckpt/sources/0"),
                (file, text) -> checkpoint.write(file, text.getBytes(StandardCharsets.UTF_8)));
    }

    private static RateMicroBatchSource microBatch(Map<String, String> options) {
        return new RateMicroBatchSource(options, RateMicroBatchSource.Naming.CONDITIONS);
    }

    // rate

    @Test
    void aNewRateSourceIsAskedInItsFirstSecond() throws IOException {
        RateStreamSource source = rate(Map.of());

        assertThat(source.latestOffset("no offset of its own", ALL)).isEqualTo("0");
        assertThat(checkpoint.stat(new StoragePath("sources/0/0"))).isPresent();
        assertThatThrownBy(() -> source.latestOffset("0", ALL)).isInstanceOf(SourceUndecidedException.class);
    }

    @Test
    void onlyAClockTellsWhereARateSourceGoesOn() throws IOException {
        checkpoint.with("sources/0/0", "v1\n1795989373543");

        assertThatThrownBy(() -> rate(Map.of("rowsPerSecond", "5")).latestOffset("57", ALL))
                .isInstanceOf(SourceUndecidedException.class)
                .hasMessageContaining("2026-11-29T21:56:13.543Z")
                .hasMessageContaining("5 rows a second from second 57 on");
    }

    @ParameterizedTest
    @CsvSource({"10,0,0,3,30", "10,4,0,4,20", "10,4,4,6,20", "7,0,5,5,0"})
    void countsTheRowsOfSeconds(String rows, String rampUp, long from, long until, long expected) throws IOException {
        RateStreamSource source = rate(Map.of("rowsPerSecond", rows, "rampUpTime", rampUp + "s"));

        assertThat(source.batch(Long.toString(from), Long.toString(until)).rows())
                .isEqualTo(expected);
    }

    @Test
    void aRangeOfSecondsDoesNotRunBackwards() {
        assertThatThrownBy(() -> rate(Map.of()).batch("9", "5"))
                .isInstanceOf(SourceFailureException.class)
                .hasMessage("assertion failed: startSeconds(9) > endSeconds(5)");
    }

    @Test
    void aRateFileWithoutAVersionIsRefused() {
        checkpoint.with("sources/0/0", "1795989373543");

        assertThatThrownBy(() -> rate(Map.of()))
                .hasMessage(
                        "Failed to read log file /lake/ckpt/sources/0/0. Log file was malformed: failed to detect the"
                                + " log file version line.");
    }

    @Test
    void wantsRowsEverySecond() {
        assertThatThrownBy(() -> RateStreamSource.validate(Map.of("rowsPerSecond", "0")))
                .hasMessage("Invalid value '0'. The option 'rowsPerSecond' must be positive");
    }

    // rate-micro-batch

    @Test
    void goesOneBatchFurtherEachTime() {
        RateMicroBatchSource source =
                microBatch(Map.of("rowsPerBatch", "10", "startTimestamp", "1000", "advanceMillisPerBatch", "50"));

        String first = source.latestOffset(null, ALL);

        assertThat(first).isEqualTo("{\"offset\":10,\"timestamp\":1050}");
        assertThat(source.latestOffset(first, ALL)).isEqualTo("{\"offset\":20,\"timestamp\":1100}");
        assertThat(source.batch(null, first).rows()).isEqualTo(10);
        assertThat(source.neverEnds()).isTrue();
    }

    @Test
    void runsOneBatchWhenItIsToTakeWhatIsThere() {
        RateMicroBatchSource source = microBatch(Map.of("rowsPerBatch", "10"));
        source.prepareForAvailableNow();

        String only = source.latestOffset("{\"offset\":30,\"timestamp\":3000}", ALL);

        assertThat(only).isEqualTo("{\"offset\":40,\"timestamp\":4000}");
        assertThat(source.latestOffset(only, ALL)).isEqualTo(only);
        assertThat(source.neverEnds()).isFalse();
    }

    @Test
    void aLaterStartMakesBatch0RunBackwardsInTime() {
        RateMicroBatchSource source = microBatch(Map.of("rowsPerBatch", "10", "startTimestamp", "99999"));

        SourceFailureException failed = catchThrowableOfType(
                SourceFailureException.class, () -> source.batch(null, "{\"offset\":10,\"timestamp\":1000}"));

        assertThat(failed.error().outermost().condition())
                .isEqualTo("MALFORMED_STATE_IN_RATE_PER_MICRO_BATCH_SOURCE.INVALID_TIMESTAMP");
    }

    @Test
    void wantsRowsInEachBatch() {
        assertThatThrownBy(() -> microBatch(Map.of()))
                .hasMessage("Invalid value '0'. The option 'rowsPerBatch' must be positive");
    }
}
