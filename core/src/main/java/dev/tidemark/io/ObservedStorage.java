package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Passes every call on and remembers what each listed directory looked like, so that one can tell afterwards whether
 * somebody wrote there meanwhile: files came or went, or changed their size or their time. Of a directory only a fingerprint
 * is kept. Safe for several threads.
 */
public final class ObservedStorage implements Storage {
    /** Directories that are watched; a reading that lists more is watched in part. */
    private static final int MOST_DIRECTORIES = 20_000;

    private final Storage inner;
    private final Map<StoragePath, Print> seen = new TreeMap<>();
    private final TreeSet<StoragePath> changed = new TreeSet<>();

    /** What a directory looks like; the order of its names does not count. */
    private record Print(long entries, long sum) {
        static final Print ABSENT = new Print(-1, 0);
    }

    private ObservedStorage(Storage inner) {
        this.inner = inner;
    }

    /** Watches what is read through it from now on. */
    public static ObservedStorage over(Storage inner) {
        return new ObservedStorage(inner);
    }

    /**
     * The directories that look otherwise now than when they were listed, or looked otherwise each time.
     *
     * @throws IOException when the storage refuses to list them again
     */
    public List<StoragePath> changes() throws IOException {
        return changes(inner, directory -> true);
    }

    /** Those of some directories, held against the same storage opened again: this one may be closed. */
    List<StoragePath> changes(Storage again, Predicate<StoragePath> isWatched) throws IOException {
        Map<StoragePath, Print> before;
        synchronized (this) {
            before = new TreeMap<>(seen);
        }
        for (Map.Entry<StoragePath, Print> directory : before.entrySet()) {
            if (isWatched.test(directory.getKey())) {
                note(directory.getKey(), print(again, directory.getKey()));
            }
        }
        synchronized (this) {
            return changed.stream().filter(isWatched).toList();
        }
    }

    private static Print print(Storage storage, StoragePath directory) throws IOException {
        Summing summing = new Summing(entry -> {});
        try {
            storage.forEachEntry(directory, summing);
        } catch (FileNotFoundException | NotDirectoryException gone) {
            return Print.ABSENT;
        }
        return summing.print();
    }

    private synchronized void note(StoragePath directory, Print print) {
        Print before = seen.size() < MOST_DIRECTORIES ? seen.putIfAbsent(directory, print) : seen.get(directory);
        if (before != null && !before.equals(print)) {
            changed.add(directory);
        }
    }

    @Override
    public String location() {
        return inner.location();
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        Summing summing = new Summing(each);
        try {
            inner.forEachEntry(directory, summing);
        } catch (FileNotFoundException | NotDirectoryException absent) {
            note(directory, Print.ABSENT);
            throw absent;
        }
        note(directory, summing.print());
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        return inner.stat(path);
    }

    @Override
    public boolean isLink(StoragePath path) {
        return inner.isLink(path);
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        return inner.open(path);
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        return inner.openAt(path);
    }

    @Override
    public Optional<Path> localFile(StoragePath path) throws IOException {
        return inner.localFile(path);
    }

    @Override
    public void close() throws IOException {
        inner.close();
    }

    /** Adds up entries as they go by. A directory's own time changes with what is in it, which is watched for itself. */
    private static final class Summing implements Consumer<FileEntry> {
        private final Consumer<FileEntry> each;
        private long entries;
        private long sum;

        Summing(Consumer<FileEntry> each) {
            this.each = each;
        }

        @Override
        public void accept(FileEntry entry) {
            entries++;
            long modifiedAtMs = entry.isFile() ? entry.modifiedAtMs() : 0;
            long hash = Objects.hash(entry.path(), entry.kind(), entry.sizeBytes(), modifiedAtMs);
            sum += hash * 0x9E3779B97F4A7C15L + entry.path().value().hashCode();
            each.accept(entry);
        }

        Print print() {
            return new Print(entries, sum);
        }
    }
}
