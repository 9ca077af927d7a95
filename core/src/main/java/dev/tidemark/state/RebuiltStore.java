package dev.tidemark.state;

import java.io.IOException;
import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.schema.ColumnFamilySchema;

/** A store whose rows are always rebuilt from the snapshot of one version. */
public final class RebuiltStore implements StateStore {
    private final StateStore inner;
    private final long snapshotVersion;

    private RebuiltStore(StateStore inner, long snapshotVersion) {
        this.inner = inner;
        this.snapshotVersion = snapshotVersion;
    }

    /** The stores, each rebuilt from its snapshot of that version. */
    public static StateStores from(long snapshotVersion, StateStores stores) {
        return id -> new RebuiltStore(stores.open(id), snapshotVersion);
    }

    @Override
    public StateStoreId id() {
        return inner.id();
    }

    @Override
    public Lineage lineage(StateVersion version) throws IOException {
        return inner.lineage(version);
    }

    @Override
    public List<Lineage> detours(StateVersion version) throws IOException {
        return inner.detours(version);
    }

    @Override
    public List<Lineage> repairs(StateVersion version) throws IOException {
        return inner.repairs(version);
    }

    @Override
    public List<StateVersion> versions() throws IOException {
        return inner.versions();
    }

    @Override
    public List<StateFile> parts(StateFile snapshot) throws IOException {
        return inner.parts(snapshot);
    }

    @Override
    public List<Damage> check(StateFile file) throws IOException {
        return inner.check(file);
    }

    @Override
    public List<Damage> readRows(StateVersion version, RowSink each) throws IOException {
        return inner.readRowsFrom(snapshotVersion, version, each);
    }

    @Override
    public List<Damage> readRowsFrom(long otherSnapshotVersion, StateVersion version, RowSink each) throws IOException {
        return inner.readRowsFrom(otherSnapshotVersion, version, each);
    }

    @Override
    public List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException {
        return inner.readChanges(version, each);
    }

    @Override
    public RowDecoder decoder(ColumnFamilySchema schema) {
        return inner.decoder(schema);
    }

    @Override
    public boolean encodesKeys() {
        return inner.encodesKeys();
    }

    @Override
    public Damage placed(Damage damage, StateVersion version, Slice key) throws IOException {
        return inner.placed(damage, version, key);
    }
}
