package dev.tidemark.state.rocksdb;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.StateConf;

/**
 * What the merge operator puts between two values of a key. Spark 4.2: RocksDBConf.mergeOperatorVersion; before it, and
 * for queries that started before it, a comma.
 */
enum MergeDelimiter {
    COMMA(","),
    NOTHING("");

    private final String text;

    MergeDelimiter(String text) {
        this.text = text;
    }

    static MergeDelimiter of(StateConf conf) {
        return conf.mergeOperatorVersion() >= 2 ? NOTHING : COMMA;
    }

    /** As the native merge operator wants it. */
    String text() {
        return text;
    }

    int sizeBytes() {
        return text.length();
    }

    /** The position behind the delimiter that stands at {@code position}. */
    int skip(Location at, Slice stored, int position) {
        if (this == COMMA && stored.at(position) != ',') {
            throw new MalformedException(
                    at,
                    DamageKind.MALFORMED,
                    "a comma between two elements",
                    String.format("0x%02x", stored.at(position)));
        }
        return position + sizeBytes();
    }
}
