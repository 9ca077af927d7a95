package dev.tidemark.format.parquet;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.LittleEndian;

/** The values of one page in one encoding, decoded a batch at a time. */
abstract sealed class ValueDecoder {
    final Location at;
    final byte[] bytes;
    final int limit;
    int position;

    private ValueDecoder(Location at, byte[] bytes, int position, int limit) {
        this.at = at;
        this.bytes = bytes;
        this.position = position;
        this.limit = limit;
    }

    /** Decodes the next {@code count} values to the front of {@code into}. */
    abstract void decode(ValueBatch into, int count);

    final void require(long wanted) {
        if (wanted < 0 || wanted > limit - position) {
            throw new MalformedException(
                    at, DamageKind.TRUNCATED, wanted + " more bytes of values", (limit - position) + " bytes");
        }
    }

    final MalformedException malformed(String expected, String found) {
        return new MalformedException(at, DamageKind.MALFORMED, expected, found);
    }

    final long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            require(1);
            int next = bytes[position++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed("a varint of at most 10 bytes", "more");
    }

    /** Values side by side. */
    static final class Plain extends ValueDecoder {
        private final PhysicalType type;
        private final int typeLength;
        private int bit;

        Plain(Location at, byte[] bytes, int position, int limit, SchemaNode.Leaf leaf) {
            super(at, bytes, position, limit);
            this.type = leaf.physicalType();
            this.typeLength = leaf.physicalType() == PhysicalType.INT96 ? 12 : leaf.typeLength();
        }

        @Override
        void decode(ValueBatch into, int count) {
            switch (type) {
                case BOOLEAN -> bits(into.longs, count);
                case INT32, FLOAT -> {
                    require(4L * count);
                    for (int i = 0; i < count; i++, position += 4) {
                        into.longs[i] = LittleEndian.intAt(bytes, position);
                    }
                }
                case INT64, DOUBLE -> {
                    require(8L * count);
                    for (int i = 0; i < count; i++, position += 8) {
                        into.longs[i] = LittleEndian.longAt(bytes, position);
                    }
                }
                case BYTE_ARRAY -> slices(into, count);
                case INT96, FIXED_LEN_BYTE_ARRAY -> {
                    require((long) typeLength * count);
                    into.bytes = bytes;
                    for (int i = 0; i < count; i++, position += typeLength) {
                        into.starts[i] = position;
                        into.lengths[i] = typeLength;
                    }
                }
            }
        }

        private void bits(long[] into, int count) {
            for (int i = 0; i < count; i++) {
                require(1);
                into[i] = (bytes[position] & 0xffL) >>> bit & 1;
                bit = bit + 1 & 7;
                position += bit == 0 ? 1 : 0;
            }
        }

        private void slices(ValueBatch into, int count) {
            into.bytes = bytes;
            for (int i = 0; i < count; i++) {
                require(4);
                int length = LittleEndian.intAt(bytes, position);
                position += 4;
                require(length);
                into.starts[i] = position;
                into.lengths[i] = length;
                position += length;
            }
        }
    }

    /** Indexes into the chunk's dictionary. */
    static final class Dictionary extends ValueDecoder {
        private final PageDictionary dictionary;
        private final RunLengths indexes;
        private final int[] batch = new int[ValueBatch.CAPACITY];

        Dictionary(Location at, byte[] bytes, int position, int limit, PageDictionary dictionary) {
            super(at, bytes, position, limit);
            this.dictionary = dictionary;
            require(1);
            int width = bytes[position] & 0xff;
            if (width > 32) {
                throw malformed("dictionary indexes of at most 32 bits", width + " bits");
            }
            this.indexes = new RunLengths(at, bytes, position + 1, limit, width);
        }

        @Override
        void decode(ValueBatch into, int count) {
            indexes.read(batch, count);
            int size = dictionary.size();
            for (int i = 0; i < count; i++) {
                if (Integer.compareUnsigned(batch[i], size) >= 0) {
                    throw malformed("an index into a dictionary of " + size, Integer.toUnsignedString(batch[i]));
                }
            }
            dictionary.decode(batch, into, count);
        }
    }

    /** Booleans as runs, behind their length. */
    static final class Runs extends ValueDecoder {
        private final RunLengths runs;
        private final byte[] batch = new byte[ValueBatch.CAPACITY];

