package dev.tidemark.state;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.schema.ColumnFamilySchema;

/**
 * One partition of one store, as one provider's files hold it. Reading never fails on bad evidence: it hands over what
 * it could read and returns what was wrong; an empty list means the version was read whole.
 */
public interface StateStore {
    /** Which one. */
    StateStoreId id();

    /** The files of a version, by their names alone. */
    Lineage lineage(StateVersion version) throws IOException;

    /**
     * Other ways to a version, from older snapshots, the nearest first, whether or not a Spark would take them. Incomplete
     * ones are left out.
     */
    List<Lineage> detours(StateVersion version) throws IOException;

    /**
     * The ways that Spark 4.2 tries, in this order, once the snapshot of {@link #lineage} did not load. It takes the first
     * whose snapshot loads, and fails when a change file of that one is missing, which its damages tell. Spark 4.2:
     * AutoSnapshotLoader.loadSnapshot.
     */
    List<Lineage> repairs(StateVersion version) throws IOException;

    /**
     * Why the change files of a lineage cannot be applied to its snapshot although all are sound; asked after
     * {@link #check} of each.
     */
    default Optional<Damage> replayObstacle(Lineage lineage) throws IOException {
        return Optional.empty();
    }

    /** Every version that some file is named after, ascending. */
    List<StateVersion> versions() throws IOException;

    /**
     * Files that a snapshot names and shares with its neighbours, as the storage has them; missing ones have size 0 and
     * are told by {@link #check}. Empty for a snapshot that is one file.
     */
    List<StateFile> parts(StateFile snapshot) throws IOException;

    /** Reads one file whole, with the parts it names, and says what is wrong with it. */
    List<Damage> check(StateFile file) throws IOException;

    /**
     * Hands over the first row that a file puts, if the provider holds that against the store's schema when it loads the file;
     * does nothing where rows are looked at when somebody asks for them. Spark 4.2: HDFSBackedStateStoreProvider,
     * RocksDBStateStoreProvider, {@code isValidated} of both.
     */
    default void readFirstRow(StateFile file, RowSink row) throws IOException {}

    /** Hands over every live row of a version once, in an order that depends on the files alone. */
    List<Damage> readRows(StateVersion version, RowSink each) throws IOException;

    /** As {@link #readRows(StateVersion, RowSink)}; a provider that can tell how the version came about tells it. */
    default List<Damage> readRows(StateVersion version, LoadObserver observer, RowSink each) throws IOException {
        return readRows(version, each);
    }

    /**
     * As {@link #readRows(StateVersion, RowSink)}, but from the snapshot of an earlier version and the changes since,
     * whatever newer snapshots there are. Spark 4.2: SupportsFineGrainedReplay.replayReadStateFromSnapshot.
     *
     * @param snapshotVersion at most the version that is read
     */
    List<Damage> readRowsFrom(long snapshotVersion, StateVersion version, RowSink each) throws IOException;

    /** Hands over the change records that made this version out of the one before. */
    List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException;

    /** What turns the bytes of a column family into values. */
    RowDecoder decoder(ColumnFamilySchema schema);

    /** Whether keys are stored as their {@link ColumnFamilySchema#keyEncoding()} says, and not always as one row. */
    default boolean encodesKeys() {
        return false;
    }

    /**
     * The damage of a row with the file and the record that hold it, where the provider can find them; else as it is.
     *
     * @param version the one that was read
     * @param key as it was handed over
     */
    default Damage placed(Damage damage, StateVersion version, Slice key) throws IOException {
        return damage;
    }
}
