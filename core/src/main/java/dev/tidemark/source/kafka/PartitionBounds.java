package dev.tidemark.source.kafka;

/**
 * What a broker holds of one partition.
 *
 * @param earliest the offset of the oldest record that is still there
 * @param latest the offset that the next record will get
 */
public record PartitionBounds(long earliest, long latest) {
    public PartitionBounds {
        if (earliest < 0 || latest < earliest) {
            throw new IllegalArgumentException("bounds that are none: " + earliest + " to " + latest);
        }
    }
}
