package dev.tidemark.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Passes every call on and remembers it: shows in tests what a command looked at, what it read, and that it closed what
 * it opened. Like every {@link Storage} it offers no way to write.
 */
public final class RecordingStorage implements Storage {
    private final Storage inner;
    private final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
    private int stillOpen;

    /** What was asked of the storage. */
    public enum Operation {
        LIST,
        STAT,
        OPEN,
        OPEN_AT
    }

    /** One call. */
    public record Call(Operation operation, StoragePath path) {}

    private RecordingStorage(Storage inner) {
        this.inner = inner;
    }

    /** Records what happens to {@code inner} from now on. */
    public static RecordingStorage over(Storage inner) {
        return new RecordingStorage(inner);
    }

    /** All calls in order. */
    public List<Call> calls() {
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }

    /** How many files were opened and not closed. */
    public synchronized int stillOpen() {
        return stillOpen;
    }

    @Override
    public String location() {
        return inner.location();
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        calls.add(new Call(Operation.LIST, directory));
        inner.forEachEntry(directory, each);
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        calls.add(new Call(Operation.STAT, path));
        return inner.stat(path);
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        calls.add(new Call(Operation.OPEN, path));
        return new CountedStream(inner.open(path));
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        calls.add(new Call(Operation.OPEN_AT, path));
        return new CountedAccess(inner.openAt(path));
    }

    @Override
    public void close() throws IOException {
        inner.close();
    }

    private synchronized void count(int change) {
        stillOpen += change;
    }

    private final class CountedStream extends java.io.FilterInputStream {
        private boolean isClosed;

        CountedStream(InputStream in) {
            super(in);
            count(1);
        }

        @Override
        public void close() throws IOException {
            if (!isClosed) {
                isClosed = true;
                count(-1);
            }
            super.close();
        }
    }

    private final class CountedAccess implements RandomAccess {
        private final RandomAccess access;
        private boolean isClosed;

        CountedAccess(RandomAccess access) {
            this.access = access;
            count(1);
        }

        @Override
        public long sizeBytes() {
            return access.sizeBytes();
        }

        @Override
        public int read(long position, byte[] into, int offset, int length) throws IOException {
            return access.read(position, into, offset, length);
        }

        @Override
        public void close() throws IOException {
            if (!isClosed) {
                isClosed = true;
                count(-1);
            }
            access.close();
        }
    }
}
