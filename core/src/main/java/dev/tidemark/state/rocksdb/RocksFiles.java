package dev.tidemark.state.rocksdb;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateVersion;
import org.jspecify.annotations.Nullable;

/**
 * The snapshots and changelogs in one store's directory by version and unique id, as their names tell. A directory that
 * is not there has none.
 */
final class RocksFiles {
    static final String SNAPSHOT_SUFFIX = ".zip";
    static final String CHANGELOG_SUFFIX = ".changelog";
    static final String SSTS = "SSTs";
    static final String LOGS = "logs";

    private static final Comparator<StateVersion> ORDER = Comparator.comparingLong(StateVersion::number)
            .thenComparing(version -> Objects.requireNonNullElse(version.uniqueId(), ""));

    private final StoragePath directory;
    private final TreeMap<StateVersion, StateFile> snapshots = new TreeMap<>(ORDER);
    private final TreeMap<StateVersion, StateFile> changelogs = new TreeMap<>(ORDER);

    private RocksFiles(StoragePath directory) {
        this.directory = directory;
    }

    static RocksFiles list(Storage storage, StoragePath directory) throws IOException {
        RocksFiles files = new RocksFiles(directory);
        try {
            storage.forEachEntry(directory, files::add);
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return files;
        }
        return files;
    }

    private void add(FileEntry entry) {
        if (!entry.isFile()) {
            return;
        }
        add(entry, SNAPSHOT_SUFFIX, StateFileKind.SNAPSHOT, snapshots);
        add(entry, CHANGELOG_SUFFIX, StateFileKind.CHANGES, changelogs);
    }

    private static void add(
            FileEntry entry, String suffix, StateFileKind kind, TreeMap<StateVersion, StateFile> files) {
        String name = entry.name();
        if (!name.endsWith(suffix)) {
            return;
        }
        StateVersion version = version(name.substring(0, name.length() - suffix.length()));
        if (version != null) {
            files.put(
                    version,
                    new StateFile(entry.path(), version.number(), kind, entry.sizeBytes(), entry.modifiedAtMs()));
        }
    }

    /** {@code N} or {@code N_id}; null for a stranger's name. */
    private static @Nullable StateVersion version(String stem) {
        int underscore = stem.indexOf('_');
        String number = underscore < 0 ? stem : stem.substring(0, underscore);
        if (number.isEmpty() || number.length() > 18 || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return null;
        }
        if (underscore < 0) {
            return StateVersion.of(Long.parseLong(number));
        }
        String id = stem.substring(underscore + 1);
        return id.isEmpty() || id.indexOf('_') >= 0 ? null : new StateVersion(Long.parseLong(number), id);
    }

    Optional<StateFile> snapshot(StateVersion version) {
        return Optional.ofNullable(snapshots.get(version));
    }

    Optional<StateFile> changelog(StateVersion version) {
        return Optional.ofNullable(changelogs.get(version));
    }

    /** Snapshots without a unique id, the newest first, none newer than {@code most}. */
    List<StateFile> plainSnapshotsDownFrom(long most) {
        return snapshots.entrySet().stream()
                .filter(snapshot -> snapshot.getKey().uniqueId() == null
                        && snapshot.getKey().number() <= most)
                .sorted(Map.Entry.<StateVersion, StateFile>comparingByKey(ORDER).reversed())
                .map(Map.Entry::getValue)
                .toList();
    }

    /** All snapshots, those nearest below {@code number} first, then those above it. */
    List<StateFile> snapshotsNearest(long number) {
        return snapshots.values().stream()
                .sorted(Comparator.<StateFile>comparingLong(file ->
                        file.version() <= number ? number - file.version() : Long.MAX_VALUE / 2 + file.version()))
                .toList();
    }

    /** Every version that a snapshot or a changelog is named after, ascending. */
    List<StateVersion> versions() {
        TreeSet<StateVersion> versions = new TreeSet<>(ORDER);
        versions.addAll(snapshots.keySet());
        versions.addAll(changelogs.keySet());
        return List.copyOf(versions);
    }

    /** Where the changelog of a version stands or would stand. */
    StoragePath changelogPath(StateVersion version) {
        return directory.child(version + CHANGELOG_SUFFIX);
    }

    /** Where the snapshot of a version stands or would stand. */
    StoragePath snapshotPath(StateVersion version) {
        return directory.child(version + SNAPSHOT_SUFFIX);
    }

    StoragePath directory() {
        return directory;
    }
}
