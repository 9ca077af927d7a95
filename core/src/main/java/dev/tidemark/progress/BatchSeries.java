package dev.tidemark.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.state.stats.BatchGrowth;
import org.jspecify.annotations.Nullable;

/**
 * A stream batch by batch: what trends are read from.
 *
 * @param location of the checkpoint, for display
 * @param queryId null when the checkpoint does not tell
 * @param points ascending, the newest {@value #MOST_POINTS}
 * @param newestPlanned the newest batch with an offset file; null when there is none
 * @param progress null when none was given
 * @param triggerIntervalMs of a processing-time trigger, as the user says; null when unknown
 */
public record BatchSeries(
        String location,
        @Nullable String queryId,
        List<BatchPoint> points,
        @Nullable Long newestPlanned,
        @Nullable ProgressLog progress,
        @Nullable Long triggerIntervalMs) {
    /** Batches looked at. */
    public static final int MOST_POINTS = 2_000;

    public BatchSeries {
        points = List.copyOf(points);
    }

    /** The series of a checkpoint of which every file was read, from its files alone. */
    public static BatchSeries of(CheckpointSurvey survey) {
        return of(survey, Optional.empty(), Map.of(), OptionalLong.empty());
    }

    /**
     * The series of a checkpoint of which every file was read.
     *
     * @param growth what the state files tell, by batch
     */
    public static BatchSeries of(
            CheckpointSurvey survey,
            Optional<ProgressLog> progress,
            Map<Long, BatchGrowth> growth,
            OptionalLong triggerIntervalMs) {
        Map<Long, QueryProgress> reports = progress.map(ProgressLog::byBatch).orElse(Map.of());
        TreeSet<Long> batches = new TreeSet<>(survey.offsets().entries().keySet());
        batches.addAll(reports.keySet());
        while (batches.size() > MOST_POINTS) {
            batches.pollFirst();
        }
        List<BatchPoint> points = new ArrayList<>();
        for (long batchId : batches) {
            points.add(new BatchPoint(batchId, logged(survey, batchId), reports.get(batchId), growth.get(batchId)));
        }
        OptionalLong newest = survey.offsets().latest();
        return new BatchSeries(
                survey.location(),
                queryId(survey),
                points,
                newest.isPresent() ? newest.getAsLong() : null,
                progress.orElse(null),
                triggerIntervalMs.isPresent() ? triggerIntervalMs.getAsLong() : null);
    }

    private static @Nullable String queryId(CheckpointSurvey survey) {
        return survey.identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString)
                .orElse(null);
    }

    private static BatchPoint.@Nullable Logged logged(CheckpointSurvey survey, long batchId) {
        OffsetEntry entry = survey.offsets().value(batchId).orElse(null);
        if (entry == null) {
            return null;
        }
        OffsetMetadata metadata = entry.metadata();
        List<String> offsets = texts(entry);
        Boolean movedInput = survey.offsets()
                .value(batchId - 1)
                .map(before -> !texts(before).equals(offsets))
                .orElse(null);
        return new BatchPoint.Logged(
                metadata == null ? null : metadata.recordedTimestampMs(),
                metadata == null ? 0 : metadata.watermarkMs(),
                survey.commits().batches().contains(batchId),
                movedInput,
                offsets);
    }

    private static List<String> texts(OffsetEntry entry) {
        return entry.sources().stream().map(SourceLine::text).toList();
    }

    /** The newest points, at most that many. */
    public List<BatchPoint> newest(int count) {
        return points.subList(Math.max(0, points.size() - count), points.size());
    }

    /** A measure by batch, where it is known, of the newest {@code count} points. */
    public Measure measure(int count, Function<BatchPoint, OptionalLong> value) {
        TreeMap<Long, Long> values = new TreeMap<>();
        for (BatchPoint point : newest(count)) {
            value.apply(point).ifPresent(known -> values.put(point.batchId(), known));
        }
        return Measure.of(values);
    }
}
