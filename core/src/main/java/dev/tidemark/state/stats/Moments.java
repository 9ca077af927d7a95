package dev.tidemark.state.stats;

import org.jspecify.annotations.Nullable;

/**
 * The moments a batch's logs record.
 *
 * @param watermarkMs by which the batch itself dropped rows; null when its offsets are gone
 * @param nextWatermarkMs by which the next batch will; null when its commit is gone
 * @param batchTimeMs the batch's own time; null when its offsets are gone
 */
public record Moments(
        @Nullable Long watermarkMs,
        @Nullable Long nextWatermarkMs,
        @Nullable Long batchTimeMs) {}
