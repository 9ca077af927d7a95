package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.schema.ColumnFamilySchema;

/**
 * A side of a stream-stream join of formats 1 to 3, joined back into rows: a key's count says which of its indexes are
 * alive. Spark walks the counts and looks values up; this walks the values and looks counts up, which gives the same rows.
 * Spark 4.2: SymmetricHashJoinStateManager.iterator.
 */
final class JoinSource implements RowSource {
    private final Half counts;
    private final Half values;
    private final RowShape shape;
    private final StateStores stores;
    private final StateVersions versions;

    /** A store and the column family in it. */
    record Half(StateStoreId store, ColumnFamilySchema family) {}

    JoinSource(Half counts, Half values, RowShape shape, StateStores stores, StateVersions versions) {
        this.counts = counts;
        this.values = values;
        this.shape = shape;
        this.stores = stores;
        this.versions = versions;
    }

    @Override
    public RowShape shape() {
        return shape;
    }

    @Override
    public List<Damage> rows(int partitionId, long batchId, StateRowSink each) throws IOException {
        DamageLog damages = new DamageLog();
        read(partitionId, batchId, each, damages);
        return damages.all();
    }

    /** What is wrong with the rows of a partition and between its two stores, whatever is wrong with the files. */
    List<Damage> flaws(int partitionId, long batchId) throws IOException {
        DamageLog damages = new DamageLog();
        read(partitionId, batchId, row -> true, damages);
        return damages.ofRows();
    }

    private void read(int partitionId, long batchId, StateRowSink each, DamageLog damages) throws IOException {
        Map<Slice, Tally> tallies = tallies(partitionId, batchId, damages);
        StateStoreId id = values.store().inPartition(partitionId);
        StateStore store = stores.open(id);
        RowDecoder decoder = store.decoder(values.family());
        KeyBytes keyBytes = new KeyBytes(counts.family().key());
        int indexOrdinal = counts.family().key().size();
        damages.add(store.readRows(versions.writtenBy(id, batchId), (columnFamily, key, value) -> {
            if (!columnFamily.equals(values.family().name())) {
                return true;
            }
            try {
                Values decodedKey = decoder.key(key);
                Tally tally = tallies.get(keyBytes.encode(decodedKey));
                if (tally == null || !tally.takes(decodedKey.wholeAt(indexOrdinal, Long.BYTES))) {
                    return true;
                }
                return each.row(new StateRow(partitionId, batchId, null, decodedKey, decoder.value(value)));
            } catch (MalformedException malformed) {
                damages.addRow(malformed.damage());
                return true;
            }
        }));
        holes(id, tallies, damages);
    }

    /** A side has no change feed of its own: neither Spark's nor a sound one, as a removal moves other values. */
    @Override
    public List<Damage> changes(int partitionId, long batchId, StateRowSink each) {
        throw new IllegalStateException("a join side has no changes; its stores have");
    }

    private Map<Slice, Tally> tallies(int partitionId, long batchId, DamageLog damages) throws IOException {
        Map<Slice, Tally> tallies = new HashMap<>();
        StateStoreId id = counts.store().inPartition(partitionId);
        StateStore store = stores.open(id);
        RowDecoder decoder = store.decoder(counts.family());
        KeyBytes keyBytes = new KeyBytes(counts.family().key());
        damages.add(store.readRows(versions.writtenBy(id, batchId), (columnFamily, key, value) -> {
            if (columnFamily.equals(counts.family().name())) {
                try {
                    Slice encoded = keyBytes.encode(decoder.key(key));
                    long count = decoder.value(value).wholeAt(0, Long.BYTES);
                    if (count < 1) {
                        damages.addRow(new Damage(
                                Location.of(id.directory().value()),
                                DamageKind.MALFORMED,
                                "a count of at least one value for each key",
                                Long.toString(count)));
                    }
                    tallies.merge(Slice.of(encoded.toBytes()), new Tally(count), Tally::larger);
                } catch (MalformedException malformed) {
                    damages.addRow(malformed.damage());
                }
            }
            return true;
        }));
        return tallies;
    }

    private static void holes(StateStoreId id, Map<Slice, Tally> tallies, DamageLog damages) {
        long missing = 0;
        for (Tally tally : tallies.values()) {
            missing += Math.min(tally.missing(), Long.MAX_VALUE - missing);
        }
        if (missing > 0) {
            damages.addRow(new Damage(
                    Location.of(id.directory().value()),
                    DamageKind.MISSING,
                    "a value for every index that the counts of keys name",
                    missing + " without"));
        }
    }

    /** How many values a key has, and how many were seen. */
    private static final class Tally {
        private final long count;
        private long seen;

        Tally(long count) {
            this.count = count;
        }

        /** Rows of another store may name a key once more; Spark walks all of them. */
        Tally larger(Tally other) {
            return other.count > count ? other : this;
        }

        boolean takes(long index) {
            if (index < 0 || index >= count) {
                return false;
            }
            seen++;
            return true;
        }

        long missing() {
            return Math.max(0, count - seen);
        }
    }
}
