package dev.tidemark.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NotDirectoryException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A copy-on-write view: reads fall through to the evidence, writes and deletions stay in memory. What a simulation
 * would have changed on disk is {@link #written()} and {@link #deleted()}.
 */
public final class OverlayStorage implements WritableStorage {
    /** So many entries of listings are kept. */
    private static final int MOST_LISTED_ENTRIES = 1_000_000;

    /** The base's entries by directory, without those that were deleted since they were listed. */
    private final Map<StoragePath, Map<StoragePath, FileEntry>> listings = new HashMap<>();

    private final Set<StoragePath> leftOut = new HashSet<>();
    private int listedEntries;

    private final Storage base;
    private final MemoryStorage over = new MemoryStorage();
    private final NavigableSet<StoragePath> written = new TreeSet<>();
    private final NavigableSet<StoragePath> deleted = new TreeSet<>();

    private OverlayStorage(Storage base) {
        this.base = base;
    }

    /** An unchanged view of {@code base}. */
    public static OverlayStorage over(Storage base) {
        return new OverlayStorage(base);
    }

    /** The view as it is now, which goes its own way from here on. */
    public OverlayStorage snapshot() {
        OverlayStorage snapshot = new OverlayStorage(base);
        for (StoragePath path : written) {
            over.copyTo(path, snapshot.over);
        }
        snapshot.written.addAll(written);
        snapshot.deleted.addAll(deleted);
        return snapshot;
    }

    /** What it lies over, which stays as it is. */
    public Storage base() {
        return base;
    }

    /** The files written since the view was made, in order of path. */
    public NavigableSet<StoragePath> written() {
        return Collections.unmodifiableNavigableSet(written);
    }

    /** The files of the base that are gone in this view, in order of path. */
    public NavigableSet<StoragePath> deleted() {
        return Collections.unmodifiableNavigableSet(deleted);
    }

    @Override
    public void write(StoragePath path, byte[] bytes) {
        over.write(path, bytes);
        written.add(path);
        deleted.remove(path);
    }

    /** Takes back a file that was written in this view: what the base has there is seen again. */
    public void withdraw(StoragePath path) {
        over.delete(path);
        written.remove(path);
        if (leftOut.remove(path)) {
            listings.remove(path.parent());
        }
    }

    private void leaveOut(StoragePath path) {
        Map<StoragePath, FileEntry> listing = path.isRoot() ? null : listings.get(path.parent());
        if (listing != null && listing.remove(path) != null) {
            leftOut.add(path);
        }
    }

    @Override
    public boolean delete(StoragePath path) throws IOException {
        boolean inBase = base.stat(path).filter(FileEntry::isFile).isPresent();
        boolean wasThere = over.delete(path) || (inBase && !deleted.contains(path));
        written.remove(path);
        if (inBase) {
            deleted.add(path);
            leaveOut(path);
        }
        return wasThere;
    }

    @Override
    public String location() {
        return base.location();
    }

    @Override
    public void forEachEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        Set<StoragePath> seen = new HashSet<>();
        Consumer<FileEntry> once = entry -> {
            if (!deleted.contains(entry.path()) && seen.add(entry.path())) {
                each.accept(entry);
            }
        };
        boolean overHas = true;
        try {
            over.forEachEntry(directory, once);
        } catch (FileNotFoundException onlyInBase) {
            overHas = false;
        }
        try {
            forEachBaseEntry(directory, once);
        } catch (FileNotFoundException | NotDirectoryException absent) {
            if (!overHas) {
                throw absent;
            }
        }
    }

    /** Evidence does not change, so the base is listed once; a log of 100,000 batches is asked for many times. */
    private void forEachBaseEntry(StoragePath directory, Consumer<FileEntry> each) throws IOException {
        Map<StoragePath, FileEntry> known = listings.get(directory);
        if (known == null) {
            Map<StoragePath, FileEntry> entries = new LinkedHashMap<>();
            base.forEachEntry(directory, entry -> entries.put(entry.path(), entry));
            known = entries;
            if (listedEntries + entries.size() <= MOST_LISTED_ENTRIES) {
                listedEntries += entries.size();
                listings.put(directory, entries);
            }
        }
        known.values().forEach(each);
    }

    @Override
    public Optional<FileEntry> stat(StoragePath path) throws IOException {
        if (deleted.contains(path)) {
            return Optional.empty();
        }
        Optional<FileEntry> changed = over.stat(path);
        return changed.isPresent() ? changed : base.stat(path);
    }

    @Override
    public InputStream open(StoragePath path) throws IOException {
        return holderOf(path).open(path);
    }

    @Override
    public RandomAccess openAt(StoragePath path) throws IOException {
        return holderOf(path).openAt(path);
    }

    private Storage holderOf(StoragePath path) throws FileNotFoundException {
        if (deleted.contains(path)) {
            throw new FileNotFoundException(path.value());
        }
        return written.contains(path) ? over : base;
    }
}
