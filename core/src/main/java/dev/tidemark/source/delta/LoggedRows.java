package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonParser;
import org.jspecify.annotations.Nullable;

/** Rows of files as the statistics in the log tell them, else as the data files do when they may be read. */
final class LoggedRows implements FileRows {
    private final DeltaTable table;
    private final DeltaBehaviour behaviour;
    private final TableHistory history;
    private final DataFiles data;
    private @Nullable Map<String, Long> byPath;

    /** The rows of data files by the path the log holds. */
    @FunctionalInterface
    interface DataFiles {
        /** Empty when the file is not read or does not tell. */
        OptionalLong rows(String path) throws IOException;
    }

    LoggedRows(DeltaTable table, DeltaBehaviour behaviour, TableHistory history, DataFiles data) {
        this.table = table;
        this.behaviour = behaviour;
        this.history = history;
        this.data = data;
    }

    @Override
    public OptionalLong of(FileAction file) throws IOException {
        OptionalLong own = file instanceof Add add ? recordsOf(add) : OptionalLong.empty();
        if (own.isPresent()) {
            return own;
        }
        OptionalLong read = data.rows(file.path());
        if (read.isPresent()) {
            return read;
        }
        Long known = rowsByPath().get(file.path());
        return known == null ? OptionalLong.empty() : OptionalLong.of(known);
    }

    private static OptionalLong recordsOf(Add add) {
        String stats = add.detail().stats();
        return stats == null
                ? OptionalLong.empty()
                : JsonParser.parseObject(Location.of("stats"), stats)
                        .value()
                        .map(object -> object.number("numRecords"))
                        .orElse(OptionalLong.empty());
    }

    private Map<String, Long> rowsByPath() throws IOException {
        if (byPath == null) {
            Map<String, Long> found = new HashMap<>();
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
        return byPath;
    }

    private static void keep(Add add, Map<String, Long> into) {
        recordsOf(add).ifPresent(rows -> into.put(add.path(), rows));
    }
}
