package dev.tidemark.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Passes every call on until its switch is thrown; from then on every call fails, on streams that are open too. So a reading
 * that nobody waits for any more ends at its next read.
 */
public final class RevocableStorage implements Storage {
    private final Storage inner;
    private final Switch power;

    /** Ends the calls of all storages that hold it. */
    public static final class Switch {
        private volatile boolean isRevoked;

        /** From now on calls fail. */
        public void revoke() {
            isRevoked = true;
        }

        /**
         * Passes while nobody has revoked.
         *
         * @throws InterruptedIOException from then on
         */
        public void require() throws InterruptedIOException {
            if (isRevoked) {
                throw new InterruptedIOException("its time was up");
            }
        }
    }

    public RevocableStorage(Storage inner, Switch power) {
        this.inner = inner;
        this.power = power;
    }

    @Override
    public String location() {
        return inner.location();
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        power.require();
        inner.forEachEntry(directory, each);
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        power.require();
        return inner.stat(path);
    }

    @Override
    public boolean isLink(StoragePath path) {
        return inner.isLink(path);
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        power.require();
        return new FilterInputStream(inner.open(path)) {
            @Override
            public int read() throws IOException {
                power.require();
                return super.read();
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                power.require();
                return super.read(into, offset, length);
            }
        };
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        power.require();
        RandomAccess access = inner.openAt(path);
        return new RandomAccess() {
            @Override
            public long sizeBytes() {
                return access.sizeBytes();
            }

            @Override
            public int read(long position, byte[] into, int offset, int length) throws IOException {
                power.require();
                return access.read(position, into, offset, length);
            }

            @Override
            public void close() throws IOException {
                access.close();
            }
        };
    }

    /** Those who read it in place are not stopped in the middle of the file. */
    @Override
    public Optional<Path> localFile(StoragePath path) throws IOException {
        power.require();
        return inner.localFile(path);
    }

    @Override
    public void close() throws IOException {
        inner.close();
    }
}
