package dev.tidemark.state.rocksdb;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.binary.LittleEndian;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.ChangeSink;
import dev.tidemark.state.FileChecksum;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.LoadObserver;
import dev.tidemark.state.LocalChecksum;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.RowSink;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateFlaw;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.schema.ColumnFamilySchema;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * One partition of a store of the RocksDB provider. Where the newest snapshot is broken, rows come from an older one and
 * the changelogs since, as Spark 4.2 would rebuild them, and the damage is told all the same. The directory is listed
 * once.
 */
public final class RocksStateStore implements StateStore {
    private static final int FAMILY_ID_BYTES = Short.BYTES;
    private static final int MOST_ROW_DAMAGES = 20;
    private static final int DEFAULT_FAMILY_ID = 1;

    /** What is expected of changes; anything else ends a replay. */
    private static final String NAMED_FAMILIES = "changes to column families that the snapshot before them names";

    private final Storage storage;
    private final StateStoreId id;
    private final StateConf conf;
    private final boolean checksumsRows;
    private final MergeDelimiter delimiter;
    private final StateFileBytes bytes;
    private final ChangelogReader changelogs;
    private final Map<StoragePath, Parsed<Changelog>> headers = new HashMap<>();

    /** The ids of the column families that a changelog changes; of those that were checked. */
    private final Map<StoragePath, BitSet> changedFamilies = new HashMap<>();

    private @Nullable RocksFiles listed;

    /** The store whose files lie in the storage of a checkpoint; {@code conf} is of the batch that is read. */
    public RocksStateStore(Storage storage, StateStoreId id, StateConf conf) {
        this.storage = storage;
        this.id = id;
        this.conf = conf;
        checksumsRows = conf.checksumsRows();
        delimiter = MergeDelimiter.of(conf);
        bytes = new StateFileBytes(storage);
        changelogs = new ChangelogReader(bytes, conf);
    }

    @Override
    public StateStoreId id() {
        return id;
    }

    @Override
    public boolean encodesKeys() {
        return true;
    }

    @Override
    public Lineage lineage(StateVersion version) throws IOException {
        return planner(files()).routes(version).get(0).lineage();
    }

    @Override
    public List<Lineage> detours(StateVersion version) throws IOException {
        return planner(files()).routes(version).stream()
                .skip(1)
                .filter(route -> route.damages().isEmpty())
                .map(RocksRoute::lineage)
                .toList();
    }

    @Override
    public List<Lineage> repairs(StateVersion version) throws IOException {
        return planner(files()).repairs(version, this::wholeHeader).stream()
                .map(RocksRoute::lineage)
                .toList();
    }

    /** The header of a changelog, damaged also when the file and its side file do not agree. */
    private Parsed<Changelog> wholeHeader(StateFile changelog) throws IOException {
        Optional<Damage> unlike = unlikeSideFile(changelog);
        return unlike.isPresent() ? Parsed.damaged(unlike.get()) : header(changelog);
    }

    private Optional<Damage> unlikeSideFile(StateFile changelog) throws IOException {
        return changelogs.read(changelog, (kind, key, value) -> true).damages().stream()
                .filter(FileChecksum::isMatterOf)
                .findFirst();
    }

    /**
     * Spark looks up the column family of each change that it applies, to count keys, and knows those alone that the snapshot
     * names. Spark 4.0 to 4.2: RocksDB.replayChangelog, handleMetricsUpdate.
     */
    @Override
    public Optional<Damage> replayObstacle(Lineage lineage) throws IOException {
        Optional<SnapshotArchive> archive = lineage.snapshot().isEmpty()
                ? Optional.empty()
                : archive(lineage.snapshot().get(), new ArrayList<>());
        BitSet named = new BitSet();
        named.set(DEFAULT_FAMILY_ID);
        archive.ifPresent(
                snapshot -> snapshot.manifest().families().values().forEach(family -> named.set(family.id())));
        for (StateFile file : lineage.files()) {
            BitSet changed = changedFamilies.getOrDefault(file.path(), new BitSet());
            BitSet unnamed = (BitSet) changed.clone();
            unnamed.andNot(named);
            if (!unnamed.isEmpty() && countsKeys(lineage)) {
                Damage damage = new Damage(
                        Location.of(file.path().value()),
                        DamageKind.MALFORMED,
                        NAMED_FAMILIES,
                        "changes to column family " + unnamed.nextSetBit(0));
                return Optional.of(damage.because(StateFlaw.UNNAMED_FAMILY));
            }
        }
        return Optional.empty();
    }

