package dev.tidemark.source.delta;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.source.SourceUndecidedException;
import dev.tidemark.source.data.TimestampText;
import org.jspecify.annotations.Nullable;

/**
 * The version that the options {@code startingVersion} and {@code startingTimestamp} name. Authority: Delta 4.0
 * DeltaSource.getStartingVersion, getStartingVersionFromTimestamp, DeltaHistoryManager.getActiveCommitAtTime.
 */
final class StartingPoint {
    /** A year of more than four digits bears no sign. */
    private static final DateTimeFormatter TO_THE_NANO = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR_OF_ERA, 4, 10, SignStyle.NOT_NEGATIVE)
            .appendPattern("-MM-dd HH:mm:ss.SSSSSSSSS")
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter TO_THE_SECOND = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
    private static final String ENABLED = "delta.enableInCommitTimestamps";
    private static final String ENABLED_VERSION = "delta.inCommitTimestampEnablementVersion";
    private static final String ENABLED_TIME = "delta.inCommitTimestampEnablementTimestamp";

    private final DeltaSourceOptions options;
    private final StreamConfs confs;
    private final TableHistory history;
    private final DeltaSourceBehaviour behaviour;

    StartingPoint(DeltaSourceOptions options, StreamConfs confs, TableHistory history, DeltaSourceBehaviour behaviour) {
        this.options = options;
        this.confs = confs;
        this.history = history;
        this.behaviour = behaviour;
    }

    private record Timed(long version, long timestampMs) {}

    /** The version; null when the stream begins with the table as it is. */
    @Nullable
    Long version() throws IOException {
        if (options.startsAtLatest()) {
            return history.latest().version() + 1;
        }
        Long named = options.startsAtVersion();
        if (named != null) {
            requireVersion(named);
            return named;
        }
        return options.startingTimestamp().isPresent()
                ? atTimestamp(options.startingTimestamp().get())
                : null;
    }

    private void requireVersion(long version) throws IOException {
        if (behaviour.loadsStartingVersion() && canLoad(version)) {
            return;
        }
        long earliest = earliest();
        long latest = history.latest().version();
        if (version < earliest || (version > latest && !confs.allowsStartOutOfRange())) {
            throw DeltaSourceErrors.versionNotFound(version, earliest, latest, behaviour.namesMissingVersions());
        }
    }

    private boolean canLoad(long version) throws IOException {
        try {
            history.at(version);
            return true;
        } catch (ReaderException failed) {
            if ("DELTA_UNSUPPORTED_FEATURES_FOR_READ".equals(failed.error().condition())) {
                throw DeltaSourceErrors.table(failed.error());
            }
            return false;
        }
    }

    private long earliest() {
        List<TableHistory.Commit> commits = history.commitsFrom(0);
        if (commits.isEmpty()) {
            throw DeltaSourceErrors.noCommits(history.location() + "/_delta_log");
        }
        return commits.get(0).version();
    }

    private long atTimestamp(String text) throws IOException {
        ZoneId zone = confs.zone();
        if (TimestampText.isTimeAlone(text)) {
            throw new SourceUndecidedException("startingTimestamp " + text
                    + " is a time without a day, and Spark takes the day on which the query starts");
        }
        OptionalLong micros = micros(text, zone);
        if (micros.isEmpty()) {
            throw DeltaSourceErrors.timestampInvalid(text);
        }
        long time = Math.floorDiv(micros.getAsLong(), 1000);
        TableHistory.Version latest = history.latest();
        Timed commit = activeAt(time, latest);
        if (commit.timestampMs() >= time) {
            checkProtocol(commit.version());
            return commit.version();
        }
        boolean isThere = commit.version() + 1 <= latest.version();
        if (!isThere && !confs.allowsStartOutOfRange()) {
            throw DeltaSourceErrors.timestampAfterLatest(
                    printed(time),
                    printed(commit.timestampMs()),
                    printedIn(zone, commit.timestampMs()),
                    behaviour.namesFirstVersionOfLog());
        }
        if (isThere) {
            checkProtocol(commit.version() + 1);
        }
        return commit.version() + 1;
    }

    /** As java.sql.Timestamp prints it where the clock shows UTC. */
    private static String printed(long timeMs) {
        String text = TO_THE_NANO.format(Instant.ofEpochMilli(timeMs).atZone(ZoneOffset.UTC));
        return text.replaceFirst("0{1,8}$", "");
    }

    private static String printedIn(@Nullable ZoneId zone, long timeMs) {
        return TO_THE_SECOND.format(Instant.ofEpochMilli(timeMs).atZone(zone == null ? ZoneOffset.UTC : zone));
    }

    private static OptionalLong micros(String text, @Nullable ZoneId zone) {
        try {
            return TimestampText.micros(text, zone);
        } catch (TimestampText.ZoneUnknownException unknown) {
            throw new SourceUndecidedException(
                    "startingTimestamp has no time zone, and spark.sql.session.timeZone is not in the description or names"
                            + " none");
        }
    }

    private void checkProtocol(long version) throws IOException {
        if (behaviour.loadsStartingVersion()) {
            canLoad(version);
        }
    }

    /** The last commit at or before a time, else the first one there is. */
    private Timed activeAt(long time, TableHistory.Version latest) throws IOException {
        long earliest = earliest();
        long firstInCommit = latest.version() + 1;
        long enabledAtMs = time + 1;
        if (latest.metadata().property(ENABLED).filter("true"::equalsIgnoreCase).isPresent()) {
            firstInCommit = longProperty(latest, ENABLED_VERSION, earliest);
            enabledAtMs = longProperty(latest, ENABLED_TIME, -1);
        }
        if (enabledAtMs <= time) {
            return lastAtOrBefore(time, inCommitTimes(Math.max(firstInCommit, earliest)));
        }
        if (firstInCommit <= earliest) {
            return inCommitTimes(earliest).get(0);
        }
        return lastAtOrBefore(time, fileTimes(earliest, firstInCommit));
    }

    private static long longProperty(TableHistory.Version version, String key, long fallback) {
        try {
            return version.metadata().property(key).map(Long::parseLong).orElse(fallback);
        } catch (NumberFormatException refused) {
            throw DeltaSourceErrors.illegalState("not a number in " + key);
        }
    }

    private static Timed lastAtOrBefore(long time, List<Timed> commits) {
        Timed found = commits.get(0);
        for (Timed commit : commits) {
            if (commit.timestampMs() <= time) {
                found = commit;
            }
        }
        return found;
    }

    /** Modification times, each at least a millisecond behind the one before. */
    private List<Timed> fileTimes(long from, long end) {
        List<Timed> times = new ArrayList<>();
        long last = Long.MIN_VALUE;
        for (TableHistory.Commit commit : history.commitsFrom(from)) {
            if (commit.version() < end) {
                last = times.isEmpty() ? commit.modifiedAtMs() : Math.max(last + 1, commit.modifiedAtMs());
                times.add(new Timed(commit.version(), last));
            }
        }
        return times;
    }

    private List<Timed> inCommitTimes(long from) throws IOException {
        List<Timed> times = new ArrayList<>();
        for (TableHistory.Commit commit : history.commitsFrom(from)) {
            OptionalLong time = history.actions(commit).stream()
                    .filter(CommitInfo.class::isInstance)
                    .map(action -> ((CommitInfo) action).inCommitTimestampMs())
                    .findFirst()
                    .orElse(OptionalLong.empty());
            times.add(new Timed(commit.version(), time.orElse(commit.modifiedAtMs())));
        }
        return times;
    }
}
