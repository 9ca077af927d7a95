package dev.tidemark.source.delta;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.Irregularity;
import dev.tidemark.delta.action.LineFault;
import dev.tidemark.delta.action.MarredLine;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.TornLine;
import dev.tidemark.delta.error.DeltaError;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.delta.replay.SparkProtocolRules;
import dev.tidemark.delta.replay.SparkReader;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import org.jspecify.annotations.Nullable;

/** The history of a table on a storage. Versions and the last commits are kept once read. */
final class LogHistory implements TableHistory {
    private static final int ACTIONS_KEPT = 250_000;
    private static final int VERSIONS_KEPT = 2;

    private static final String SINGLE_ACTION = "org.apache.spark.sql.delta.actions.SingleAction";
    private static final String FROM_ARRAY =
            "Cannot deserialize value of type `" + SINGLE_ACTION + "` from Array value (token `JsonToken.START_ARRAY`)";

    /** Authority: Delta 4.2 SingleAction. */
    private static final Set<String> ACTIONS = Set.of(
            "txn",
            "add",
            "remove",
            "metaData",
            "protocol",
            "cdc",
            "checkpointMetadata",
            "sidecar",
            "domainMetadata",
            "commitInfo");

    private final DeltaTable table;
    private final DeltaBehaviour behaviour;
    private final String location;
    private final LogListing listing;
    private final Map<Long, Version> versions = recent(VERSIONS_KEPT);
    private final Map<Long, List<Action>> commits = new LinkedHashMap<>(16, 0.75f, true);
    private int keptActions;
    private @Nullable Version latest;
    private @Nullable Files files;

    /** The files of the version that was asked for last. */
    private record Files(long version, ActionDetail detail, List<Add> oldestFirst) {}

    /**
     * Lists the log.
     *
     * @param location of the table, as messages print it
     */
    LogHistory(DeltaTable table, DeltaBehaviour behaviour, String location) throws IOException {
        this.table = table;
        this.behaviour = behaviour;
        this.location = location;
        this.listing = table.listing();
    }

