package dev.tidemark.io;

/** Random access to bytes that are in memory. */
record BytesAccess(byte[] bytes) implements RandomAccess {
    @Override
    public long sizeBytes() {
        return bytes.length;
    }

    @Override
    public int read(long position, byte[] into, int offset, int length) {
        if (position >= bytes.length) {
            return -1;
        }
        int count = Math.min(length, bytes.length - (int) position);
        System.arraycopy(bytes, (int) position, into, offset, count);
        return count;
    }

    @Override
    public void close() {}
}
