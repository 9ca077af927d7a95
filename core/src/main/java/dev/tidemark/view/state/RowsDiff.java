package dev.tidemark.view.state;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.state.operator.RowShape;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.operator.StateRow;

/**
 * What differs between two sets of state rows, key by key, as people see keys and values: so the two may come from
 * different providers, encodings and partition counts. A key with several rows (lists, join sides) has all of them as its
 * value.
 *
 * @param changes in the order met, at most {@code limit}
 */
public record RowsDiff(Counts counts, List<Change> changes, List<Damage> damages) {
    /** How many keys there are of each kind. */
    public record Counts(long same, long added, long removed, long changed) {
        /** Whether the two are alike. */
        public boolean areAlike() {
            return added == 0 && removed == 0 && changed == 0;
        }
    }

    /** What became of a key. */
    public enum Kind {
        ADDED,
        REMOVED,
        CHANGED
    }

    /**
     * One key that differs; keys and values as JSON.
     *
     * @param before empty when the key is new
     * @param after empty when the key is gone
     */
    public record Change(Kind kind, String key, List<String> before, List<String> after) {
        public Change {
            before = List.copyOf(before);
            after = List.copyOf(after);
        }
    }

    public RowsDiff {
        changes = List.copyOf(changes);
        damages = List.copyOf(damages);
    }

    /** A selection of a checkpoint as of a batch. */
    public record Side(StateReading reading, long batchId) {}

    /** Compares; when both have the same partitions, one partition after another, so that only one is held. */
    public static RowsDiff of(Side before, Side after, int limit) throws IOException {
        Comparing comparing = new Comparing(limit);
        List<Integer> partitions = before.reading().partitions();
        if (partitions.equals(after.reading().partitions())) {
            for (int partition : partitions) {
                comparing.add(before, after, List.of(partition), List.of(partition));
            }
        } else {
            comparing.add(before, after, partitions, after.reading().partitions());
        }
        return comparing.diff();
    }

    private static final class Comparing {
        private final int limit;
        private final List<Change> changes = new ArrayList<>();
        private final List<Damage> damages = new ArrayList<>();
        private long same;
        private long added;
        private long removed;
        private long changed;

        Comparing(int limit) {
            this.limit = limit;
        }

        void add(Side before, Side after, List<Integer> beforePartitions, List<Integer> afterPartitions)
                throws IOException {
            Map<String, List<String>> old = rows(before, beforePartitions);
            Map<String, List<String>> now = rows(after, afterPartitions);
            old.forEach((key, values) -> {
                List<String> present = now.remove(key);
                if (present == null) {
                    removed++;
                    note(new Change(Kind.REMOVED, key, values, List.of()));
                } else if (present.equals(values)) {
                    same++;
                } else {
                    changed++;
                    note(new Change(Kind.CHANGED, key, values, present));
                }
            });
            now.forEach((key, values) -> {
                added++;
                note(new Change(Kind.ADDED, key, List.of(), values));
            });
        }

        private Map<String, List<String>> rows(Side side, List<Integer> partitions) throws IOException {
            Map<String, List<String>> rows = new LinkedHashMap<>();
            PartJson keys = new PartJson(side.reading().shape(), RowShape.Part.KEY);
            PartJson values = new PartJson(side.reading().shape(), RowShape.Part.VALUE);
            for (int partition : partitions) {
                damages.addAll(side.reading().rows(partition, side.batchId(), row -> {
                    try {
                        rows.merge(keys.text(row), List.of(values.text(row)), Comparing::joined);
                    } catch (MalformedException malformed) {
                        damages.add(malformed.damage());
                    }
                    return true;
                }));
            }
            return rows;
        }

        private static List<String> joined(List<String> one, List<String> other) {
            List<String> both = new ArrayList<>(one);
            both.addAll(other);
            both.sort(null);
            return both;
        }

        private void note(Change change) {
            if (changes.size() < limit) {
                changes.add(change);
            }
        }

        RowsDiff diff() {
            List<Damage> few = damages.size() <= 20 ? damages : damages.subList(0, 20);
            return new RowsDiff(new Counts(same, added, removed, changed), changes, few);
        }
    }

    /** The columns of a row that come from its key, or from its value, as one JSON object. */
    private static final class PartJson {
        /** How every row's JSON ends; here it would tell apart what is alike. */
        private static final String PARTITION = "\"partition_id\":0}";

        private final StateRowJson json;

        /** A column that is the whole part needs no name around it. */
        private final String prefix;

        private final JsonBytes bytes = new JsonBytes(256);

        PartJson(RowShape shape, RowShape.Part part) {
            List<RowShape.Column> columns = shape.columns().stream()
                    .filter(column -> column.part() == part)
                    .toList();
            json = StateRowJson.of(new RowShape(columns, List.of()));
            prefix = columns.size() == 1 ? "{\"" + columns.get(0).name() + "\":" : "";
        }

        String text(StateRow row) {
            bytes.truncate(0);
            json.write(bytes, new StateRow(0, 0, null, row.key(), row.value()));
            int length = bytes.length() - PARTITION.length();
            String text = new String(bytes.array(), 0, Math.max(1, length), StandardCharsets.UTF_8);
            String object = (text.endsWith(",") ? text.substring(0, text.length() - 1) : text) + "}";
            boolean isWrapped = !prefix.isEmpty() && object.startsWith(prefix);
            return isWrapped ? object.substring(prefix.length(), object.length() - 1) : object;
        }
    }
}
