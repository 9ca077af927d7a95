package dev.tidemark.source.rate;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.InitialOffset;
import dev.tidemark.source.InitialOffsetParser;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * The rate source: its offsets are the whole seconds since it was first made, so only a clock tells where a batch ends.
 * Authority: Spark 4.1 RateStreamProvider, RateStreamMicroBatchStream.
 */
public final class RateStreamSource implements StreamSource {
    private static final int LIMIT_BYTES = 1 << 16;
    private static final String MALFORMED = "Log file was malformed: failed to detect the log file version line.";

    private final long rowsPerSecond;
    private final long rampUpSeconds;
    private final OptionalLong createdAtMs;
    private boolean wasAsked;
    private long reachedSeconds;

    /** Takes the file in which the source keeps when it was made; its text holds a time that is not known. */
    @FunctionalInterface
    public interface Writer {
        void write(StoragePath file, String stand);
    }

    /**
     * Where the source keeps its file.
     *
     * @param directory such as {@code sources/0}
     * @param place the directory, as messages print it
     */
    public record Place(Storage checkpoint, StoragePath directory, String place) {}

    /**
     * Creates the source, and its file where it has none.
     *
     * @throws SourceFailureException when its options or its file are refused
     */
    public RateStreamSource(Map<String, String> given, Place place, Writer writer) throws IOException {
        RateOptions options = new RateOptions(given);
        this.rowsPerSecond = options.positive("rowsPerSecond", 1);
        this.rampUpSeconds = options.seconds("rampUpTime");
        long mostSeconds = Long.MAX_VALUE / rowsPerSecond;
        if (rampUpSeconds > mostSeconds) {
            throw new SourceFailureException(SourceError.conditioned(
                    "org.apache.spark.SparkRuntimeException",
                    "INCORRECT_RAMP_UP_RATE",
                    "22003",
                    "Max offset with " + rowsPerSecond + " rowsPerSecond is " + mostSeconds
                            + ", but 'rampUpTimeSeconds' is " + rampUpSeconds + "."));
        }
        this.createdAtMs = createdAtMs(place);
        if (createdAtMs.isEmpty()) {
            writer.write(place.directory().child("0"), "v1\n0");
        }
    }

    /**
     * What is refused while the query is analysed.
     *
     * @throws SourceFailureException when something is
     */
    public static void validate(Map<String, String> given) {
        RateOptions options = new RateOptions(given);
        options.positive("rowsPerSecond", 1);
        options.seconds("rampUpTime");
        options.positive("numPartitions", 1);
    }

    private static OptionalLong createdAtMs(Place place) throws IOException {
        byte[] bytes;
        try {
            bytes = place.checkpoint().readAtMost(place.directory().child("0"), LIMIT_BYTES);
        } catch (FileNotFoundException absent) {
            return OptionalLong.empty();
        }
        if (bytes.length == 0) {
            throw new SourceFailureException(SourceError.plain("java.lang.AssertionError", "assertion failed"));
        }
        Parsed<InitialOffset> read = InitialOffsetParser.parseRate(Location.of(place.place() + "/0"), bytes);
        if (read.value().orElse(null) instanceof InitialOffset.Rate rate) {
            return OptionalLong.of(rate.creationTimeMs());
        }
        if (bytes[0] != 'v') {
            String illegal = "java.lang.IllegalStateException";
            throw new SourceFailureException(SourceError.plain(illegal, MALFORMED)
                    .within(SourceError.plain(
                            illegal, "Failed to read log file " + place.place() + "/0. " + MALFORMED)));
        }
        throw new SourceUndecidedException(
                "what Spark makes of " + place.directory().child("0") + " is not known: "
                        + read.damage().map(damage -> damage.message()).orElse("it is no time"));
    }

    @Override
    public void prepareForAvailableNow() {
        // not supported: the engine runs a single batch
    }

    @Override
    public boolean supportsAvailableNow() {
        return false;
    }

    @Override
    public boolean neverEnds() {
        return true;
    }

    @Override
    public ReadLimit defaultReadLimit() {
        return new ReadLimit.AllAvailable();
    }

    /**
     * The start is not looked at. A source that was made for this run is asked within its first second, and its time is never
     * before what it handed out.
     */
    @Override
    public String latestOffset(@Nullable String start, ReadLimit limit) {
        if (createdAtMs.isEmpty() && !wasAsked) {
            wasAsked = true;
            return Long.toString(reachedSeconds);
        }
        throw new SourceUndecidedException("the rate source's next batch ends at the whole seconds since "
                + (createdAtMs.isEmpty()
                        ? "it was made"
                        : Instant.ofEpochMilli(createdAtMs.getAsLong()).toString())
                + ", which only a clock tells; it never refuses a batch and brings " + rowsPerSecond
                + (rowsPerSecond == 1 ? " row" : " rows") + " a second"
                + (start == null ? "" : " from second " + start + " on"));
    }

    @Override
    public SourceBatch batch(@Nullable String start, String end) {
        long from = start == null ? 0 : seconds(start);
        long until = seconds(end);
        if (from > until) {
            throw new SourceFailureException(SourceError.plain(
                    "java.lang.AssertionError",
                    "assertion failed: startSeconds(" + from + ") > endSeconds(" + until + ")"));
        }
        long mostSeconds = Long.MAX_VALUE / rowsPerSecond;
        if (until > mostSeconds) {
            throw new SourceFailureException(SourceError.conditioned(
                    "org.apache.spark.SparkException",
                    "INTERNAL_ERROR",
                    "XX000",
                    "Max offset with " + rowsPerSecond + " rowsPerSecond is " + mostSeconds + ", but it's " + until
                            + " now."));
        }
        reachedSeconds = Math.max(reachedSeconds, until);
        return new SourceBatch(null, valueAt(until) - valueAt(from));
    }

    private static long seconds(String offset) {
        try {
            return Long.parseLong(offset);
        } catch (NumberFormatException refused) {
            throw new SourceFailureException(
                    SourceError.plain("java.lang.NumberFormatException", "For input string: \"" + offset + "\""));
        }
    }

    /** How many rows there are after so many seconds. Authority: RateStreamProvider.valueAtSecond. */
    private long valueAt(long seconds) {
        long speedDelta = rowsPerSecond / (rampUpSeconds + 1);
        if (seconds <= rampUpSeconds) {
            return seconds % 2 == 1
                    ? (seconds + 1) / 2 * speedDelta * seconds
                    : seconds / 2 * speedDelta * (seconds + 1);
        }
        return valueAt(rampUpSeconds) + (seconds - rampUpSeconds) * rowsPerSecond;
    }

    @Override
    public void commit(String end) {
        // nothing is kept
    }
}
