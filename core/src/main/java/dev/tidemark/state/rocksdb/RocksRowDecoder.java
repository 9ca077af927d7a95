package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.CombinedValues;
import dev.tidemark.format.binary.DecodedValues;
import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;

/**
 * The RocksDB provider's key and value bytes: key encoders, several values under one key, rows in Spark's own layout or
 * in Avro. Spark 4.2: RocksDBStateEncoder, MultiValuedStateEncoder. The encodings are the same since Spark 3.5.
 */
final class RocksRowDecoder implements RowDecoder {
    private static final int LENGTH_BYTES = Integer.BYTES;

    private final Location at;
    private final ColumnFamilySchema schema;
    private final MergeDelimiter delimiter;
    private final RowEncoding keyRows;
    private final RowEncoding remainingRows;
    private final RowEncoding valueRows;
    private final KeyReader keys;

    /** Reads one of the four layouts of a key. */
    @FunctionalInterface
    private interface KeyReader {
        Values read(Slice stored);
    }

    RocksRowDecoder(Location at, ColumnFamilySchema schema, boolean isAvro, MergeDelimiter delimiter) {
        this.at = at;
        this.schema = schema;
        this.delimiter = delimiter;
        keyRows = isAvro ? new AvroEncoding(at) : new UnsafeEncoding(at);
        remainingRows = isAvro ? new AvroEncoding(at) : new UnsafeEncoding(at);
        valueRows = isAvro ? new AvroEncoding(at) : new UnsafeEncoding(at);
        keys = keyReader(schema.keyEncoding());
    }

    private KeyReader keyReader(KeyEncoding encoding) {
        StructSchema key = schema.key();
        if (encoding instanceof KeyEncoding.Prefix prefix) {
            int columns = Math.min(prefix.columns(), key.size());
            return prefixed(key.part(0, columns), key.part(columns, key.size()));
        }
        if (encoding instanceof KeyEncoding.Range range) {
            return ranged(range);
        }
        if (encoding instanceof KeyEncoding.TimestampFirst) {
            return timestamped(key, 0);
        }
        if (encoding instanceof KeyEncoding.TimestampLast) {
            return timestamped(key, -1);
        }
        return stored -> keyRows.withId(stored, key);
    }

    @Override
    public Values key(Slice stored) {
        return keys.read(stored);
    }

    @Override
    public Values value(Slice stored) {
        if (!schema.holdsSeveral()) {
            return valueRows.value(stored, schema);
        }
        return valueRows.value(elementAt(stored, 0), schema);
    }

    @Override
    public void forEachElement(Slice stored, ElementSink each) throws IOException {
        if (!schema.holdsSeveral()) {
            each.element(value(stored));
            return;
        }
        int position = 0;
        while (position < stored.length()) {
            Slice element = elementAt(stored, position);
            each.element(valueRows.value(element, schema));
            position += LENGTH_BYTES + element.length();
            if (position < stored.length()) {
                position = delimiter.skip(at, stored, position);
            }
        }
    }

    private Slice elementAt(Slice stored, int position) {
        return lengthPrefixed(stored, position, "an element");
    }

    private Slice lengthPrefixed(Slice stored, int position, String what) {
        if (stored.length() - position < LENGTH_BYTES) {
            throw new MalformedException(
                    at, DamageKind.TRUNCATED, "the length of " + what, stored.length() - position + " bytes");
        }
        int length = LittleEndian.intAt(stored.array(), stored.offset() + position);
        int left = stored.length() - position - LENGTH_BYTES;
        if (length < 0 || length > left) {
            throw new MalformedException(
                    at, DamageKind.MALFORMED, what + " of at most " + left + " bytes", Integer.toString(length));
        }
        return stored.part(position + LENGTH_BYTES, length);
    }

    private KeyReader prefixed(StructSchema prefix, StructSchema remaining) {
        int count = prefix.size() + remaining.size();
        return stored -> {
            Slice first = lengthPrefixed(stored, 0, "the key's prefix");
            Values head = keyRows.withoutId(first, prefix);
            Values tail = remainingRows.withId(stored.from(LENGTH_BYTES + first.length()), remaining);
            Values[] sources = new Values[count];
            int[] ordinals = new int[count];
            for (int i = 0; i < count; i++) {
                boolean isHead = i < prefix.size();
                sources[i] = isHead ? head : tail;
                ordinals[i] = isHead ? i : i - prefix.size();
            }
            return new CombinedValues(sources, ordinals);
        };
    }

    private KeyReader ranged(KeyEncoding.Range range) {
        StructSchema key = schema.key();
        List<StructSchema.Field> ordered = new ArrayList<>();
        List<StructSchema.Field> others = new ArrayList<>();
        range.ordinals().stream()
                .filter(ordinal -> ordinal >= 0 && ordinal < key.size())
                .forEach(ordinal -> ordered.add(key.field(ordinal)));
        int[] ordinals = new int[key.size()];
        boolean[] isOrdered = new boolean[key.size()];
        for (int i = 0; i < key.size(); i++) {
            int place = range.ordinals().indexOf(i);
            isOrdered[i] = place >= 0;
            ordinals[i] = place >= 0 ? place : others.size();
            if (place < 0) {
                others.add(key.field(i));
            }
        }
        StructSchema remaining = new StructSchema(others);
        return stored -> {
            Slice first = lengthPrefixed(stored, 0, "the key's ordered columns");
            DecodedValues head = RangeColumns.decode(at, keyRows.range(first, ordered.size()), ordered);
            Values tail = remainingRows.withId(stored.from(LENGTH_BYTES + first.length()), remaining);
            Values[] sources = new Values[key.size()];
            for (int i = 0; i < sources.length; i++) {
                sources[i] = isOrdered[i] ? head : tail;
            }
            return new CombinedValues(sources, ordinals.clone());
        };
    }

    /** The event time is the schema's last column and stands before or behind the row of the others. */
    private KeyReader timestamped(StructSchema key, int place) {
        StructSchema others = key.part(0, Math.max(0, key.size() - 1));
        return stored -> {
            int rowBytes = stored.length() - Long.BYTES;
            if (rowBytes < 0) {
                throw new MalformedException(
                        at, DamageKind.TRUNCATED, "an event time of 8 bytes", stored.length() + " bytes");
            }
            boolean isFirst = place == 0;
            long sortable =
                    Long.reverseBytes(LittleEndian.longAt(stored.array(), stored.offset() + (isFirst ? 0 : rowBytes)));
            Values time = DecodedValues.owning(new Object[] {sortable ^ Long.MIN_VALUE});
            Values row = keyRows.withId(stored.part(isFirst ? Long.BYTES : 0, rowBytes), others);
            Values[] sources = new Values[others.size() + 1];
            int[] ordinals = new int[others.size() + 1];
            for (int i = 0; i < others.size(); i++) {
                sources[i] = row;
                ordinals[i] = i;
            }
            sources[others.size()] = time;
            return new CombinedValues(sources, ordinals);
        };
    }
}
