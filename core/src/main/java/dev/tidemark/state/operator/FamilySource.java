package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;
import org.jspecify.annotations.Nullable;

/** The rows of one column family as they are stored, a row for each element where a value holds several. */
final class FamilySource implements RowSource {
    private final StateStoreId store;
    private final ColumnFamilySchema family;
    private final RowShape shape;
    private final StateStores stores;
    private final StateVersions versions;
    private final boolean isDecodable;

    private FamilySource(
            StateStoreId store,
            ColumnFamilySchema family,
            RowShape shape,
            StateStores stores,
            StateVersions versions,
            boolean isDecodable) {
        this.store = store;
        this.isDecodable = isDecodable;
        this.family = family;
        this.shape = shape;
        this.stores = stores;
        this.versions = versions;
    }

    /** The rows of a column family. */
    static FamilySource of(
            StateStoreId store, ColumnFamilySchema family, RowShape shape, StateStores stores, StateVersions versions) {
        return new FamilySource(store, family, shape, stores, versions, true);
    }

    /** The rows of a store whose schema is not known, as bytes. */
    static FamilySource undecoded(StateStoreId store, StateStores stores, StateVersions versions) {
        StructSchema bytes = StructSchema.of(StructSchema.Field.of("bytes", SparkType.Simple.BINARY));
        ColumnFamilySchema raw =
                ColumnFamilySchema.of(StateStoreId.DEFAULT_STORE, bytes, bytes, KeyEncoding.Whole.WHOLE);
        return new FamilySource(store, raw, RowShape.ofPair(bytes, bytes), stores, versions, false);
    }

    @Override
    public RowShape shape() {
        return shape;
    }

    @Override
    public boolean isDecoded() {
        return isDecodable;
    }

    @Override
    public List<Damage> rows(int partitionId, long batchId, StateRowSink each) throws IOException {
        StateStoreId id = store.inPartition(partitionId);
        StateStore opened = stores.open(id);
        Forwarder forwarder = new Forwarder(opened, partitionId, batchId, each);
        List<Damage> damages = opened.readRows(
                versions.writtenBy(id, batchId),
                (columnFamily, key, value) -> !isOurs(columnFamily) || forwarder.row(key, value));
        forwarder.damages.add(damages);
        return forwarder.damages.all();
    }

    @Override
    public List<Damage> changes(int partitionId, long batchId, StateRowSink each) throws IOException {
        StateStoreId id = store.inPartition(partitionId);
        StateStore opened = stores.open(id);
        Forwarder forwarder = new Forwarder(opened, partitionId, batchId, each);
        List<Damage> damages = opened.readChanges(
                versions.writtenBy(id, batchId),
                (kind, columnFamily, key, value) -> !isOurs(columnFamily) || forwarder.change(kind, key, value));
        forwarder.damages.add(damages);
        return forwarder.damages.all();
    }

    private RowDecoder decoder(StateStore opened) {
        return isDecodable ? opened.decoder(family) : RawDecoder.RAW;
    }

    /** Without a schema nothing is known of column families either, so all are shown. */
    private boolean isOurs(String columnFamily) {
        return !isDecodable || columnFamily.equals(family.name());
    }

    /** Decodes and hands on; a row that does not fit its schema is left out and noted. */
    private final class Forwarder {
        private final StateStore opened;
        private final RowDecoder decoder;
        private final int partitionId;
        private final long batchId;
        private final StateRowSink each;
        private final DamageLog damages = new DamageLog();
        private boolean wantsMore = true;

        Forwarder(StateStore opened, int partitionId, long batchId, StateRowSink each) {
            this.opened = opened;
            this.decoder = FamilySource.this.decoder(opened);
            this.partitionId = partitionId;
            this.batchId = batchId;
            this.each = each;
        }

        boolean row(Slice key, Slice value) throws IOException {
            try {
                Values decodedKey = decoder.key(key);
                if (!family.holdsSeveral()) {
                    return forward(null, decodedKey, decoder.value(value));
                }
                decoder.forEachElement(value, element -> {
                    if (wantsMore) {
                        forward(null, decodedKey, element);
                    }
                });
            } catch (MalformedException malformed) {
                note(malformed.damage(), key);
            }
            return wantsMore;
        }

        /** Spark's reader shows the first element of a record alone, however many it holds. */
        boolean change(ChangeKind kind, Slice key, Slice value) throws IOException {
            try {
                boolean removes = kind == ChangeKind.DELETE || kind == ChangeKind.DELETE_RANGE;
                return forward(kind, decoder.key(key), removes ? null : decoder.value(value));
            } catch (MalformedException malformed) {
                note(malformed.damage(), key);
            }
            return wantsMore;
        }

        private void note(Damage damage, Slice key) throws IOException {
            boolean isPlaced = damages.wantsPlaces();
            damages.addRow(isPlaced ? opened.placed(damage, versions.writtenBy(opened.id(), batchId), key) : damage);
        }

        private boolean forward(@Nullable ChangeKind kind, Values key, @Nullable Values value) throws IOException {
            wantsMore = each.row(new StateRow(partitionId, batchId, kind, key, value));
            return wantsMore;
        }
    }
}
