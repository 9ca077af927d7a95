package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.binary.RawRow;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.ChangeSink;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.RowSink;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.schema.ColumnFamilySchema;

/** A store whose schema is not known: keys and values stay bytes. */
record UndecodedStore(StateStore store) implements StateStore {
    @Override
    public StateStoreId id() {
        return store.id();
    }

    @Override
    public Lineage lineage(StateVersion version) throws IOException {
        return store.lineage(version);
    }

    @Override
    public List<Damage> readRows(StateVersion version, RowSink each) throws IOException {
        return store.readRows(
                version, (columnFamily, key, value) -> each.row(StateStoreId.DEFAULT_STORE, key, value));
    }

    @Override
    public List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException {
        return store.readChanges(
                version,
                (kind, columnFamily, key, value) -> each.change(kind, StateStoreId.DEFAULT_STORE, key, value));
    }

    @Override
    public RowDecoder decoder(ColumnFamilySchema schema) {
        return new RowDecoder() {
            @Override
            public Values key(Slice stored) {
                return new RawRow(stored);
            }

            @Override
            public Values value(Slice stored) {
                return new RawRow(stored);
            }
        };
    }
}
