package dev.tidemark.format.parquet;

import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.LittleEndian;

/** Parquet's hybrid of run lengths and bit packing: levels, dictionary indexes, booleans. */
final class RunLengths {
    private final Location at;
    private final byte[] bytes;
    private final int limit;
    private final int width;
    private int position;
    private int runLeft;
    private boolean isPacked;
    private int runValue;
    private long packedBit;

    /** @param width bits of a value, 0 to 32 */
    RunLengths(Location at, byte[] bytes, int position, int limit, int width) {
        this.at = at;
        this.bytes = bytes;
        this.position = position;
        this.limit = limit;
        this.width = width;
    }

    /** Reads small values, as levels are. */
    void read(byte[] into, int count) {
        int done = 0;
        while (done < count) {
            int run = nextRun(count - done);
            if (isPacked) {
                for (int i = 0; i < run; i++) {
                    into[done + i] = (byte) packed();
                }
            } else {
                java.util.Arrays.fill(into, done, done + run, (byte) runValue);
            }
            done += run;
        }
    }

    void read(int[] into, int count) {
        int done = 0;
        while (done < count) {
            int run = nextRun(count - done);
            if (isPacked) {
                for (int i = 0; i < run; i++) {
                    into[done + i] = packed();
                }
            } else {
                java.util.Arrays.fill(into, done, done + run, runValue);
            }
            done += run;
        }
    }

    /** How many values, at most {@code wanted}, the run at hand still has; it is used up by that many. */
    private int nextRun(int wanted) {
        while (runLeft == 0) {
            startRun();
        }
        int run = Math.min(wanted, runLeft);
        runLeft -= run;
        return run;
    }

    private void startRun() {
        if (width == 0) {
            isPacked = false;
            runValue = 0;
            runLeft = Integer.MAX_VALUE;
            return;
        }
        long header = varint();
        isPacked = (header & 1) == 1;
        if (isPacked) {
            long groups = header >>> 1;
            // The last group may be cut: writers leave its padding out.
            int bytesLeft = limit - position;
            if (groups == 0 || (groups - 1) * width >= bytesLeft) {
                throw malformed("packed groups in the " + bytesLeft + " bytes left", groups + " groups");
            }
            packedBit = (long) position << 3;
            position += (int) Math.min(bytesLeft, groups * width);
            runLeft = (int) Math.min(Integer.MAX_VALUE, groups * 8);
        } else {
            runLeft = (int) Math.min(Integer.MAX_VALUE, header >>> 1);
            int valueBytes = (width + 7) >>> 3;
            if (valueBytes > limit - position) {
                throw malformed("a run's value", "the end");
            }
            runValue = 0;
            for (int i = 0; i < valueBytes; i++) {
                runValue |= (bytes[position++] & 0xff) << (i << 3);
            }
        }
    }

    private int packed() {
        int start = (int) (packedBit >>> 3);
        int shift = (int) packedBit & 7;
        packedBit += width;
        long word = 0;
        if (start + 8 <= bytes.length) {
            word = LittleEndian.longAt(bytes, start);
        } else {
            for (int i = 0; i < 8 && start + i < limit; i++) {
                word |= (bytes[start + i] & 0xffL) << (i << 3);
            }
        }
        return (int) (word >>> shift & (1L << width) - 1);
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (position >= limit) {
                throw malformed("another run", "the end");
            }
            int next = bytes[position++];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value & 0xffffffffL;
            }
        }
        throw malformed("a run header of 32 bits", "more");
    }

    private MalformedException malformed(String expected, String found) {
        return new MalformedException(at, DamageKind.MALFORMED, expected, found);
    }
}