        Runs(Location at, byte[] bytes, int position, int limit) {
            super(at, bytes, position, limit);
            require(4);
            int length = LittleEndian.intAt(bytes, position);
            this.position += 4;
            require(length);
            this.runs = new RunLengths(at, bytes, this.position, this.position + length, 1);
        }

        @Override
        void decode(ValueBatch into, int count) {
            runs.read(batch, count);
            for (int i = 0; i < count; i++) {
                into.longs[i] = batch[i];
            }
        }
    }

    /** Differences of whole numbers, packed in blocks. */
    static final class Deltas extends ValueDecoder {
        private static final int MAX_BLOCK = 1 << 16;

        private final boolean isNarrow;
        private final int perMini;
        private final int miniCount;
        private final int[] widths;
        private long left;
        private long last;
        private boolean isFirst = true;
        private long minDelta;
        private int mini;
        private int inMini;
        private long bit;

        /** @param isNarrow whether sums wrap at 32 bits */
        Deltas(Location at, byte[] bytes, int position, int limit, boolean isNarrow) {
            super(at, bytes, position, limit);
            this.isNarrow = isNarrow;
            long block = varint();
            long minis = varint();
            this.left = varint();
            long first = varint();
            this.last = first >>> 1 ^ -(first & 1);
            boolean isShaped = block > 0
                    && block <= MAX_BLOCK
                    && minis > 0
                    && minis <= block
                    && block % minis == 0
                    && block / minis % 8 == 0
                    && left >= 0;
            if (!isShaped) {
                throw malformed("a delta header", "blocks of " + block + ", " + minis + " parts, " + left + " values");
            }
            this.miniCount = (int) minis;
            this.perMini = (int) (block / minis);
            this.widths = new int[miniCount];
            this.mini = miniCount;
        }

        long count() {
            return left;
        }

        @Override
        void decode(ValueBatch into, int count) {
            for (int i = 0; i < count; i++) {
                into.longs[i] = next();
            }
        }

        long next() {
            if (left-- <= 0) {
                throw malformed("another delta-packed value", "the end");
            }
            if (isFirst) {
                isFirst = false;
                return narrowed();
            }
            if (inMini == 0) {
                nextMini();
            }
            inMini--;
            last += minDelta + packed(widths[mini]);
            return narrowed();
        }

        /** The byte behind the last value read, its block's padding included. */
        int end() {
            return position;
        }

        private long narrowed() {
            long value = isNarrow ? (int) last : last;
            last = value;
            return value;
        }

        private void nextMini() {
            if (++mini >= miniCount) {
                long zigZag = varint();
                minDelta = zigZag >>> 1 ^ -(zigZag & 1);
                require(miniCount);
                for (int i = 0; i < miniCount; i++) {
                    widths[i] = bytes[position++] & 0xff;
                }
                mini = 0;
            }
            int width = widths[mini];
            if (width > 64) {
                throw malformed("deltas of at most 64 bits", width + " bits");
            }
            int size = (width * perMini) >>> 3;
            require(Math.min(size, (width * Math.min(left + 1, perMini) + 7) >>> 3));
            bit = (long) position << 3;
            position = Math.min(limit, position + size);
            inMini = perMini;
        }

        private long packed(int width) {
            long value = 0;
            int have = 0;
            while (have < width) {
                int start = (int) (bit >>> 3);
                int shift = (int) bit & 7;
                int take = Math.min(width - have, 8 - shift);
                long piece = start < limit ? (bytes[start] & 0xff) >>> shift & (1 << take) - 1 : 0;
                value |= piece << have;
                have += take;
                bit += take;
            }
            return value;
        }
    }

    /** All lengths first, packed; then all bytes. */
    static final class DeltaLengths extends ValueDecoder {
        private final int[] lengths;
        private int next;

        DeltaLengths(Location at, byte[] bytes, int position, int limit, int maxCount) {
            super(at, bytes, position, limit);
            Deltas packed = new Deltas(at, bytes, position, limit, true);
            this.lengths = all(packed, maxCount);
            this.position = packed.end();
        }

