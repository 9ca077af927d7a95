package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.ChangeSink;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.RowSink;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.schema.ColumnFamilySchema;

/** A store that holds what a test puts in: rows of any column family, the same for every version. */
final class MemoryStore implements StateStore {
    private static final Location AT = Location.of("memory");

    private final StateStoreId id;
    private final List<Map.Entry<String, List<byte[]>>> rows = new ArrayList<>();
    private final List<byte[]> removed = new ArrayList<>();

    MemoryStore(StateStoreId id) {
        this.id = id;
    }

    MemoryStore with(String family, byte[] key, byte[] value) {
        rows.add(Map.entry(family, List.of(key, value)));
        return this;
    }

    MemoryStore withRemoval(byte[] key) {
        removed.add(key);
        return this;
    }

    @Override
    public StateStoreId id() {
        return id;
    }

    @Override
    public List<Damage> readRows(StateVersion version, RowSink each) throws IOException {
        for (Map.Entry<String, List<byte[]>> row : rows) {
            if (!each.row(
                    row.getKey(),
                    Slice.of(row.getValue().get(0)),
                    Slice.of(row.getValue().get(1)))) {
                break;
            }
        }
        return List.of();
    }

    @Override
    public List<Damage> readRowsFrom(long snapshotVersion, StateVersion version, RowSink each) throws IOException {
        return readRows(version, each);
    }

    @Override
    public List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException {
        for (Map.Entry<String, List<byte[]>> row : rows) {
            each.change(
                    ChangeKind.UPDATE,
                    row.getKey(),
                    Slice.of(row.getValue().get(0)),
                    Slice.of(row.getValue().get(1)));
        }
        for (byte[] key : removed) {
            each.change(ChangeKind.DELETE, "default", Slice.of(key), Slice.EMPTY);
        }
        return List.of();
    }

    @Override
    public RowDecoder decoder(ColumnFamilySchema schema) {
        UnsafeRow key = new UnsafeRow(AT);
        UnsafeRow value = new UnsafeRow(AT);
        return new RowDecoder() {
            @Override
            public Values key(Slice stored) {
                return key.pointTo(stored, schema.key().size());
            }

            @Override
            public Values value(Slice stored) {
                return value.pointTo(stored, schema.value().size());
            }
        };
    }

    @Override
    public Lineage lineage(StateVersion version) {
        return new Lineage(version, List.of(), List.of());
    }

    @Override
    public List<Lineage> detours(StateVersion version) {
        return List.of();
    }

    @Override
    public List<Lineage> repairs(StateVersion version) {
        return List.of();
    }

    @Override
    public List<StateVersion> versions() {
        return List.of();
    }

    @Override
    public List<StateFile> parts(StateFile snapshot) {
        return List.of();
    }

    @Override
    public List<Damage> check(StateFile file) {
        return List.of();
    }
}
