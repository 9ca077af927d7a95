package dev.tidemark.state.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.FileChecksum;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.LocalChecksum;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateFlaw;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateVersion;
import org.jspecify.annotations.Nullable;

/**
 * Tells which versions of one store load. Each file is read once, however many versions are made of it. Not safe for
 * several threads.
 *
 * <p>Errors are named as Spark 4.2 names them in QueryExecutionErrors and StateStoreErrors.
 */
public final class LoadChecker {
    private static final String CANNOT_LOAD = "CANNOT_LOAD_STATE_STORE.";
    private static final String UNCATEGORIZED = CANNOT_LOAD + "UNCATEGORIZED";
    /** The load passes: blocks are read when a key in them is asked for, and no repair is tried then. */
    public static final String BLOCK = "RocksDBException";

    private static final String CHECKSUM = "CHECKPOINT_FILE_CHECKSUM_VERIFICATION_FAILED";
    private static final String UNSUPPORTED_LOG = "UnsupportedLogVersion";

    private final StateStore store;
    private final Optional<RowFormat> format;
    private final Map<StoragePath, List<Damage>> checked = new HashMap<>();
    private final Map<StoragePath, FirstRow> firstRows = new HashMap<>();
    private boolean writesChangelogs;

    /** A snapshot with a unique id in its name, if there is one: plain versions stumble over it. */
    private @Nullable StateFile identified;

    private LoadChecker(StateStore store, Optional<RowFormat> format) {
        this.store = store;
        this.format = format;
    }

    /** A checker of a store whose rows are taken as they are. */
    public static LoadChecker of(StateStore store) throws IOException {
        return of(store, Optional.empty());
    }

    /** A checker of a store. Whether the RocksDB provider writes changelogs is told by there being any. */
    public static LoadChecker of(StateStore store, Optional<RowFormat> format) throws IOException {
        LoadChecker checker = new LoadChecker(store, format);
        for (StateVersion version : store.versions()) {
            checker.look(version, store.lineage(version));
        }
        return checker;
    }

    private void look(StateVersion version, Lineage lineage) {
        writesChangelogs |= hasChanges(lineage)
                || lineage.damages().stream()
                        .anyMatch(damage -> isArchive(damage.at().path()));
        lineage.snapshot()
                .filter(snapshot -> version.uniqueId() != null && snapshot.version() == version.number())
                .ifPresent(snapshot -> identified = snapshot);
    }

    private static boolean hasChanges(Lineage lineage) {
        return lineage.files().stream().anyMatch(file -> file.kind() == StateFileKind.CHANGES);
    }

    /** Whether a Spark of those rules loads that version. */
    public LoadVerdict check(StateVersion version, LoadRules rules) throws IOException {
        if (version.uniqueId() != null && !rules.knowsUniqueIds()) {
            return LoadVerdict.fails(new LoadObstacle(UNSUPPORTED_LOG, uniqueIdDamage(version)));
        }
        Lineage lineage = store.lineage(version);
        Optional<LoadObstacle> mixed = mixedNames(version, lineage, rules);
        if (mixed.isPresent()) {
            return LoadVerdict.fails(mixed.get());
        }
        Optional<LoadObstacle> snapshotObstacle = snapshotObstacle(lineage, rules);
        if (snapshotObstacle.isPresent()) {
            return repaired(version, snapshotObstacle.get(), rules);
        }
        return changesObstacle(lineage, rules).map(LoadVerdict::fails).orElse(LoadVerdict.LOADS);
    }

    /** What is wrong with a file, read once. */
    public List<Damage> damages(StateFile file) throws IOException {
        List<Damage> known = checked.get(file.path());
        if (known == null) {
            known = store.check(file);
            checked.put(file.path(), known);
        }
        return known;
    }

    /** A way to a version around its broken snapshot, and around older ones that are broken too; empty when there is none. */
    public Optional<Detour> detour(StateVersion version) throws IOException {
        return Detour.around(store.lineage(version), store.detours(version), this);
    }

    private Damage uniqueIdDamage(StateVersion version) {
        return new Damage(
                Location.of("commits/" + version.batchId()),
                DamageKind.UNSUPPORTED_VERSION,
                "a commit log of version v1",
                "unique ids of state versions");
    }

    /**
     * Under format 1 a snapshot named with a unique id is a NumberFormatException as soon as the directory is listed: always
     * in Spark 4.2, before only when the version has no snapshot of its own. RocksDBFileManager.getLatestSnapshotVersion.
     */
    private Optional<LoadObstacle> mixedNames(StateVersion version, Lineage lineage, LoadRules rules) {
        StateFile stranger = identified;
        if (version.uniqueId() != null || stranger == null || version.number() == 0) {
            return Optional.empty();
        }
        boolean hasOwnSnapshot = lineage.snapshot()
                .filter(file -> file.version() == version.number())
                .isPresent();
        if (hasOwnSnapshot && !rules.repairsSnapshots()) {
            return Optional.empty();
        }
        Damage damage = new Damage(
                Location.of(stranger.path().value()),
                DamageKind.MALFORMED,
                "snapshots named by their version alone, as commits without unique ids want them",
                "one named with a unique id");
        return Optional.of(new LoadObstacle(UNCATEGORIZED, damage.because(StateFlaw.IDENTIFIED_SNAPSHOT)));
    }

