package dev.tidemark.delta.action;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What replay never needs of a file action and people sometimes do.
 *
 * @param stats the statistics as the JSON text the log holds
 * @param tags empty when there are none
 * @param baseRowId first row id of the file under row tracking
 * @param defaultRowCommitVersion version its rows were last changed in, under row tracking
 * @param clusteringProvider who clustered the file
 */
public record FileDetail(
        @Nullable String stats,
        Map<String, @Nullable String> tags,
        @Nullable Long baseRowId,
        @Nullable Long defaultRowCommitVersion,
        @Nullable String clusteringProvider) {
    public FileDetail {
        tags = Ordered.copyOf(tags);
    }

    /** The statistics alone, and of them the number of rows where that stands first. */
    FileDetail rowCountAlone() {
        return ofStatistics(RowCount.cut(stats));
    }

    /** Of a file of which the statistics alone were asked for. */
    public static FileDetail ofStatistics(@Nullable String stats) {
        return stats == null ? NONE : new FileDetail(stats, Map.of(), null, null, null);
    }

    /** Nothing there, or nothing asked for. */
    public static final FileDetail NONE = new FileDetail(null, Map.of(), null, null, null);
}
