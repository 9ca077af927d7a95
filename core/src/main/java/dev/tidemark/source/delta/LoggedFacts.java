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
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.source.NewestTime;
import org.jspecify.annotations.Nullable;

/**
 * Rows and event times of files as the statistics in the log tell them, else as the data files do when they may be read.
 */
final class LoggedFacts {
    private final DeltaTable table;
    private final DeltaBehaviour behaviour;
    private final TableHistory history;
    private final DeltaSources.DataFiles data;
    private final @Nullable EventTimeColumn column;
    private @Nullable Map<String, Known> byPath;

    /**
     * What the log tells of a file.
     *
     * @param rows before deletion vectors apply; null when it is not told
     * @param newest of all its rows, those that a deletion vector hides too
     */
    private record Known(@Nullable Long rows, EventTimeColumn.Times newest) {}

    /** @param column the watermarked column; null when there is none, or none that the table holds */
    LoggedFacts(
            DeltaTable table,
            DeltaBehaviour behaviour,
            TableHistory history,
            DeltaSources.DataFiles data,
            @Nullable EventTimeColumn column) {
        this.table = table;
        this.behaviour = behaviour;
        this.history = history;
        this.data = data;
        this.column = column;
    }

    /** The rows of a file, before deletion vectors apply; empty when neither statistics nor data tell. */
    OptionalLong rows(FileAction file) throws IOException {
        OptionalLong own = file instanceof Add add ? recordsOf(add) : OptionalLong.empty();
        if (own.isPresent()) {
            return own;
        }
        OptionalLong read = data.rows(file.path());
        if (read.isPresent()) {
            return read;
        }
        Known known = known(file.path());
        return known == null || known.rows() == null ? OptionalLong.empty() : OptionalLong.of(known.rows());
    }

    /** The newest time in the watermarked column of a file that is read whole. */
    NewestTime newest(FileAction file) throws IOException {
        if (column == null) {
            return NewestTime.UNKNOWN;
        }
        DeletionVectorDescriptor vector = file instanceof Add add ? add.deletionVector() : null;
        EventTimeColumn.Times own = file instanceof Add add ? column.of(add) : EventTimeColumn.Times.UNKNOWN;
        NewestTime told = vector == null || own.isTight() ? own.newest() : own.behindVector();
        if (told.isKnown()) {
            return told;
        }
        if (!column.isPartition()) {
            NewestTime read = data.newest(file.path(), column.physicalName(), vector);
            if (read.isKnown()) {
                return read;
            }
        }
        Known known = told.equals(NewestTime.UNKNOWN) ? known(file.path()) : null;
        if (known == null) {
            return told;
        }
        return vector == null ? known.newest().newest() : known.newest().behindVector();
    }

    private static Optional<JsonObject> stats(Add add) {
        String stats = add.detail().stats();
        return stats == null
                ? Optional.empty()
                : JsonParser.parseObject(Location.of("stats"), stats).value();
    }

    private static OptionalLong recordsOf(Add add) {
        return stats(add).map(object -> object.number("numRecords")).orElse(OptionalLong.empty());
    }

    private @Nullable Known known(String path) throws IOException {
        if (byPath == null) {
            Map<String, Known> found = new HashMap<>();
            Replay replay = table.reader(DeltaTable.Engine.SPARK, behaviour, ActionDetail.EVERYTHING)
                    .read(OptionalLong.empty());
            replay.state().files().forEach(add -> keep(add, found));
            for (TableHistory.Commit commit : history.commitsFrom(0)) {
                for (Action action : history.actions(commit)) {
                    if (action instanceof Add add) {
                        keep(add, found);
                    }
                }
            }
            byPath = found;
        }
        return byPath.get(path);
    }

    /** Of a file that comes several times, the first that tells; a file itself never changes. */
    private void keep(Add add, Map<String, Known> into) {
        OptionalLong rows = recordsOf(add);
        EventTimeColumn.Times times = column == null ? EventTimeColumn.Times.UNKNOWN : column.of(add);
        if (rows.isPresent() || !times.equals(EventTimeColumn.Times.UNKNOWN)) {
            into.merge(
                    add.path(),
                    new Known(rows.isPresent() ? Long.valueOf(rows.getAsLong()) : null, times),
                    (before, now) -> before.newest().isTight() ? before : now);
        }
    }
}