    private LoadVerdict repaired(StateVersion version, LoadObstacle obstacle, LoadRules rules) throws IOException {
        if (!rules.repairsSnapshots() || obstacle.condition().equals(BLOCK)) {
            return LoadVerdict.fails(obstacle);
        }
        List<Lineage> repairs = store.repairs(version);
        if (!writesChangelogs && repairs.stream().noneMatch(LoadChecker::hasChanges)) {
            return LoadVerdict.fails(obstacle);
        }
        long latest = base(store.lineage(version));
        List<Long> tried = new ArrayList<>();
        List<Long> there = new ArrayList<>();
        LoadObstacle last = obstacle;
        for (Lineage repair : repairs) {
            long base = base(repair);
            if (base == latest) {
                continue;
            }
            there.add(base);
            if (version.number() - base <= rules.mostReplayed()) {
                tried.add(base);
                Optional<LoadObstacle> met = snapshotObstacle(repair, rules);
                if (met.isEmpty()) {
                    return changesObstacle(repair, rules)
                            .map(LoadVerdict::fails)
                            .orElse(new LoadVerdict(LoadVerdict.Outcome.LOADS_REPAIRED, obstacle));
                }
                last = met.get();
            }
        }
        return LoadVerdict.fails(new LoadObstacle(
                CANNOT_LOAD + "AUTO_SNAPSHOT_REPAIR_FAILED",
                obstacle.damage().because(new FailedRepair(latest, tried, there, last))));
    }

    private static long base(Lineage lineage) {
        return lineage.snapshot().map(StateFile::version).orElse(0L);
    }

    /** The snapshot comes first; without one that a lineage must have, that is the obstacle. */
    private Optional<LoadObstacle> snapshotObstacle(Lineage lineage, LoadRules rules) throws IOException {
        for (Damage damage : lineage.damages()) {
            if (isArchive(damage.at().path())) {
                return Optional.of(new LoadObstacle(
                        rules.repairsSnapshots() ? UNCATEGORIZED : CANNOT_LOAD + "CANNOT_FIND_BASE_SNAPSHOT_CHECKPOINT",
                        damage));
            }
        }
        Optional<StateFile> snapshot = lineage.snapshot();
        return snapshot.isEmpty()
                ? Optional.empty()
                : strange(lineage, snapshot.get(), obstacle(snapshot.get(), lineage.version(), rules));
    }

    /** The first change file that is missing or broken. */
    private Optional<LoadObstacle> changesObstacle(Lineage lineage, LoadRules rules) throws IOException {
        List<LoadObstacle> obstacles = new ArrayList<>();
        long missingFrom = Long.MAX_VALUE;
        for (Damage damage : lineage.damages()) {
            obstacles.add(new LoadObstacle(lineageCondition(damage, rules), damage));
            missingFrom = Math.min(missingFrom, leadingNumber(damage.at().path()));
        }
        for (StateFile file : lineage.files()) {
            if (file.kind() == StateFileKind.CHANGES && file.version() < missingFrom) {
                Optional<LoadObstacle> obstacle = strange(lineage, file, obstacle(file, lineage.version(), rules));
                if (obstacle.isPresent()) {
                    return obstacle;
                }
            }
        }
        if (!obstacles.isEmpty()) {
            return Optional.of(obstacles.get(0));
        }
        return store.replayObstacle(lineage).map(damage -> new LoadObstacle(UNCATEGORIZED, damage));
    }

    /**
     * A side file is held against the file when it is closed, and then hides what stopped the reading of it; but for an
     * archive, which is closed quietly when it does not unpack. Spark 4.2: Utils.unzipFilesFromInputStream.
     */
    private Optional<LoadObstacle> obstacle(StateFile file, StateVersion version, LoadRules rules) throws IOException {
        List<Damage> found = new ArrayList<>(damages(file));
        if (!rules.readsThroughHadoop(version)) {
            found.removeIf(damage ->
                    LocalChecksum.isMatterOf(damage) && isArchive(damage.at().path()));
        }
        Optional<Damage> told = found.stream().filter(FileChecksum::isMatterOf).findFirst();
        boolean isUnpacked = found.stream().noneMatch(damage -> damage.cause() == StateFlaw.NOT_UNPACKED);
        if (told.isPresent() && isUnpacked && rules.verifies(file, version)) {
            return Optional.of(new LoadObstacle(condition(file, told.get()), told.get()));
        }
        return found.stream()
                .filter(damage -> !FileChecksum.isMatterOf(damage))
                .findFirst()
                .map(damage -> new LoadObstacle(condition(file, damage), damage));
    }

