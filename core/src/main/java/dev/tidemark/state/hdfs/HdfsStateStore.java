package dev.tidemark.state.hdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.ChangeSink;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.LoadObserver;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.RowSink;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.schema.ColumnFamilySchema;
import org.jspecify.annotations.Nullable;

/**
 * A store of the HDFS-backed provider. A version is the newest snapshot at or below it and every change file after that.
 * When that snapshot is torn, an older one is tried as Spark 4.2 does, so that no row is lost that the files still hold;
 * the damage is reported all the same, for Spark up to 4.1 stops at it. The directory is listed once. Spark 4.2: HDFSBackedStateStoreProvider,
 * AutoSnapshotLoader.
 */
public final class HdfsStateStore implements StateStore {
    private final Storage storage;
    private final StateStoreId id;
    private final HdfsFileReader reader;
    private @Nullable Files listed;

    private HdfsStateStore(Storage storage, StateStoreId id, StateConf conf) {
        this.storage = storage;
        this.id = id;
        this.reader = new HdfsFileReader(storage, conf);
    }

    /** The store below a checkpoint, read by what the logs pin. */
    public static HdfsStateStore of(Storage checkpoint, StateStoreId id, StateConf conf) {
        return new HdfsStateStore(checkpoint, id, conf);
    }

    @Override
    public StateStoreId id() {
        return id;
    }

    @Override
    public Lineage lineage(StateVersion version) throws IOException {
        Files files = list();
        return lineage(files, version, files.newestSnapshot(version.number()));
    }

    @Override
    public List<Lineage> detours(StateVersion version) throws IOException {
        return repairs(version).stream().filter(Lineage::isComplete).toList();
    }

    @Override
    public List<Lineage> repairs(StateVersion version) throws IOException {
        List<Lineage> all = all(list(), version);
        return all.subList(1, all.size());
    }

    /** A lineage for each snapshot, the newest first, and the one from nothing. */
    private List<Lineage> all(Files files, StateVersion version) {
        List<Lineage> all = new ArrayList<>();
        Optional<StateFile> start = files.newestSnapshot(version.number());
        while (start.isPresent()) {
            all.add(lineage(files, version, start));
            start = files.newestSnapshot(start.get().version() - 1);
        }
        all.add(lineage(files, version, start));
        return all;
    }

    @Override
    public List<StateVersion> versions() throws IOException {
        Files files = list();
        TreeSet<Long> numbers = new TreeSet<>(files.snapshots().keySet());
        numbers.addAll(files.changeFiles().keySet());
        return numbers.stream().map(StateVersion::of).toList();
    }

    @Override
    public List<StateFile> parts(StateFile snapshot) {
        return List.of();
    }

    @Override
    public List<Damage> check(StateFile file) throws IOException {
        return reader.read(file, new Discard()).damages();
    }

    @Override
    public void readFirstRow(StateFile file, RowSink row) throws IOException {
        reader.read(file, new FirstPut(row));
    }

    @Override
    public List<Damage> readRows(StateVersion version, RowSink each) throws IOException {
        return readRows(version, LoadObserver.NONE, each);
    }

    @Override
    public List<Damage> readRows(StateVersion version, LoadObserver observer, RowSink each) throws IOException {
        List<Damage> damages = new ArrayList<>();
        RowIndex index = load(version, observer, damages);
        index.forEach(StateStoreId.DEFAULT_STORE, each);
        return List.copyOf(damages);
    }

    /** Hands over the rows that the files of a lineage make, whatever else lies there. */
    public List<Damage> readRows(Lineage lineage, RowSink each) throws IOException {
        List<Damage> damages = new ArrayList<>(lineage.damages());
        RowIndex index = new RowIndex();
        apply(lineage, index, LoadObserver.NONE, damages);
        index.forEach(StateStoreId.DEFAULT_STORE, each);
        return List.copyOf(damages);
    }

    @Override
    public List<Damage> readRowsFrom(long snapshotVersion, StateVersion version, RowSink each) throws IOException {
        Files files = list();
        StateFile snapshot = files.snapshots().get(snapshotVersion);
        if (snapshot == null) {
            String name = new HdfsFileName(snapshotVersion, StateFileKind.SNAPSHOT).text();
            return List.of(new Damage(
                    Location.of(id.directory().child(name).value()),
                    DamageKind.MISSING,
                    "a snapshot after batch " + (snapshotVersion - 1),
                    Lineage.insteadOfASnapshot(all(files, version))));
        }
        return readRows(lineage(files, version, Optional.of(snapshot)), each);
    }

