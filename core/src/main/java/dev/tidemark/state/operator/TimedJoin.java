package dev.tidemark.state.operator;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.operator.RowShape.Column;
import dev.tidemark.state.operator.RowShape.Part;
import dev.tidemark.state.schema.ColumnFamilySchema;

/**
 * A side of a stream-stream join of format 4, whose keys end in the event time. Spark 4.2's reader takes that last field
 * from behind the row it has, so what it shows there is whatever memory holds: for keys of fixed width always
 * {@value #BEHIND_THE_ROW}. The rows are given as Spark gives them, and the true event time as a note.
 */
final class TimedJoin {
    /** Seven bytes of padding and the first of the next object's header, as HotSpot lays them out. */
    private static final long BEHIND_THE_ROW = 1L << 56;

    private TimedJoin() {}

    static RowShape shape(ColumnFamilySchema family) {
        StructSchema value = SelectionPlanner.withoutMatched(family.value());
        RowShape pair = RowShape.ofPair(family.key(), value);
        int trueTime = family.key().size();
        return new RowShape(
                pair.columns(), List.of(new Column("eventTimeMicros", Part.KEY, trueTime, SparkType.Simple.LONG)));
    }

    static RowSource source(RowSource stored, ColumnFamilySchema family) {
        return new AsSparkReads(stored, family.key());
    }

    private record AsSparkReads(RowSource stored, StructSchema key) implements RowSource {
        @Override
        public RowShape shape() {
            return stored.shape();
        }

        @Override
        public List<Damage> rows(int partitionId, long batchId, StateRowSink each) throws IOException {
            return stored.rows(partitionId, batchId, row -> each.row(misread(row)));
        }

        @Override
        public List<Damage> changes(int partitionId, long batchId, StateRowSink each) throws IOException {
            return stored.changes(partitionId, batchId, row -> each.row(misread(row)));
        }

        private StateRow misread(StateRow row) {
            return new StateRow(
                    row.partitionId(), row.batchId(), row.change(), new MisreadKey(row.key(), key), row.value());
        }
    }

    /** The stored key with its last field as Spark misreads it, and one field more that holds the true one. */
    private record MisreadKey(Values stored, StructSchema schema) implements Values {
        @Override
        public int count() {
            return stored.count() + 1;
        }

        @Override
        public boolean isNull(int ordinal) {
            return ordinal < lastOrdinal() && stored.isNull(ordinal);
        }

        @Override
        public long wholeAt(int ordinal, int widthBytes) {
            if (ordinal == lastOrdinal()) {
                return behindTheSlots();
            }
            return stored.wholeAt(Math.min(ordinal, lastOrdinal()), widthBytes);
        }

        @Override
        public Slice bytesAt(int ordinal) {
            return stored.bytesAt(ordinal);
        }

        @Override
        public BigInteger bigAt(int ordinal) {
            return stored.bigAt(ordinal);
        }

        @Override
        public Values structAt(int ordinal, int fieldCount) {
            return stored.structAt(ordinal, fieldCount);
        }

        @Override
        public Values arrayAt(int ordinal, int elementWidthBytes) {
            return stored.arrayAt(ordinal, elementWidthBytes);
        }

        @Override
        public Entries mapAt(int ordinal, int keyWidthBytes, int valueWidthBytes) {
            return stored.mapAt(ordinal, keyWidthBytes, valueWidthBytes);
        }

        private int lastOrdinal() {
            return schema.size() - 1;
        }

        /** Where the row without event time has its variable part, if it has one: the start of its first value. */
        private long behindTheSlots() {
            for (int i = 0; i < lastOrdinal(); i++) {
                if (schema.field(i).type().widthBytes() == SparkType.VARIABLE && !stored.isNull(i)) {
                    Slice bytes = stored.bytesAt(i);
                    if (bytes.length() > 0) {
                        return startOf(bytes);
                    }
                }
            }
            return BEHIND_THE_ROW;
        }

        private static long startOf(Slice bytes) {
            long word = 0;
            for (int i = Math.min(bytes.length(), Long.BYTES) - 1; i >= 0; i--) {
                word = word << 8 | (bytes.at(i) & 0xff);
            }
            return word;
        }
    }
}