    /** Whether Spark counts keys, as it does unless told otherwise: what any snapshot says of that. */
    private boolean countsKeys(Lineage lineage) throws IOException {
        for (StateFile snapshot : files().snapshotsNearest(lineage.version().number())) {
            Optional<SnapshotArchive> archive = archive(snapshot, new ArrayList<>());
            if (archive.isPresent()) {
                return archive.get().manifest().counts().total().isPresent();
            }
        }
        return true;
    }

    @Override
    public List<StateVersion> versions() throws IOException {
        return files().versions();
    }

    @Override
    public List<StateFile> parts(StateFile snapshot) throws IOException {
        Optional<SnapshotArchive> archive =
                snapshot.kind() == StateFileKind.SNAPSHOT ? archive(snapshot, new ArrayList<>()) : Optional.empty();
        return archive.isEmpty()
                ? List.of()
                : copyOf(files(), snapshot, archive.get()).parts();
    }

    @Override
    public List<Damage> check(StateFile file) throws IOException {
        if (file.kind() == StateFileKind.CHANGES) {
            return checkChangelog(file);
        }
        List<Damage> damages = new ArrayList<>();
        LocalChecksum.damage(storage, file.path()).ifPresent(damages::add);
        Optional<SnapshotArchive> archive = archive(file, damages);
        if (archive.isEmpty()) {
            return List.copyOf(damages);
        }
        SnapshotCopy copy = copyOf(files(), file, archive.get());
        List<Damage> missing = copy.missingFiles();
        damages.addAll(missing);
        if (missing.isEmpty()) {
            verify(copy, damages);
        }
        return List.copyOf(damages);
    }

    private List<Damage> checkChangelog(StateFile file) throws IOException {
        Location at = Location.of(file.path().value());
        List<Damage> damages = new ArrayList<>();
        BitSet families = new BitSet();
        ChangelogReader.Outcome outcome = changelogs.read(file, (kind, key, value) -> {
            int from = checksumsRows && kind == ChangeKind.DELETE ? Integer.BYTES : 0;
            if (kind != ChangeKind.DELETE_RANGE && key.length >= from + FAMILY_ID_BYTES) {
                families.set(LittleEndian.shortAt(key, from) & 0xffff);
            }
            if (checksumsRows) {
                withoutChecksum(
                        damages,
                        () -> value == null
                                ? ChecksummedRow.removedKey(at, Slice.of(key))
                                : ChecksummedRow.value(at, Slice.of(key), Slice.of(value), delimiter));
            }
            return true;
        });
        damages.addAll(outcome.damages());
        if (outcome.changelog()
                .filter(changelog -> changelog.format().hasColumnFamilies())
                .isPresent()) {
            changedFamilies.put(file.path(), families);
        }
        return List.copyOf(damages);
    }