    @Override
    public List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException {
        if (version.number() == 0) {
            return List.of();
        }
        StateFile changes = list().changes(version.number());
        if (changes == null) {
            return List.of(missing(version.number()));
        }
        return reader.read(changes, new ChangeForwarder(each)).damages();
    }

    /** The newest record of the key: its value is the one that counts. */
    @Override
    public Damage placed(Damage damage, StateVersion version, Slice key) throws IOException {
        List<StateFile> files = lineage(version).files();
        for (int i = files.size() - 1; i >= 0; i--) {
            KeyFinder finder = new KeyFinder(key);
            reader.read(files.get(i), finder);
            if (finder.found > 0) {
                return new Damage(
                        Location.of(files.get(i).path().value()),
                        damage.kind(),
                        damage.expected(),
                        damage.found() + " (record " + finder.found + ")");
            }
        }
        return damage;
    }

    @Override
    public RowDecoder decoder(ColumnFamilySchema schema) {
        return new UnsafeRowDecoder(Location.of(id.directory().value()), schema);
    }

    private RowIndex load(StateVersion version, LoadObserver observer, List<Damage> damages) throws IOException {
        Files files = list();
        Optional<StateFile> start = files.newestSnapshot(version.number());
        Lineage lineage = lineage(files, version, start);
        while (true) {
            List<Damage> found = new ArrayList<>();
            RowIndex index = new RowIndex();
            boolean snapshotTorn = apply(lineage, index, observer, found);
            damages.addAll(found);
            Optional<StateFile> older = start.flatMap(snapshot -> files.newestSnapshot(snapshot.version() - 1));
            Lineage detour = lineage(files, version, older);
            if (!snapshotTorn || start.isEmpty() || !detour.isComplete()) {
                damages.addAll(lineage.damages());
                return index;
            }
            start = older;
            lineage = detour;
        }
    }

    /** Applies the files in order up to the first that is torn or missing; says whether that was the snapshot. */
    private boolean apply(Lineage lineage, RowIndex index, LoadObserver observer, List<Damage> damages)
            throws IOException {
        long expected = lineage.snapshot().map(StateFile::version).orElse(1L);
        for (StateFile file : lineage.files()) {
            if (file.version() != expected) {
                return false;
            }
            IndexFiller filler = new IndexFiller(index);
            HdfsFileReader.Outcome outcome = reader.read(file, filler);
            damages.addAll(outcome.damages());
            boolean isSnapshot = file.kind() == StateFileKind.SNAPSHOT;
            observer.applied(file, isSnapshot ? 0 : filler.updates, filler.removals, index.size());
            if (outcome.torn()) {
                return file.kind() == StateFileKind.SNAPSHOT;
            }
            expected++;
        }
        return false;
    }

    private Lineage lineage(Files files, StateVersion version, Optional<StateFile> snapshot) {
        List<StateFile> parts = new ArrayList<>();
        List<Damage> damages = new ArrayList<>();
        snapshot.ifPresent(parts::add);
        long done = snapshot.map(StateFile::version).orElse(0L);
        while (done < version.number()) {
            StateFile changes = files.changes(done + 1);
            if (changes != null) {
                parts.add(changes);
                done++;
            } else {
                damages.add(missing(done + 1));
                done = files.lastMissingFrom(done + 1, version.number());
            }
        }
        return new Lineage(version, parts, damages);
    }

    private Damage missing(long version) {
        String name = new HdfsFileName(version, StateFileKind.CHANGES).text();
        return new Damage(
                Location.of(id.directory().child(name).value()),
                DamageKind.MISSING,
                "the changes of batch " + (version - 1),
                "no such file");
    }

    private synchronized Files list() throws IOException {
        if (listed == null) {
            listed = listNow();
        }
        return listed;
    }

