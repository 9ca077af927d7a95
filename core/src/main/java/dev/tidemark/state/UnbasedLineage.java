package dev.tidemark.state;

import java.util.List;

import dev.tidemark.evidence.DamageCause;

/**
 * No version of a lineage has a snapshot, and it does not go back to the first.
 *
 * @param versions of it, ascending, the one that was wanted at last
 */
public record UnbasedLineage(List<StateVersion> versions) implements DamageCause {
    public UnbasedLineage {
        versions = List.copyOf(versions);
    }
}
