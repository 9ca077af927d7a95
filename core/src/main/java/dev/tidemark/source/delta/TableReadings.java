package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.RowCount;
import dev.tidemark.delta.error.ReaderException;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.io.Storage;
import org.jspecify.annotations.Nullable;

/** What was read of a table's log, for all sources over the table as long as it does not change. */
public final class TableReadings {
    private final DeltaTable table;
    private final DeltaBehaviour behaviour;
    private final LogHistory history;
    private final Map<@Nullable EventTimeColumn, Map<String, Known>> liveFacts = new HashMap<>();
    private final Map<@Nullable EventTimeColumn, Map<String, Known>> committedFacts = new HashMap<>();

    /**
     * Lists the log.
     *
     * @param location of the table, as messages print it
     * @param release of Delta
     */
    public TableReadings(Storage storage, String location, String release) throws IOException {
        this.table = new DeltaTable(storage);
        this.behaviour = DeltaBehaviour.of(release).orElse(DeltaBehaviour.DEFAULT);
        this.history = new LogHistory(table, behaviour, location);
    }

    TableHistory history() {
        return history;
    }

    DeltaBehaviour behaviour() {
        return behaviour;
    }

    /** The id of the newest version's table; empty when it cannot be read or has none. */
    public Optional<String> tableId() throws IOException {
        try {
            return Optional.ofNullable(history.latest().metadata().id());
        } catch (ReaderException refused) {
            return Optional.empty();
        }
    }

    /**
     * What the log tells of a file.
     *
     * @param rows before deletion vectors apply; null when it is not told
     * @param newest of all its rows, those that a deletion vector hides too
     */
    record Known(@Nullable Long rows, EventTimeColumn.Times newest) {}

    /** What the newest version, and where that is not enough a commit, has statistics of; null when none has. */
    @Nullable
    Known known(String path, @Nullable EventTimeColumn column) throws IOException {
        Known live = liveFacts(column).get(path);
        boolean isEnough = live != null && (column == null || live.newest().isTight());
        Known committed = isEnough ? null : committedFacts(column).get(path);
        return committed == null ? live : committed;
    }

    private Map<String, Known> liveFacts(@Nullable EventTimeColumn column) throws IOException {
        Map<String, Known> found = liveFacts.get(column);
        if (found == null) {
            Map<String, Known> read = new HashMap<>();
            ActionDetail detail = column == null ? ActionDetail.COUNTED : ActionDetail.EVERYTHING;
            Replay replay =
                    table.reader(DeltaTable.Engine.SPARK, behaviour, detail).read(OptionalLong.empty());
            replay.state().files().forEach(add -> keep(add, column, read));
            liveFacts.put(column, read);
            found = read;
        }
        return found;
    }

    private Map<String, Known> committedFacts(@Nullable EventTimeColumn column) throws IOException {
        Map<String, Known> found = committedFacts.get(column);
        if (found == null) {
            found = new HashMap<>();
            for (TableHistory.Commit commit : history.commitsFrom(0)) {
                for (Action action : history.actions(commit)) {
                    if (action instanceof Add add) {
                        keep(add, column, found);
                    }
                }
            }
            committedFacts.put(column, found);
        }
        return found;
    }

    /** Of a file that comes several times, the first that tells; a file itself never changes. */
    private static void keep(Add add, @Nullable EventTimeColumn column, Map<String, Known> into) {
        OptionalLong rows = recordsOf(add);
        EventTimeColumn.Times times = column == null ? EventTimeColumn.Times.UNKNOWN : column.of(add);
        if (rows.isPresent() || !times.equals(EventTimeColumn.Times.UNKNOWN)) {
            into.merge(
                    add.path(),
                    new Known(rows.isPresent() ? Long.valueOf(rows.getAsLong()) : null, times),
                    (before, now) -> before.newest().isTight() ? before : now);
        }
    }

    /** The rows that a file's own statistics tell. */
    static OptionalLong recordsOf(Add add) {
        String stats = add.detail().stats();
        if (stats == null) {
            return OptionalLong.empty();
        }
        OptionalLong usual = RowCount.leading(stats);
        return usual.isPresent()
                ? usual
                : JsonParser.parseObject(Location.of("stats"), stats)
                        .value()
                        .map(object -> object.number("numRecords"))
                        .orElse(OptionalLong.empty());
    }
}
