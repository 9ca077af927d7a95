package dev.tidemark.state.load;

import java.util.List;

import dev.tidemark.evidence.DamageCause;

/**
 * No snapshot loaded, the newest nor any that was tried in its place.
 *
 * @param latest the version whose snapshot was tried first
 * @param tried the versions tried then, the newest first
 * @param there the versions that there are, the same way, also those too far back
 * @param last what the last that was tried met
 */
public record FailedRepair(long latest, List<Long> tried, List<Long> there, LoadObstacle last) implements DamageCause {
    public FailedRepair {
        tried = List.copyOf(tried);
        there = List.copyOf(there);
    }
}