    private void verify(SnapshotCopy copy, List<Damage> damages) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.create()) {
            copy.copyInto(scratch.path());
            try (RocksDatabase database = RocksDatabase.open(scratch.path(), delimiter)) {
                database.verify();
            } catch (RocksDBException failure) {
                damages.add(copy.damage(failure));
            }
        }
    }

    private SnapshotCopy copyOf(RocksFiles files, StateFile snapshot, SnapshotArchive archive) {
        return new SnapshotCopy(storage, files, Location.of(snapshot.path().value()), archive);
    }

    @Override
    public RowDecoder decoder(ColumnFamilySchema schema) {
        boolean isAvro = conf.encodingFormat().equalsIgnoreCase("avro");
        return new RocksRowDecoder(Location.of(id.directory().value()), schema, isAvro, delimiter);
    }

    @Override
    public List<Damage> readRows(StateVersion version, RowSink each) throws IOException {
        return readRows(version, LoadObserver.NONE, each);
    }

    @Override
    public List<Damage> readRows(StateVersion version, LoadObserver observer, RowSink each) throws IOException {
        RocksFiles files = files();
        List<Damage> damages = new ArrayList<>();
        List<RocksRoute> routes = planner(files).routes(version);
        damages.addAll(routes.get(0).damages());
        for (RocksRoute route : routes) {
            if (route.damages().isEmpty() && readRoute(files, route, observer, each, damages)) {
                return List.copyOf(damages);
            }
        }
        if (!routes.get(0).damages().isEmpty()) {
            readRoute(files, routes.get(0), observer, each, damages);
        }
        return List.copyOf(damages);
    }

    @Override
    public List<Damage> readRowsFrom(long snapshotVersion, StateVersion version, RowSink each) throws IOException {
        RocksFiles files = files();
        List<Damage> damages = new ArrayList<>();
        List<RocksRoute> routes = planner(files).routes(version);
        Optional<RocksRoute> route =
                routes.stream().filter(one -> one.startsAt(snapshotVersion)).findFirst();
        if (route.isEmpty()) {
            damages.addAll(routes.get(0).damages());
            damages.add(new Damage(
                    Location.of(files.snapshotPath(
                                    new StateVersion(snapshotVersion, version.uniqueId() == null ? null : "*"))
                            .value()),
                    DamageKind.MISSING,
                    "a snapshot after batch " + (snapshotVersion - 1) + " that leads to version " + version,
                    Lineage.insteadOfASnapshot(
                            routes.stream().map(RocksRoute::lineage).toList())));
            return List.copyOf(damages);
        }
        damages.addAll(route.get().damages());
        readRoute(files, route.get(), LoadObserver.NONE, each, damages);
        return List.copyOf(damages);
    }

    /** Whether rows could be had this way; then all of them were handed over, or all before a damage. */
    private boolean readRoute(
            RocksFiles files, RocksRoute route, LoadObserver observer, RowSink each, List<Damage> damages)
            throws IOException {
        if (route.snapshot() == null) {
            Families families = route.changelogs().isEmpty() ? Families.NONE : familiesNear(files, route.version());
            ChangeOverlay overlay = new ChangeOverlay(delimiter, key -> null);
            replay(route, overlay, observer, damages);
            overlay.forEachEntry(new RowHandler(families, each, damages));
            return true;
        }
        Optional<SnapshotArchive> archive = archive(route.snapshot(), damages);
        if (archive.isEmpty()) {
            return false;
        }
        SnapshotArchive snapshot = archive.get();
        SnapshotCopy copy = copyOf(files, route.snapshot(), snapshot);
        List<Damage> missing = copy.missingFiles();
        if (!missing.isEmpty()) {
            damages.addAll(missing);
            return false;
        }
        try (ScratchDirectory scratch = ScratchDirectory.create()) {
            copy.copyInto(scratch.path());
            observer.applied(
                    route.snapshot(), 0, 0, snapshot.manifest().counts().total().orElse(LoadObserver.UNKNOWN));
            return readDatabase(scratch, copy, route, Families.of(snapshot.manifest()), observer, each, damages);
        }
    }

    private boolean readDatabase(
            ScratchDirectory scratch,
            SnapshotCopy copy,
            RocksRoute route,
            Families families,
            LoadObserver observer,
            RowSink each,
            List<Damage> damages)
            throws IOException {
        RocksDatabase database;
        try {
            database = RocksDatabase.open(scratch.path(), delimiter);
        } catch (RocksDBException failure) {
            damages.add(copy.damage(failure));
            return false;
        }
        try (database) {
            ChangeOverlay overlay = new ChangeOverlay(delimiter, key -> baseValue(database, copy, key, damages));
            replay(route, overlay, observer, damages);
            RowHandler rows = new RowHandler(families, each, damages);
            if (overlay.isEmpty()) {
                database.forEachEntry(rows);
                return true;
            }
            database.forEachEntry((key, value) -> !overlay.leaves(key) || rows.entry(key, value));
            if (!rows.isDone()) {
                overlay.forEachEntry(rows);
            }
            return true;
        } catch (RocksDBException failure) {
            damages.add(copy.damage(failure));
            return true;
        }
    }

    private static byte @Nullable [] baseValue(
            RocksDatabase database, SnapshotCopy copy, byte[] key, List<Damage> damages) {
        try {
            return database.value(key);
        } catch (RocksDBException failure) {
            damages.add(copy.damage(failure));
            return null;
        }
    }

    private void replay(RocksRoute route, ChangeOverlay overlay, LoadObserver observer, List<Damage> damages)
            throws IOException {
        for (StateFile changelog : route.changelogs()) {
            Location at = Location.of(changelog.path().value());
            long[] counts = new long[2];
            ChangelogReader.Outcome outcome = changelogs.read(changelog, (kind, key, value) -> {
                counts[kind == ChangeKind.DELETE || kind == ChangeKind.DELETE_RANGE ? 1 : 0]++;
                apply(at, kind, key, value, overlay, damages);
                return true;
            });
            damages.addAll(outcome.damages());
            observer.applied(changelog, counts[0], counts[1], LoadObserver.UNKNOWN);
            if (outcome.torn()) {
                return;
            }
        }
    }

    private void apply(
            Location at,
            ChangeKind kind,
            byte[] key,
            byte @Nullable [] value,
            ChangeOverlay overlay,
            List<Damage> damages) {
        switch (kind) {
            case UPDATE -> overlay.put(key, Objects.requireNonNull(value));
            case APPEND -> overlay.append(key, Objects.requireNonNull(value));
            case DELETE -> {
                if (checksumsRows) {
                    withoutChecksum(damages, () -> ChecksummedRow.removedKey(at, Slice.of(key)))
                            .ifPresent(removed -> overlay.remove(removed.toBytes()));
                } else {
                    overlay.remove(key);
                }
            }
            case DELETE_RANGE -> {
                Slice end = Slice.of(Objects.requireNonNull(value));
                if (checksumsRows) {
                    withoutChecksum(damages, () -> ChecksummedRow.value(at, Slice.of(key), end, delimiter))
                            .ifPresent(until -> overlay.removeRange(key, until.toBytes()));
                } else {
                    overlay.removeRange(key, end.toBytes());
                }
            }
        }
    }

    @Override
    public List<Damage> readChanges(StateVersion version, ChangeSink each) throws IOException {
        RocksFiles files = files();
        Optional<StateFile> changelog = files.changelog(version);
        if (changelog.isEmpty()) {
            return List.of(new Damage(
                    Location.of(files.changelogPath(version).value()),
                    DamageKind.MISSING,
                    "the changes of version " + version.number(),
                    "no such file"));
        }
        List<Damage> damages = new ArrayList<>();
        Location at = Location.of(changelog.get().path().value());
        Families families = familiesNear(files, version);
        ChangelogReader.Outcome outcome = changelogs.read(
                changelog.get(), (kind, key, value) -> change(at, families, kind, key, value, each, damages));
        damages.addAll(outcome.damages());
        return List.copyOf(damages);
    }

    private boolean change(
            Location at,
            Families families,
            ChangeKind kind,
            byte[] key,
            byte @Nullable [] value,
            ChangeSink each,
            List<Damage> damages)
            throws IOException {
        Slice storedKey = Slice.of(key);
        Slice storedValue = value == null ? Slice.EMPTY : Slice.of(value);
        if (checksumsRows) {
            Optional<Slice> bare = kind == ChangeKind.DELETE
                    ? withoutChecksum(damages, () -> ChecksummedRow.removedKey(at, storedKey))
                    : withoutChecksum(damages, () -> ChecksummedRow.value(at, storedKey, storedValue, delimiter));
            if (bare.isEmpty()) {
                return true;
            }
            return kind == ChangeKind.DELETE
                    ? families.split(bare.get(), (family, rest) -> each.change(kind, family, rest, storedValue))
                    : families.split(storedKey, (family, rest) -> each.change(kind, family, rest, bare.get()));
        }
        return families.split(storedKey, (family, rest) -> each.change(kind, family, rest, storedValue));
    }

    /** Runs a check of a row checksum; a mismatch becomes one of a bounded number of damages. */
    private static Optional<Slice> withoutChecksum(List<Damage> damages, Supplier<Slice> check) {
        try {
            return Optional.of(check.get());
        } catch (MalformedException mismatch) {
            if (damages.size() < MOST_ROW_DAMAGES) {
                damages.add(mismatch.damage());
            }
            return Optional.empty();
        }
    }

    private Optional<SnapshotArchive> archive(StateFile snapshot, List<Damage> damages) throws IOException {
        StateFileBytes.Outcome<Parsed<SnapshotArchive>> outcome = bytes.read(
                snapshot,
                raw -> SnapshotArchiveParser.parse(Location.of(snapshot.path().value()), raw));
        damages.addAll(outcome.damages());
        if (outcome.value().isEmpty()) {
            return Optional.empty();
        }
        outcome.value().get().damage().ifPresent(damages::add);
        return outcome.value().get().isIntact() ? outcome.value().get().value() : Optional.empty();
    }

    private synchronized RocksFiles files() throws IOException {
        if (listed == null) {
            listed = RocksFiles.list(storage, id.directory());
        }
        return listed;
    }

    private RoutePlanner planner(RocksFiles files) {
        return new RoutePlanner(files, this::header);
    }

    private synchronized Parsed<Changelog> header(StateFile changelog) throws IOException {
        Parsed<Changelog> known = headers.get(changelog.path());
        if (known == null) {
            known = changelogs.readHeader(changelog);
            if (known.damage().isPresent()) {
                // Closing the file, Spark finds that it is not what its side file says, and tells that instead.
                known = unlikeSideFile(changelog)
                        .<Parsed<Changelog>>map(Parsed::damaged)
                        .orElse(known);
            }
            headers.put(changelog.path(), known);
        }
        return known;
    }

    /**
     * The column families as the snapshot nearest to a version names them: changelogs hold ids alone, and an id keeps its
     * name until the column family is removed.
     */
    private Families familiesNear(RocksFiles files, StateVersion version) throws IOException {
        for (StateFile snapshot : files.snapshotsNearest(version.number())) {
            Optional<SnapshotArchive> archive = archive(snapshot, new ArrayList<>());
            if (archive.isPresent()) {
                return Families.of(archive.get().manifest());
            }
        }
        return Families.NONE;
    }

    /** Takes the column family's id off a stored key. */
    private static final class Families {
        static final Families NONE = new Families(Map.of());

        private final Map<Integer, String> names;

        private Families(Map<Integer, String> names) {
            this.names = names;
        }

        @FunctionalInterface
        interface KeySink {
            boolean key(String family, Slice rest) throws IOException;
        }

        static Families of(SnapshotManifest manifest) {
            Map<Integer, String> names = new HashMap<>();
            manifest.families().forEach((name, family) -> names.putIfAbsent(family.id(), name));
            return new Families(names);
        }

        boolean split(Slice key, KeySink each) throws IOException {
            if (names.isEmpty()) {
                return each.key(StateStoreId.DEFAULT_STORE, key);
            }
            if (key.length() < FAMILY_ID_BYTES) {
                return each.key("#", key);
            }
            int familyId = LittleEndian.shortAt(key.array(), key.offset()) & 0xffff;
            String name = names.get(familyId);
            return each.key(name == null ? "#" + familyId : name, key.from(FAMILY_ID_BYTES));
        }
    }

    /** Turns entries of the database into rows. */
    private final class RowHandler implements RocksDatabase.EntrySink {
        private final Families families;
        private final RowSink each;
        private final List<Damage> damages;
        private final Location at = Location.of(id.directory().value());
        private boolean done;

        RowHandler(Families families, RowSink each, List<Damage> damages) {
            this.families = families;
            this.each = each;
            this.damages = damages;
        }

        @Override
        public boolean entry(Slice key, Slice value) throws IOException {
            Slice bare = value;
            if (checksumsRows) {
                Optional<Slice> checked =
                        withoutChecksum(damages, () -> ChecksummedRow.value(at, key, value, delimiter));
                if (checked.isEmpty()) {
                    return true;
                }
                bare = checked.get();
            }
            Slice stored = bare;
            boolean goOn = families.split(key, (family, rest) -> each.row(family, rest, stored));
            done = !goOn;
            return goOn;
        }

        boolean isDone() {
            return done;
        }
    }
}
