package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.engine.HistoryReading.Aspect;
import dev.tidemark.engine.HistoryReading.Observation;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.Storage;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceFile;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.source.SourceUndecidedException;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/** Holds where recorded batches end at one source against where they could have ended. */
final class PastSource {
    /** Clocks of two machines may differ by so much. */
    private static final long CLOCK_TOLERANCE_MS = 60_000;

    private final QueryDescription query;
    private final SourceDescription source;
    private final int index;
    private final @Nullable PastTable table;
    private final SourceChecks.Source logs;

    PastSource(QueryDescription query, int index, Optional<Storage> place, SourceChecks.Source logs) {
        this.query = query;
        this.index = index;
        this.source = query.sources().get(index);
        this.logs = logs;
        boolean isDelta = SourceKind.of(source) == SourceKind.DELTA && place.isPresent();
        this.table = isDelta ? new PastTable(query, source, place.get()) : null;
    }

    /**
     * A batch on record.
     *
     * @param plannedMs when it was planned, by the clock of the query
     * @param previousPlannedMs when the batch before it was; null when that is not on record
     */
    record Moment(long plannedMs, @Nullable Long previousPlannedMs) {}

    /**
     * Looks at a batch.
     *
     * @param start null when the source began with it
     * @param end null when the source had not begun
     */
    Observation look(@Nullable String start, @Nullable String end, Moment moment) throws IOException {
        if (end == null) {
            return start == null ? follows("has not begun") : contradicts("has lost its place: it stood at " + start);
        }
        if (end.equals(start)) {
            return follows("nothing new");
        }
        try {
            return switch (SourceKind.of(source)) {
                case DELTA -> delta(start, end, moment);
                case FILE -> file(start, end);
                case KAFKA -> kafka(start, end);
                default -> forward(start, end);
            };
        } catch (SourceFailureException refused) {
            return unknown("what Delta or Spark would throw today hides what was then: "
                    + refused.error().causes().get(0).message());
        } catch (SourceUndecidedException undecided) {
            return unknown(undecided.reason());
        } catch (FileNotFoundException | NotDirectoryException gone) {
            return unknown("what it read is not there any more");
        }
    }

    private Observation follows(String text) {
        return Observation.follows(Aspect.SOURCE, "source " + index + ": " + text);
    }

    private Observation unknown(String text) {
        return Observation.unknown(Aspect.SOURCE, "source " + index + ": " + text);
    }

    private Observation contradicts(String text) {
        return Observation.contradicts(Aspect.SOURCE, "source " + index + ": " + text);
    }

    private static @Nullable SourceOffset parsed(@Nullable String offset) {
        return offset == null
                ? null
                : SourceOffsetParser.parse(Location.of("offset"), offset)
                        .value()
                        .orElse(null);
    }

    private boolean takesAll() {
        return query.trigger() instanceof Trigger.Once;
    }

    // Delta

    private Observation delta(@Nullable String start, String end, Moment moment) throws IOException {
        if (table == null) {
            return unknown(
                    "the table is not at hand" + (source.path() == null ? "" : ": nothing is at " + source.path()));
        }
        if (!(parsed(end) instanceof SourceOffset.Delta to)) {
            return contradicts("no offset of a Delta source");
        }
        if (parsed(start) instanceof SourceOffset.Delta from && isBehind(from, to)) {
            return contradicts("goes back, from version " + from.reservoirVersion() + " to " + to.reservoirVersion());
        }
        if (source.option("schemaTrackingLocation")
                .or(() -> source.option("schemaLocation"))
                .isPresent()) {
            return unknown("with a schema log, what the table looked like to the source then is not on record");
        }
        long version = isBase(to) ? to.reservoirVersion() - 1 : to.reservoirVersion();
        StreamSource then = table.at(version);
        ReadLimit limit = takesAll() ? new ReadLimit.AllAvailable() : then.defaultReadLimit();
        String reached = then.latestOffset(start, limit);
        if (!isSame(to, reached)) {
            return contradicts("with these options and the table at version " + version + ", a batch ends at "
                    + position(reached) + ", not at " + position(end));
        }
        OptionalLong committedMs = table.committedMs(version);
        if (committedMs.isPresent() && committedMs.getAsLong() > moment.plannedMs() + CLOCK_TOLERANCE_MS) {
            return contradicts("reads version " + version + ", which was committed only after the batch was planned");
        }
        return endOfTable(start, to, version, moment);
    }

    /** A batch that ends with the newest version there was could have taken a later one, had it been there. */
    private Observation endOfTable(@Nullable String start, SourceOffset.Delta to, long version, Moment moment)
            throws IOException {
        PastTable known = Objects.requireNonNull(table);
        Long previousMs = moment.previousPlannedMs();
        OptionalLong nextMs = known.committedMs(version + 1);
        boolean wasThere =
                previousMs != null && nextMs.isPresent() && nextMs.getAsLong() + CLOCK_TOLERANCE_MS < previousMs;
        if (!wasThere || query.trigger() instanceof Trigger.AvailableNow) {
            return follows("ends where its options say, at " + position(to));
        }
        StreamSource later = known.at(version + 1);
        ReadLimit limit = takesAll() ? new ReadLimit.AllAvailable() : later.defaultReadLimit();
        return isSame(to, later.latestOffset(start, limit))
                ? follows("ends where its options say, at " + position(to))
                : contradicts("leaves out version " + (version + 1)
                        + ", which was there before the batch before was planned");
    }

    private static boolean isBase(SourceOffset.Delta offset) {
        return offset.index() == SourceOffset.Delta.BASE_INDEX_V1 || offset.index() == SourceOffset.Delta.BASE_INDEX;
    }

