package dev.tidemark.state.rocksdb;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.ColumnFamilySchema;

/** How one row became bytes: a version byte, then the row. Spark 4.2: RocksDBDataEncoder. */
interface RowEncoding {
    /** The only version of the encoding there ever was. */
    byte VERSION = 0;

    /** A row that names its schema where the encoding does so. */
    Values withId(Slice stored, StructSchema schema);

    /** A row that never names its schema: the prefix of a key. */
    Values withoutId(Slice stored, StructSchema schema);

    /** The ordered columns of a key, each its marker and value as one stretch of bytes. */
    Slice[] range(Slice stored, int columns);

    /** A value, in the newest schema whatever it was written with. */
    Values value(Slice stored, ColumnFamilySchema schema);

    /** What stands behind the version byte. */
    static Slice unversioned(Location at, Slice stored) {
        if (stored.length() == 0) {
            throw new MalformedException(at, DamageKind.TRUNCATED, "a version byte before a row", "no bytes");
        }
        if (stored.at(0) != VERSION) {
            throw new MalformedException(
                    at, DamageKind.UNSUPPORTED_VERSION, "row encoding 0", Integer.toString(stored.at(0) & 0xff));
        }
        return stored.from(1);
    }
}
