package dev.tidemark.delta.checkpoint;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.action.ActionTree;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.parquet.FooterParser;
import dev.tidemark.format.parquet.ParquetFile;
import dev.tidemark.format.parquet.ParquetReader;
import dev.tidemark.format.parquet.SchemaNode;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * One Parquet file of a checkpoint to actions: a classic checkpoint, a part, a v2 manifest or a sidecar. Columns that
 * nobody knows are passed over, as Delta passes over them.
 */
public final class CheckpointFileReader {
    private static final List<String> SMALL_ACTIONS =
            List.of("txn", "metaData", "protocol", "domainMetadata", "checkpointMetadata", "sidecar");

    /** From so many rows on a second thread is worth its start. */
    private static final int MANY_ROWS = 50_000;

    private CheckpointFileReader() {}

    /**
     * Tells the sink every action of the file, in row order; {@code line} is the 1-based row.
     *
     * @return what is wrong with the file, or empty; what stood before the damage has been told
     * @throws FileNotFoundException when there is no such file
     * @throws IOException when the storage fails
     */
    public static Optional<Damage> read(Storage storage, StoragePath path, ActionDetail detail, ActionSink sink)
            throws IOException {
        return read(storage, path, detail, Rows.ALL, sink);
    }

    /** Which rows of a file are told. */
    public enum Rows {
        /** All. */
        ALL,
        /** Those that are no file actions, of which there are few; the columns of file actions are not looked at. */
        WITHOUT_FILES
    }

    /** Tells the sink the actions that are asked for, as {@link #read(Storage, StoragePath, ActionDetail, ActionSink)}. */
    public static Optional<Damage> read(
            Storage storage, StoragePath path, ActionDetail detail, Rows rows, ActionSink sink) throws IOException {
        Location at = Location.of(path.value());
        try (StoredFile bytes = StoredFile.open(storage, path)) {
            Parsed<ParquetFile> footer = FooterParser.parse(at, bytes);
            if (footer.value().isEmpty()) {
                return footer.damage();
            }
            ParquetFile file = footer.value().get();
            ParquetReader reader = new ParquetReader(at, bytes, file);
            List<SmallAction> small = new ArrayList<>();
            Optional<Damage> damage = readSmall(reader, file, small);
            Merge merge = new Merge(small, sink);
            if (damage.isEmpty() && rows == Rows.ALL) {
                damage = readFileActions(reader, at, file, detail, merge);
            }
            merge.finish();
            return damage;
        }
    }

    /** An action that is no file action, as the row's JSON would spell it. */
    private record SmallAction(long row, String name, JsonValue value) {}

    private static Optional<Damage> readSmall(ParquetReader reader, ParquetFile file, List<SmallAction> small)
            throws IOException {
        for (String name : SMALL_ACTIONS) {
            SchemaNode field = file.schema().find(name).orElse(null);
            if (field == null || field.isLeaf()) {
                continue;
            }
            Predicate<SchemaNode> all = node -> true;
            Optional<Damage> damage =
                    reader.forEachPresent(field, all, (row, value) -> small.add(new SmallAction(row, name, value)));
            if (damage.isPresent()) {
                return damage;
            }
        }
        small.sort(Comparator.comparingLong(SmallAction::row));
        return Optional.empty();
    }

    private static Optional<Damage> readFileActions(
            ParquetReader reader, Location at, ParquetFile file, ActionDetail detail, Merge merge) throws IOException {
        FileActionColumns columns;
        try {
            columns = new FileActionColumns(at, file, detail);
        } catch (MalformedException malformed) {
            return Optional.of(malformed.damage());
        }
        if (columns.leaves().isEmpty()) {
            return Optional.empty();
        }
        ActionRelay.Decoder decoder = sink -> decode(reader, file, columns, sink);
        return file.rowCount() < MANY_ROWS ? decoder.decode(merge::accept) : ActionRelay.run(decoder, merge::accept);
    }

    private static Optional<Damage> decode(
            ParquetReader reader, ParquetFile file, FileActionColumns columns, ActionRelay.RowSink sink)
            throws IOException {
        long before = 0;
        for (int group = 0; group < file.rowGroups().size(); group++) {
            long rows = file.rowGroups().get(group).rowCount();
            long base = before;
            Optional<Damage> damage = reader.scan(group, columns.leaves(), 0, rows, (row, cursors) -> {
                FileAction action = columns.at(row, cursors);
                if (action != null) {
                    sink.accept(action, base + row);
                }
            });
            if (damage.isPresent()) {
                return damage;
            }
            before += rows;
        }
        return Optional.empty();
    }

    /** Puts the few other actions between the file actions, by row. */
    private static final class Merge {
        private final List<SmallAction> small;
        private final ActionSink sink;
        private int next;

        Merge(List<SmallAction> small, ActionSink sink) {
            this.small = small;
            this.sink = sink;
        }

        void accept(FileAction action, long row) {
            while (next < small.size() && small.get(next).row() <= row) {
                tellNext();
            }
            sink.accept(action, row + 1);
        }

        void finish() {
            while (next < small.size()) {
                tellNext();
            }
        }

        private void tellNext() {
            SmallAction action = small.get(next++);
            JsonObject line =
                    JsonObject.builder().put(action.name(), action.value()).build();
            ActionTree.read(line, ActionDetail.EVERYTHING, action.row() + 1, sink);
        }
    }
}