    private static boolean isSame(SourceOffset.Delta to, @Nullable String reached) {
        return parsed(reached) instanceof SourceOffset.Delta delta
                && delta.reservoirId().equals(to.reservoirId())
                && delta.reservoirVersion() == to.reservoirVersion()
                && (delta.index() == to.index() || (isBase(delta) && isBase(to)))
                && delta.isInitialSnapshot() == to.isInitialSnapshot();
    }

    private static boolean isBehind(SourceOffset.Delta from, SourceOffset.Delta to) {
        return to.reservoirVersion() < from.reservoirVersion()
                || (to.reservoirVersion() == from.reservoirVersion() && to.index() < from.index());
    }

    private static String position(@Nullable String offset) {
        return parsed(offset) instanceof SourceOffset.Delta delta ? position(delta) : "nothing";
    }

    private static String position(SourceOffset.Delta delta) {
        return isBase(delta)
                ? "the end of version " + (delta.reservoirVersion() - 1)
                : "file " + delta.index() + " of version " + delta.reservoirVersion()
                        + (delta.isInitialSnapshot() ? "'s snapshot" : "");
    }

    // files

    private Observation file(@Nullable String start, String end) throws IOException {
        long from = start == null ? -1 : entry(start);
        long to = entry(end);
        if (to < from) {
            return contradicts("goes back, from log entry " + from + " to " + to);
        }
        Optional<SourceChecks.Fault> fault = logs.faultOf(new Resume.Range(start, end));
        if (fault.isPresent()) {
            return unknown("its log entries " + (from + 1) + " to " + to + " cannot be read");
        }
        if (!logs.isFollowed()) {
            return unknown(
                    "its input is not at hand" + (source.path() == null ? "" : ": nothing is at " + source.path()));
        }
        ReadLimit limit = logs.defaultReadLimit();
        for (long id = from + 1; id <= to; id++) {
            SourceBatch read = logs.batch(id == 0 ? null : offset(id - 1), offset(id));
            int files = read.files() == null ? 0 : read.files().size();
            if (!takesAll() && limit instanceof ReadLimit.MaxFiles most && files > most.files()) {
                return contradicts("log entry " + id + " holds " + files + " files, more than maxFilesPerTrigger "
                        + most.files() + " admits");
            }
            if (!takesAll() && limit instanceof ReadLimit.MaxBytes most && isTooLarge(read, most.bytes())) {
                return contradicts(
                        "log entry " + id + " holds more bytes than maxBytesPerTrigger " + most.bytes() + " admits");
            }
        }
        return to - from == 1
                ? follows("log entry " + to + ", within its limits")
                : follows("log entries " + (from + 1) + " to " + to
                        + ": a run died before the offsets, behind an entry of the source's log");
    }

    private static boolean isTooLarge(SourceBatch read, long mostBytes) {
        return read.files() != null
                && read.files().size() > 1
                && read.files().stream().mapToLong(SourceFile::sizeBytes).sum() > mostBytes;
    }

    private static String offset(long entry) {
        return "{\"logOffset\":" + entry + "}";
    }

    private static long entry(String offset) {
        SourceOffset found = parsed(offset);
        if (found instanceof SourceOffset.FileLog log) {
            return log.logOffset();
        }
        return found instanceof SourceOffset.Whole whole ? whole.value() : -1;
    }

    // what is elsewhere

    private Observation kafka(@Nullable String start, String end) {
        if (!(parsed(end) instanceof SourceOffset.Kafka to)) {
            return contradicts("no offset of a Kafka source");
        }
        long records = 0;
        int partitions = 0;
        if (parsed(start) instanceof SourceOffset.Kafka from) {
            for (Map.Entry<String, NavigableMap<Integer, Long>> topic :
                    to.topics().entrySet()) {
                for (Map.Entry<Integer, Long> partition : topic.getValue().entrySet()) {
                    partitions++;
                    NavigableMap<Integer, Long> before = from.topics().get(topic.getKey());
                    long begun = before == null ? 0 : before.getOrDefault(partition.getKey(), 0L);
                    if (partition.getValue() < begun) {
                        return contradicts("partition " + topic.getKey() + "-" + partition.getKey()
                                + " goes back, from " + begun + " to " + partition.getValue());
                    }
                    records += partition.getValue() - begun;
                }
            }
            Optional<String> most = source.option("maxOffsetsPerTrigger").filter(value -> value.matches("\\d{1,18}"));
            if (!takesAll() && most.isPresent() && records > Long.parseLong(most.get()) + partitions) {
                return contradicts(
                        "reads " + records + " records, more than maxOffsetsPerTrigger " + most.get() + " admits");
            }
        }
        return unknown("goes forward; what the broker held then is not on record");
    }

    private Observation forward(@Nullable String start, String end) {
        SourceOffset to = parsed(end);
        SourceOffset from = parsed(start);
        if (from instanceof SourceOffset.Whole before && to instanceof SourceOffset.Whole after) {
            return after.value() < before.value()
                    ? contradicts("goes back, from " + before.value() + " to " + after.value())
                    : unknown("goes forward; what the source held then is not on record");
        }
        if (from instanceof SourceOffset.RateMicroBatch before && to instanceof SourceOffset.RateMicroBatch after) {
            return after.offset() < before.offset()
                    ? contradicts("goes back, from " + before.offset() + " to " + after.offset())
                    : unknown("goes forward; whether in steps of rowsPerBatch was not looked at");
        }
        return unknown("what the source held then is not on record");
    }
}
