package dev.tidemark.query;

/**
 * {@code withWatermark} on a source.
 *
 * @param delay an interval as Spark reads it, such as {@code 10 seconds}
 */
public record WatermarkDescription(String column, String delay) {}
