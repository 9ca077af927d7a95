package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

import dev.tidemark.format.binary.Slice;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.StringAppendOperator;

/**
 * A database opened for reading in a private directory. Every block's checksum is verified before it is used; no options
 * file is read, no logger set, no block cached. What this cannot catch is a table made by hand with right checksums over
 * wrong contents: the native library trusts those.
 *
 * <p>For one thread at a time.
 */
final class RocksDatabase implements AutoCloseable {
    private static final int READ_AHEAD_BYTES = 2 * 1024 * 1024;
    private static final int FIRST_BUFFER_BYTES = 256;

    static {
        RocksDB.loadLibrary();
    }

    private final StringAppendOperator append;
    private final Options options;
    private final ReadOptions reads;
    private final RocksDB database;

    /** Takes the entries of a database. */
    @FunctionalInterface
    interface EntrySink {
        /**
         * One live entry; the slices are good during the call.
         *
         * @return whether to go on
         */
        boolean entry(Slice key, Slice value) throws IOException;
    }

    private RocksDatabase(StringAppendOperator append, Options options, ReadOptions reads, RocksDB database) {
        this.append = append;
        this.options = options;
        this.reads = reads;
        this.database = database;
    }

    /**
     * Opens what lies in a directory.
     *
     * @throws RocksDBException when the files make no database
     */
    static RocksDatabase open(Path directory, MergeDelimiter delimiter) throws RocksDBException {
        StringAppendOperator append = new StringAppendOperator(delimiter.text());
        Options options = new Options()
                .setCreateIfMissing(false)
                .setParanoidChecks(true)
                .setMaxOpenFiles(-1)
                .setSkipStatsUpdateOnDbOpen(true)
                .setInfoLogLevel(InfoLogLevel.HEADER_LEVEL)
                .setMergeOperator(append)
                .setTableFormatConfig(new BlockBasedTableConfig().setNoBlockCache(true));
        ReadOptions reads = new ReadOptions()
                .setVerifyChecksums(true)
                .setFillCache(false)
                .setTotalOrderSeek(true)
                .setReadaheadSize(READ_AHEAD_BYTES);
        try {
            return new RocksDatabase(append, options, reads, RocksDB.openReadOnly(options, directory.toString()));
        } catch (RocksDBException failure) {
            reads.close();
            options.close();
            append.close();
            throw failure;
        }
    }

    /**
     * Hands over all live entries by key.
     *
     * @throws RocksDBException when the rest cannot be read; what was handed over before is good
     */
    void forEachEntry(EntrySink each) throws RocksDBException, IOException {
        ByteBuffer key = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
        ByteBuffer value = ByteBuffer.allocate(FIRST_BUFFER_BYTES);
        try (RocksIterator entries = database.newIterator(reads)) {
            for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                int keyLength = entries.key(key.clear());
                if (keyLength > key.capacity()) {
                    key = larger(key, keyLength);
                    entries.key(key);
                }
                int valueLength = entries.value(value.clear());
                if (valueLength > value.capacity()) {
                    value = larger(value, valueLength);
                    entries.value(value);
                }
                if (!each.entry(new Slice(key.array(), 0, keyLength), new Slice(value.array(), 0, valueLength))) {
                    return;
                }
            }
            entries.status();
        }
    }

    private static ByteBuffer larger(ByteBuffer buffer, int neededBytes) {
        return ByteBuffer.allocate(Math.max(neededBytes, 2 * buffer.capacity()));
    }

    /** The value of a key, or null when it has none. */
    byte @Nullable [] value(byte[] key) throws RocksDBException {
        return database.get(reads, key);
    }

    /** Reads every block and holds it against its checksum. */
    void verify() throws RocksDBException {
        database.verifyChecksum();
    }

    @Override
    public void close() {
        database.close();
        reads.close();
        options.close();
        append.close();
    }
}
