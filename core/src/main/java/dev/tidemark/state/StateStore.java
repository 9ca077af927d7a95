package dev.tidemark.state;

import java.io.IOException;
import java.util.List;

import dev.tidemark.evidence.Damage;
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

    /** Hands over every live row of a version once, in an order that depends on the files alone. */
    List<Damage> readRows(StateVersion version, RowSink each) throws IOException;

    /** Hands over the change records that made this version out of the one before. */
    List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException;

    /** What turns the bytes of a column family into values. */
    RowDecoder decoder(ColumnFamilySchema schema);
}
