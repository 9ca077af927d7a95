package dev.tidemark.state.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateVersion;

/**
 * A way around snapshots that are broken: Spark begins at the newest snapshot there is, so once they are moved aside it takes
 * the next older one, or none, and all the changes since.
 *
 * @param broken every snapshot that is in the way, the newest first; to be moved at once
 * @param lineage files that make the same version, all of them read and found well
 */
public record Detour(List<StateFile> broken, Lineage lineage) {
    public Detour {
        if (broken.isEmpty()) {
            throw new IllegalArgumentException("a detour around nothing");
        }
        broken = List.copyOf(broken);
    }

    /** The first way, of those in the order of their snapshots, all files of which are sound. */
    static Optional<Detour> around(Lineage newest, List<Lineage> others, LoadChecker checker) throws IOException {
        Optional<StateFile> first = newest.snapshot();
        if (first.isEmpty()) {
            return Optional.empty();
        }
        List<StateFile> broken = new ArrayList<>(List.of(first.get()));
        for (Lineage other : others) {
            if (isSound(other, checker)) {
                return Optional.of(new Detour(broken, other));
            }
            other.snapshot().ifPresent(broken::add);
        }
        return Optional.empty();
    }

    private static boolean isSound(Lineage lineage, LoadChecker checker) throws IOException {
        for (StateFile file : lineage.files()) {
            if (!checker.damages(file).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** What to do, and why nothing is lost by it. */
    public String remedy() {
        StateVersion version = lineage.version();
        Optional<StateFile> base = lineage.snapshot();
        long first = base.map(file -> file.version() + 1).orElse(1L);
        boolean hasChanges = lineage.files().stream().anyMatch(file -> file.kind() == StateFileKind.CHANGES);
        String changes = first == version.number()
                ? "the changes of version " + first
                : "the changes of versions " + first + " to " + version.number();
        return "move " + names() + " aside" + (broken.size() > 1 ? " together" : "") + ": nothing is lost, because "
                + base.map(file -> file.path().name() + " is whole").orElse("")
                + (hasChanges && base.isPresent() ? " and " : "")
                + (hasChanges || base.isEmpty() ? changes + " are all there and readable" : "");
    }

    private String names() {
        StringBuilder names = new StringBuilder(broken.get(0).path().value());
        for (int i = 1; i < broken.size(); i++) {
            names.append(i == broken.size() - 1 ? " and " : ", ")
                    .append(broken.get(i).path().name());
        }
        return names.toString();
    }
}
