package dev.tidemark.state.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.tidemark.evidence.Damage;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateVersion;
import org.jspecify.annotations.Nullable;

/**
 * One way to a version: a snapshot, or the empty store, and the changelogs from there.
 *
 * @param snapshot null for the empty store
 * @param changelogs in order, up to the first that is missing
 * @param damages what is missing on this way
 */
record RocksRoute(
        StateVersion version, @Nullable StateFile snapshot, List<StateFile> changelogs, List<Damage> damages) {
    RocksRoute {
        changelogs = List.copyOf(changelogs);
        damages = List.copyOf(damages);
    }

    /** Whether it begins with the snapshot of that version. */
    boolean startsAt(long snapshotVersion) {
        return snapshot != null && snapshot.version() == snapshotVersion;
    }

    Lineage lineage() {
        List<StateFile> files = new ArrayList<>(Stream.ofNullable(snapshot).toList());
        files.addAll(changelogs);
        return new Lineage(version, files, damages);
    }
}