        @Override
        void decode(ValueBatch into, int count) {
            into.bytes = bytes;
            for (int i = 0; i < count; i++) {
                int length = length();
                into.starts[i] = position;
                into.lengths[i] = length;
                position += length;
            }
        }

        int length() {
            if (next >= lengths.length) {
                throw malformed("another length", "the end");
            }
            int length = lengths[next++];
            require(length);
            return length;
        }
    }

    private static int[] all(Deltas packed, int maxCount) {
        if (packed.count() > maxCount) {
            throw packed.malformed("at most " + maxCount + " lengths", Long.toString(packed.count()));
        }
        int[] values = new int[(int) packed.count()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (int) packed.next();
        }
        return values;
    }

    /** Each value shares a prefix with the one before. */
    static final class DeltaBytes extends ValueDecoder {
        private static final int MAX_BATCH_BYTES = 64 << 20;

        private final int[] prefixes;
        private final DeltaLengths suffixes;
        private int next;
        private byte[] last = ValueBatch.NO_BYTES;
        private byte[] room = new byte[1 << 12];

        DeltaBytes(Location at, byte[] bytes, int position, int limit, int maxCount) {
            super(at, bytes, position, limit);
            Deltas packed = new Deltas(at, bytes, position, limit, true);
            this.prefixes = all(packed, maxCount);
            this.suffixes = new DeltaLengths(at, bytes, packed.end(), limit, maxCount);
        }

        @Override
        void decode(ValueBatch into, int count) {
            int used = 0;
            for (int i = 0; i < count; i++) {
                if (next >= prefixes.length) {
                    throw malformed("another prefix length", "the end");
                }
                int prefix = prefixes[next++];
                int suffix = suffixes.length();
                if (prefix < 0 || prefix > last.length) {
                    throw malformed("a prefix of at most " + last.length + " bytes", Integer.toString(prefix));
                }
                long needed = (long) used + prefix + suffix;
                if (needed > MAX_BATCH_BYTES) {
                    throw malformed("at most " + MAX_BATCH_BYTES + " bytes in a batch", "more");
                }
                if (needed > room.length) {
                    room = java.util.Arrays.copyOf(
                            room, (int) Math.min(MAX_BATCH_BYTES, Math.max(needed, room.length * 2L)));
                }
                System.arraycopy(last, 0, room, used, prefix);
                System.arraycopy(bytes, suffixes.position, room, used + prefix, suffix);
                suffixes.position += suffix;
                into.starts[i] = used;
                into.lengths[i] = prefix + suffix;
                last = java.util.Arrays.copyOfRange(room, used, used + prefix + suffix);
                used += prefix + suffix;
            }
            into.bytes = room;
        }
    }

    /** The first bytes of all values, then the second bytes, and so on. */
    static final class SplitStreams extends ValueDecoder {
        private final PhysicalType type;
        private final int valueBytes;
        private final int count;
        private int next;

        SplitStreams(Location at, byte[] bytes, int position, int limit, SchemaNode.Leaf leaf) {
            super(at, bytes, position, limit);
            this.type = leaf.physicalType();
            this.valueBytes = switch (type) {
                case INT32, FLOAT -> 4;
                case INT64, DOUBLE -> 8;
                case FIXED_LEN_BYTE_ARRAY -> leaf.typeLength();
                default -> throw malformed("numbers in split streams", type.toString());
            };
            this.count = (limit - position) / valueBytes;
        }

        @Override
        void decode(ValueBatch into, int wanted) {
            if (wanted > count - next) {
                throw malformed(wanted + " more values in split streams", (count - next) + "");
            }
            if (type == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
                byte[] room = new byte[wanted * valueBytes];
                for (int i = 0; i < wanted; i++, next++) {
                    into.starts[i] = i * valueBytes;
                    into.lengths[i] = valueBytes;
                    for (int b = 0; b < valueBytes; b++) {
                        room[i * valueBytes + b] = bytes[position + b * count + next];
                    }
                }
                into.bytes = room;
                return;
            }
            for (int i = 0; i < wanted; i++, next++) {
                long value = 0;
                for (int b = valueBytes - 1; b >= 0; b--) {
                    value = value << 8 | (bytes[position + b * count + next] & 0xff);
                }
                into.longs[i] = valueBytes == 4 ? (int) value : value;
            }
        }
    }
}
