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
        return ofRowCount(stats);
    }

    /** Of a file of which the number of rows was asked for: its statistics alone, cut down to that where it stands first. */
    public static FileDetail ofRowCount(@Nullable String stats) {
        return stats == null ? NONE : new FileDetail(RowCount.cut(stats), Map.of(), null, null, null);
    }

    /** Nothing there, or nothing asked for. */
    public static final FileDetail NONE = new FileDetail(null, Map.of(), null, null, null);
}
