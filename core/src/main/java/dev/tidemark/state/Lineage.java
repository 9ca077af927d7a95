package dev.tidemark.state;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.tidemark.evidence.Damage;

/**
 * The files that make up a version, as their listing tells: a snapshot, or none when it starts from the empty store,
 * then change files in the order they are applied.
 *
 * @param files in order; missing ones are left out
 * @param damages what is missing or contradicts itself; empty when the listing says it can be loaded
 */
public record Lineage(StateVersion version, List<StateFile> files, List<Damage> damages) {
    public Lineage {
        files = List.copyOf(files);
        damages = List.copyOf(damages);
    }

    /** The snapshot it starts from, or empty when it starts from nothing. */
    public Optional<StateFile> snapshot() {
        return files.stream()
                .filter(file -> file.kind() == StateFileKind.SNAPSHOT)
                .findFirst();
    }

    /** Whether every file is there. */
    public boolean isComplete() {
        return damages.isEmpty();
    }

    /** What stands in the place of a snapshot that is wanted and not there: which ones there are. */
    public static String insteadOfASnapshot(List<Lineage> others) {
        String batches = others.stream()
                .flatMap(other -> other.snapshot().stream())
                .map(StateFile::version)
                .distinct()
                .sorted()
                .map(version -> Long.toString(version - 1))
                .collect(Collectors.joining(", "));
        return batches.isEmpty() ? "no snapshot at all" : "no such file; there are snapshots after batch " + batches;
    }
}