    /** The first row that a file puts. */
    private record FirstRow(boolean isThere, Optional<Damage> damage) {}

    /**
     * The first row that is put is held against the schema at once, and fails before whatever comes behind it in the file;
     * but a checksum of the whole file, which is looked at when it is closed, hides it.
     */
    private Optional<LoadObstacle> strange(Lineage lineage, StateFile file, Optional<LoadObstacle> met)
            throws IOException {
        boolean isHidden = met.filter(obstacle -> FileChecksum.isMatterOf(obstacle.damage()))
                .isPresent();
        if (format.isEmpty() || isHidden) {
            return met;
        }
        for (StateFile each : lineage.files()) {
            FirstRow first = firstRow(each, format.get());
            if (each.path().equals(file.path()) && first.damage().isPresent()) {
                Damage damage = first.damage().get();
                return Optional.of(new LoadObstacle(strangeCondition(damage), damage));
            }
            if (first.isThere() || each.path().equals(file.path())) {
                return met;
            }
        }
        return met;
    }

    private static String strangeCondition(Damage damage) {
        boolean isKey = damage.cause() instanceof StrangeRow row && row.part() == StrangeRow.Part.KEY;
        return CANNOT_LOAD + (isKey ? "KEY" : "VALUE") + "_ROW_FORMAT_VALIDATION_FAILURE";
    }

    private FirstRow firstRow(StateFile file, RowFormat rows) throws IOException {
        FirstRow known = firstRows.get(file.path());
        if (known == null) {
            FirstRow[] found = {new FirstRow(false, Optional.empty())};
            Location at = Location.of(file.path().value());
            store.readFirstRow(file, (family, key, value) -> {
                found[0] = new FirstRow(true, rows.damage(at, key, value));
                return false;
            });
            known = found[0];
            firstRows.put(file.path(), known);
        }
        return known;
    }

    /** What it says of a file that is missing, or of one whose header leads nowhere. */
    private static String lineageCondition(Damage damage, LoadRules rules) {
        if (damage.kind() != DamageKind.MISSING) {
            boolean isTold = FileChecksum.isMatterOf(damage) && !isSideFile(damage) && rules.verifiesChanges();
            return isTold ? CHECKSUM : UNCATEGORIZED;
        }
        return CANNOT_LOAD
                + (damage.at().path().endsWith(".delta")
                        ? "CANNOT_READ_DELTA_FILE_NOT_EXISTS"
                        : "CANNOT_READ_STREAMING_STATE_FILE");
    }

    private static String condition(StateFile file, Damage damage) {
        if (isSideFile(damage) || LocalChecksum.isMatterOf(damage)) {
            return UNCATEGORIZED;
        }
        if (FileChecksum.isMatterOf(damage)) {
            return CHECKSUM;
        }
        if (damage.kind() == DamageKind.CHECKSUM_MISMATCH && damage.at().path().endsWith(".sst")) {
            return BLOCK;
        }
        if (damage.cause() == StateFlaw.OTHER_ROW) {
            return "STATE_STORE_ROW_CHECKSUM_VERIFICATION_FAILED";
        }
        if (damage.kind() == DamageKind.UNSUPPORTED_VERSION) {
            return CANNOT_LOAD
                    + (file.kind() == StateFileKind.SNAPSHOT
                            ? "CANNOT_READ_CHECKPOINT"
                            : "INVALID_CHANGE_LOG_READER_VERSION");
        }
        if (damage.cause() == StateFlaw.LENGTH_OF_KEY) {
            return CANNOT_LOAD
                    + (file.kind() == StateFileKind.SNAPSHOT
                            ? "CANNOT_READ_SNAPSHOT_FILE_KEY_SIZE"
                            : "CANNOT_READ_DELTA_FILE_KEY_SIZE");
        }
        if (damage.cause() == StateFlaw.LENGTH_OF_VALUE && file.kind() == StateFileKind.SNAPSHOT) {
            return CANNOT_LOAD + "CANNOT_READ_SNAPSHOT_FILE_VALUE_SIZE";
        }
        return damage.cause() == StateFlaw.OTHER_SIZE ? CANNOT_LOAD + "UNEXPECTED_FILE_SIZE" : UNCATEGORIZED;
    }

    private static boolean isSideFile(Damage damage) {
        return damage.cause() instanceof StateFlaw flaw && flaw.isInSideFile();
    }

    private static boolean isArchive(String path) {
        return path.endsWith(".zip");
    }

    private static long leadingNumber(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        String digits = name.replaceFirst("\\D.*", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }
}
