package dev.tidemark.shell.evidence;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;

import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.RandomAccess;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** A directory of any number of files that exist only as far as they are looked at, beside a few fixed ones. */
public final class CountingStorage implements Storage {
    private final Storage fixed;
    private final StoragePath huge;
    private final long count;
    private final LongFunction<String> names;
    private final AtomicLong listed = new AtomicLong();
    private final AtomicLong opened = new AtomicLong();

    /** {@code count} files in the directory {@code huge}, and what {@code fixed} has. */
    public CountingStorage(Storage fixed, StoragePath huge, long count, LongFunction<String> names) {
        this.fixed = fixed;
        this.huge = huge;
        this.count = count;
        this.names = names;
    }

    /** How many names were handed out. */
    public long listed() {
        return listed.get();
    }

    /** How many files were opened. */
    public long opened() {
        return opened.get();
    }

    @Override
    public String location() {
        return "file:/lake/huge";
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws java.io.IOException {
        if (!directory.equals(huge)) {
            fixed.forEachEntry(directory, each);
            return;
        }
        if (huge.isRoot()) {
            fixed.forEachEntry(directory, each);
        }
        for (long i = 0; i < count; i++) {
            listed.incrementAndGet();
            each.accept(file(huge.child(names.apply(i))));
        }
    }

    private static FileEntry file(StoragePath path) {
        return new FileEntry(path, EntryKind.FILE, 10, 0);
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws java.io.IOException {
        if (path.equals(huge)) {
            return Optional.of(new FileEntry(path, EntryKind.DIRECTORY, 0, 0));
        }
        return path.parent().equals(huge) && path.name().matches("\\d+") ? Optional.of(file(path)) : fixed.stat(path);
    }

    @Override
    public InputStream open(StoragePath path) throws java.io.IOException {
        opened.incrementAndGet();
        return path.parent().equals(huge) && path.name().matches("\\d+")
                ? new ByteArrayInputStream("v1\n{}\n-".getBytes(StandardCharsets.UTF_8))
                : fixed.open(path);
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws java.io.IOException {
        throw new FileNotFoundException(path.value());
    }
}
