package dev.tidemark.state.stats;

import java.util.List;

import dev.tidemark.evidence.Damage;
import dev.tidemark.state.StateStoreId;

/**
 * One partition of a store.
 *
 * @param families by name
 * @param growth by batch, ascending
 * @param damages what was wrong while reading
 */
public record PartitionStats(
        StateStoreId store, List<FamilyStats> families, List<BatchGrowth> growth, List<Damage> damages) {
    public PartitionStats {
        families = List.copyOf(families);
        growth = List.copyOf(growth);
        damages = List.copyOf(damages);
    }

    /** Stored keys of all column families. */
    public long rows() {
        return families.stream().mapToLong(FamilyStats::rows).sum();
    }

    /** Bytes of all keys and values. */
    public long bytes() {
        return families.stream()
                .mapToLong(family -> family.keyBytes() + family.valueBytes())
                .sum();
    }
}
