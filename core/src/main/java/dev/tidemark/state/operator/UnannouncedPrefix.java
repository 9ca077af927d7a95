package dev.tidemark.state.operator;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.operator.RowShape.Column;
import dev.tidemark.state.operator.RowShape.Part;
import dev.tidemark.state.schema.ColumnFamilySchema;

/**
 * A session window's store on RocksDB that Spark up to 3.5 wrote: its keys are stored in two parts and no metadata say so.
 * Spark's reader takes them for one row. It refuses the rows of a batch for that, which are then read right here; but it
 * does give the change feed, with keys that are nonsense. Changes are given as it gives them, the true key as a note.
 */
final class UnannouncedPrefix implements RowSource {
    private static final int MICROS_A_MILLI = 1000;

    private final RowSource right;
    private final StateStoreId store;
    private final ColumnFamilySchema family;
    private final RowShape shape;
    private final StateStores stores;
    private final StateVersions versions;

    UnannouncedPrefix(
            RowSource right,
            StateStoreId store,
            ColumnFamilySchema family,
            StateStores stores,
            StateVersions versions) {
        this.right = right;
        this.store = store;
        this.family = family;
        this.shape = new RowShape(
                right.shape().columns(),
                List.of(new Column("key", Part.KEY, family.key().size(), family.key())));
        this.stores = stores;
        this.versions = versions;
    }

    @Override
    public RowShape shape() {
        return shape;
    }

    @Override
    public List<Damage> rows(int partitionId, long batchId, StateRowSink each) throws IOException {
        return right.rows(
                partitionId,
                batchId,
                row -> each.row(new StateRow(
                        partitionId, batchId, null, new TwiceRead(row.key(), row.key(), Set.of()), row.value())));
    }

    @Override
    public List<Damage> changes(int partitionId, long batchId, StateRowSink each) throws IOException {
        StateStoreId id = store.inPartition(partitionId);
        StateStore opened = stores.open(id);
        UnsafeRow sparks = new UnsafeRow(Location.of(id.directory().value()));
        RowDecoder ours = opened.decoder(family);
        Set<Integer> instants = IntStream.range(0, family.key().size())
                .filter(i -> family.key().field(i).type() == SparkType.Simple.TIMESTAMP)
                .boxed()
                .collect(Collectors.toSet());
        DamageLog damages = new DamageLog();
        damages.add(opened.readChanges(versions.writtenBy(id, batchId), (kind, columnFamily, key, value) -> {
            try {
                Values both = new TwiceRead(asSparkReads(sparks, key), ours.key(key), instants);
                Values decoded = kind == ChangeKind.UPDATE ? ours.value(value) : null;
                return each.row(new StateRow(partitionId, batchId, kind, both, decoded));
            } catch (MalformedException malformed) {
                damages.addRow(malformed.damage());
                return true;
            }
        }));
        return damages.all();
    }

    /** One row behind one byte of version, whatever really stands there. */
    private Values asSparkReads(UnsafeRow row, Slice stored) {
        return row.pointTo(
                stored.from(Math.min(1, stored.length())), family.key().size());
    }

    /**
     * A key as read, and behind its fields one more: the whole key as it truly is.
     *
     * @param cut ordinals of instants that are cut to milliseconds as Spark shows them; those of nonsense have a fraction
     */
    private record TwiceRead(Values read, Values truth, Set<Integer> cut) implements Values {
        @Override
        public int count() {
            return read.count() + 1;
        }

        @Override
        public boolean isNull(int ordinal) {
            return ordinal < read.count() && read.isNull(ordinal);
        }

        @Override
        public long wholeAt(int ordinal, int widthBytes) {
            long whole = read.wholeAt(ordinal, widthBytes);
            return cut.contains(ordinal) ? whole - Math.floorMod(whole, MICROS_A_MILLI) : whole;
        }

        @Override
        public Slice bytesAt(int ordinal) {
            return read.bytesAt(ordinal);
        }

        @Override
        public BigInteger bigAt(int ordinal) {
            return read.bigAt(ordinal);
        }

        @Override
        public Values structAt(int ordinal, int fieldCount) {
            return ordinal == read.count() ? truth : read.structAt(ordinal, fieldCount);
        }

        @Override
        public Values arrayAt(int ordinal, int elementWidthBytes) {
            return read.arrayAt(ordinal, elementWidthBytes);
        }

        @Override
        public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
            return read.mapAt(ordinal, keyWidthBytes, valueWidthBytes);
        }
    }
}
