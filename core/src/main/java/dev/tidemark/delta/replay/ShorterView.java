package dev.tidemark.delta.replay;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Consumer;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** A storage in which one file ends earlier than it does, as a reader sees it that believes a recorded length. */
final class ShorterView implements Storage {
    private final Storage whole;
    private final StoragePath shortened;
    private final long sizeBytes;

    ShorterView(Storage whole, StoragePath shortened, long sizeBytes) {
        this.whole = whole;
        this.shortened = shortened;
        this.sizeBytes = sizeBytes;
    }

    @Override
    public String location() {
        return whole.location();
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        whole.forEachEntry(directory, each);
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        return whole.stat(path);
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        return whole.open(path);
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        RandomAccess file = whole.openAt(path);
        return path.equals(shortened) && file.sizeBytes() > sizeBytes ? new ShorterFile(file, sizeBytes) : file;
    }

    private record ShorterFile(RandomAccess file, long sizeBytes) implements RandomAccess {
        @Override
        public int read(long position, byte[] into, int offset, int length) throws IOException {
            long left = sizeBytes - position;
            return left <= 0 ? -1 : file.read(position, into, offset, (int) Math.min(length, left));
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