    private Files listNow() throws IOException {
        Files files = new Files(new TreeMap<>(), new TreeMap<>());
        try {
            storage.forEachEntry(id.directory(), files::add);
        } catch (FileNotFoundException noDirectory) {
            return files;
        }
        return files;
    }

    /** The state files of the directory by version. */
    private record Files(NavigableMap<Long, StateFile> snapshots, NavigableMap<Long, StateFile> changeFiles) {
        void add(FileEntry entry) {
            if (!entry.isFile()) {
                return;
            }
            HdfsFileName.parse(entry.path().name()).ifPresent(name -> {
                StateFile file = new StateFile(
                        entry.path(), name.version(), name.kind(), entry.sizeBytes(), entry.modifiedAtMs());
                (name.kind() == StateFileKind.SNAPSHOT ? snapshots : changeFiles).put(name.version(), file);
            });
        }

        Optional<StateFile> newestSnapshot(long atMost) {
            return Optional.ofNullable(snapshots.floorEntry(atMost)).map(Map.Entry::getValue);
        }

        @Nullable
        StateFile changes(long version) {
            return changeFiles.get(version);
        }

        /** The last version of a gap that begins at {@code from}: one damage stands for the whole gap. */
        long lastMissingFrom(long from, long atMost) {
            Entry<Long, StateFile> next = changeFiles.ceilingEntry(from);
            return next == null ? atMost : Math.min(atMost, next.getKey() - 1);
        }
    }

    /** Finds the last record of a key. */
    private static final class KeyFinder implements HdfsFileReader.RecordSink {
        private final Slice key;
        private long records;
        private long found;

        KeyFinder(Slice key) {
            this.key = key;
        }

        @Override
        public void put(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            records++;
            if (key.equals(new Slice(bytes, keyOffset, keyLength))) {
                found = records;
            }
        }

        @Override
        public void remove(byte[] bytes, int keyOffset, int keyLength) {
            records++;
        }
    }

    /** Hands over the first put and ends. */
    private static final class FirstPut implements HdfsFileReader.RecordSink {
        private final RowSink row;
        private boolean wantsMore = true;

        FirstPut(RowSink row) {
            this.row = row;
        }

        @Override
        public void put(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength)
                throws IOException {
            row.row(
                    StateStoreId.DEFAULT_STORE,
                    new Slice(bytes, keyOffset, keyLength),
                    new Slice(bytes, valueOffset, valueLength));
            wantsMore = false;
        }

        @Override
        public void remove(byte[] bytes, int keyOffset, int keyLength) {}

        @Override
        public boolean wantsMore() {
            return wantsMore;
        }
    }

    private static final class Discard implements HdfsFileReader.RecordSink {
        @Override
        public void put(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength) {}

        @Override
        public void remove(byte[] bytes, int keyOffset, int keyLength) {}
    }

    private static final class IndexFiller implements HdfsFileReader.RecordSink {
        private final RowIndex index;
        private long updates;
        private long removals;

        IndexFiller(RowIndex index) {
            this.index = index;
        }

        @Override
        public void put(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength) {
            updates++;
            index.put(bytes, keyOffset, keyLength, bytes, valueOffset, valueLength);
        }

        @Override
        public void remove(byte[] bytes, int keyOffset, int keyLength) {
            removals++;
            index.remove(bytes, keyOffset, keyLength);
        }
    }

    private static final class ChangeForwarder implements HdfsFileReader.RecordSink {
        private final ChangeSink each;
        private boolean wantsMore = true;

        ChangeForwarder(ChangeSink each) {
            this.each = each;
        }

        @Override
        public void put(byte[] bytes, int keyOffset, int keyLength, int valueOffset, int valueLength)
                throws IOException {
            wantsMore = each.change(
                    ChangeKind.UPDATE,
                    StateStoreId.DEFAULT_STORE,
                    new Slice(bytes, keyOffset, keyLength),
                    new Slice(bytes, valueOffset, valueLength));
        }

        @Override
        public void remove(byte[] bytes, int keyOffset, int keyLength) throws IOException {
            wantsMore = each.change(
                    ChangeKind.DELETE, StateStoreId.DEFAULT_STORE, new Slice(bytes, keyOffset, keyLength), Slice.EMPTY);
        }

        @Override
        public boolean wantsMore() {
            return wantsMore;
        }
    }
}
