package dev.tidemark.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.progress.BatchSeries;
import dev.tidemark.progress.ProgressLog;
import dev.tidemark.progress.ProgressReader;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.Trigger;
import dev.tidemark.state.stats.BatchGrowth;
import org.jspecify.annotations.Nullable;

/** What Spark reported of a query while it ran; the same options on every command that shows how a stream develops. */
final class ProgressMixin extends Arguments {
    private final Supplier<String> place = one(
            String.class,
            option("--progress")
                    .paramLabel("FILE")
                    .description(
                            "what Spark reported: StreamingQueryProgress JSON lines, a Spark event log, or a directory of either"));

    private final Supplier<Duration> interval = one(
            Duration.class,
            option("--trigger-interval")
                    .paramLabel("DURATION")
                    .converters(new Timespan())
                    .description(
                            "the interval of the processing-time trigger, such as 30s (default: as --query says)"));

    /** Whether reports were given. */
    boolean isGiven() {
        return place.get() != null;
    }

    /**
     * The checkpoint batch by batch, with the reports that were given.
     *
     * @param growth what the state files tell
     */
    BatchSeries series(
            CheckpointSurvey survey, Places places, @Nullable QueryDescription query, Map<Long, BatchGrowth> growth)
            throws IOException {
        return BatchSeries.of(survey, reports(survey, places), growth, intervalMs(query));
    }

    private Optional<ProgressLog> reports(CheckpointSurvey survey, Places places) throws IOException {
        if (place.get() == null) {
            return Optional.empty();
        }
        Optional<String> queryId = survey.identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString);
        try (Storage storage = places.open(place.get())) {
            if (storage.stat(StoragePath.ROOT).isEmpty()) {
                throw new FileNotFoundException(place.get());
            }
            return Optional.of(ProgressReader.read(storage, queryId));
        }
    }

    private OptionalLong intervalMs(@Nullable QueryDescription query) {
        if (interval.get() != null) {
            return OptionalLong.of(interval.get().toMillis());
        }
        boolean isTimed = query != null && query.trigger() instanceof Trigger.ProcessingTime;
        String text = isTimed ? ((Trigger.ProcessingTime) query.trigger()).interval() : null;
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(new Timespan().convert(text).toMillis());
        } catch (picocli.CommandLine.TypeConversionException unknown) {
            return OptionalLong.empty();
        }
    }
}