    private static <V> Map<Long, V> recent(int most) {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, V> eldest) {
                return size() > most;
            }
        };
    }

    @Override
    public Version latest() throws IOException {
        if (latest == null) {
            latest = version(new SparkReader(table.storage(), behaviour, ActionDetail.SUMMARY).open());
        }
        return latest;
    }

    @Override
    public Version at(long version) throws IOException {
        Version known = versions.get(version);
        if (known == null) {
            known = version(
                    new SparkReader(table.storage(), behaviour, ActionDetail.SUMMARY).open(OptionalLong.of(version)));
            versions.put(version, known);
        }
        return known;
    }

    @Override
    public List<Add> files(long version, ActionDetail detail) throws IOException {
        Files known = files;
        if (known == null || known.version() != version || known.detail() != detail) {
            files = null; // two of them at a time may be more than the memory holds
            known = new Files(version, detail, read(version, detail));
            files = known;
        }
        return known.oldestFirst();
    }

    private List<Add> read(long version, ActionDetail detail) throws IOException {
        Replay replay = table.reader(DeltaTable.Engine.SPARK, behaviour, detail).read(OptionalLong.of(version));
        if (replay.error() != null) {
            throw new ReaderException(named(replay.error()));
        }
        List<Add> live = new ArrayList<>(replay.state().files().count());
        replay.state().files().forEach(live::add);
        return SnapshotOrder.sorted(live);
    }

    private Version version(Replay replay) {
        if (replay.error() != null) {
            throw new ReaderException(named(replay.error()));
        }
        if (replay.version() == null
                || replay.state().metadata() == null
                || replay.state().protocol() == null) {
            throw new IllegalStateException("a replay without an error and without a version");
        }
        return new Version(
                replay.version(),
                replay.state().metadata(),
                replay.state().protocol(),
                replay.timestampMs() == null ? -1 : replay.timestampMs());
    }

    /** A missing log has another name before Delta 4.1 (DeltaErrors.emptyDirectoryException). */
    private DeltaError named(DeltaError error) {
        if (behaviour.namesMissingLogFiles() || !error.exceptionClass().equals("java.io.FileNotFoundException")) {
            return error;
        }
        return new DeltaError(
                "org.apache.spark.sql.delta.DeltaFileNotFoundException",
                "DELTA_EMPTY_DIRECTORY",
                "No file found in the directory: " + location + "/_delta_log.");
    }

    @Override
    public List<Commit> commitsFrom(long version) {
        List<Commit> found = new ArrayList<>();
        for (LogFile file : listing.from(version)) {
            if (file.name() instanceof LogFileName.Commit commit && commit.version() >= version) {
                found.add(new Commit(commit.version(), file.entry().modifiedAtMs()));
            }
        }
        return found;
    }

    @Override
    public List<Action> actions(Commit commit) throws IOException {
        List<Action> known = commits.get(commit.version());
        if (known == null) {
            known = parse(fileOf(commit.version()));
            keep(commit.version(), known);
        }
        return known;
    }

    /** The last commits are kept, so many that memory stays bounded however large they are. */
    private void keep(long version, List<Action> actions) {
        Iterator<List<Action>> eldest = commits.values().iterator();
        while (keptActions + actions.size() > ACTIONS_KEPT && eldest.hasNext()) {
            keptActions -= eldest.next().size();
            eldest.remove();
        }
        commits.put(version, actions);
        keptActions += actions.size();
    }

    private LogFile fileOf(long version) {
        for (LogFile file : listing.from(version)) {
            if (file.name() instanceof LogFileName.Commit commit && commit.version() == version) {
                return file;
            }
        }
        throw new IllegalArgumentException("no commit file of version " + version);
    }

    private List<Action> parse(LogFile file) throws IOException {
        List<Action> actions = new ArrayList<>();
        ActionSink sink = new ActionSink() {
            @Override
            public void accept(Action action, long line) {
                actions.add(action);
            }

            @Override
            public void irregular(Irregularity irregularity, long line) {
                String refused = switch (irregularity.kind()) {
                    case ARRAY_LINE -> FROM_ARRAY;
                    case BLANK_LINE -> "No content to map due to end-of-input";
                    default -> "";
                };
                if (!refused.isEmpty()) {
                    throw new SourceFailureException(
                            SourceError.plain("com.fasterxml.jackson.databind.exc.MismatchedInputException", refused));
                }
            }

            @Override
            public void damaged(LineFault fault, Damage damage, long line) {
                throw new SourceFailureException(errorOf(fault, damage));
            }
        };
        try (InputStream in = table.storage().open(file.entry().path())) {
            ActionFileReader.read(in, Location.of(file.entry().path().value()), ActionDetail.EVERYTHING, sink);
        }
        return actions;
    }

    /** What {@code Action.fromJson} throws on a line. */
    private static SourceError errorOf(LineFault fault, Damage damage) {
        String jackson = "com.fasterxml.jackson.";
        return switch (fault) {
            case MALFORMED, TOO_LONG -> {
                String why = damage.found().replace(" (or 'NaN'/'+INF'/'-INF')", ""); // which Spark's own reader takes
                SourceError parsed = SourceError.plain(jackson + "core.JsonParseException", why);
                yield isInside(damage)
                        ? parsed.within(SourceError.plain(jackson + "databind.JsonMappingException", why))
                        : parsed;
            }
            case TRUNCATED -> {
                SourceError ended = SourceError.plain(jackson + "core.io.JsonEOFException", damage.found());
                yield isInside(damage)
                        ? ended.within(SourceError.plain(jackson + "databind.JsonMappingException", damage.found()))
                        : ended;
            }
            case NULL -> SourceError.plain("java.lang.NullPointerException", damage.found());
            case SCALAR ->
                SourceError.plain(jackson + "databind.exc.MismatchedInputException", fromScalar(damage.found()));
            case ARRAY -> SourceError.plain(jackson + "databind.exc.MismatchedInputException", FROM_ARRAY);
        };
    }

    /** Whether Jackson is inside a property that it knows, whose exceptions it wraps. */
    private static boolean isInside(Damage damage) {
        String action = damage.cause() instanceof TornLine torn
                ? torn.action()
                : damage.cause() instanceof MarredLine marred ? marred.action() : null;
        return action != null && ACTIONS.contains(action);
    }

    /** Authority: Jackson StdDeserializer, DeserializationContext.handleMissingInstantiator. */
    private static String fromScalar(String json) {
        String kind = "double/Double-argument";
        String value = "Number value (" + json + ")";
        if (json.startsWith("\"")) {
            kind = "String-argument";
            value = "String value ('" + json.replaceAll("^\"|\"$", "") + "')";
        } else if (json.equals("true") || json.equals("false")) {
            kind = "boolean/Boolean-argument";
            value = "boolean value (" + json + ")";
        } else if (json.matches("-?\\d{1,9}")) {
            kind = "int/Int-argument";
        } else if (json.matches("-?\\d{1,18}")) {
            kind = "long/Long-argument";
        }
        return "Cannot construct instance of `" + SINGLE_ACTION + "` (although at least one Creator exists): no " + kind
                + " constructor/factory method to deserialize from " + value;
    }

    @Override
    public void requireReadable(Protocol protocol) {
        try {
            new SparkProtocolRules(location, behaviour).requireSupported(protocol);
        } catch (ReaderException refused) {
            throw DeltaSourceErrors.table(refused.error());
        }
    }

    @Override
    public String location() {
        return location;
    }
}
