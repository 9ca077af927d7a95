package dev.tidemark.engine;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.StreamSource;
import dev.tidemark.source.kafka.InitialOffsets;
import dev.tidemark.source.kafka.KafkaStreamSource;
import dev.tidemark.source.kafka.Topics;
import dev.tidemark.source.rate.RateMicroBatchSource;
import dev.tidemark.source.rate.RateStreamSource;

/** The sources that need no files: they make their rows up, or the query description declares what they hold. */
final class DeclaredSources {
    private final QueryDescription query;
    private final SparkBehaviour behaviour;
    private final OverlayStorage checkpoint;
    private final LogFiles files;
    private final String checkpointPlace;

    DeclaredSources(
            QueryDescription query,
            SparkBehaviour behaviour,
            OverlayStorage checkpoint,
            LogFiles files,
            String checkpointPlace) {
        this.query = query;
        this.behaviour = behaviour;
        this.checkpoint = checkpoint;
        this.files = files;
        this.checkpointPlace = checkpointPlace;
    }

    /** What makes the source at a position of the description; empty when it is none of these. */
    Optional<LiveSource.Maker> of(int index, SourceChecks.Source logs) {
        SourceDescription source = query.sources().get(index);
        Topics bounds = source.bounds();
        return switch (SourceKind.of(source)) {
            case RATE -> Optional.of(new RateMaker(index, source, logs));
            case RATE_MICRO_BATCH -> Optional.of(new RateMicroBatchMaker(source));
            case KAFKA -> bounds == null ? Optional.empty() : Optional.of(new KafkaMaker(index, source, bounds, logs));
            case FILE, DELTA, SOCKET, MEMORY, OPAQUE -> Optional.empty();
        };
    }

    /** The directory in which a source keeps its own file. */
    private StoragePath directory(int index, SourceDescription source, SourceChecks.Source logs) {
        String id = logs.sourceId().orElse(source.name() == null ? Integer.toString(index) : source.name());
        return StoragePath.inside("sources/" + id)
                .orElseThrow(() -> new UndecidedException("the source's name " + id + " is no directory name"));
    }

    private final class RateMaker implements LiveSource.Maker {
        private final int index;
        private final SourceDescription source;
        private final SourceChecks.Source logs;

        RateMaker(int index, SourceDescription source, SourceChecks.Source logs) {
            this.index = index;
            this.source = source;
            this.logs = logs;
        }

        @Override
        public void analyse() {
            RateStreamSource.validate(source.options());
        }

        @Override
        public StreamSource create() throws IOException {
            StoragePath directory = directory(index, source, logs);
            return new RateStreamSource(
                    source.options(),
                    new RateStreamSource.Place(checkpoint, directory, checkpointPlace + "/" + directory),
                    (file, text) -> files.write(file, text, null));
        }
    }

    private final class RateMicroBatchMaker implements LiveSource.Maker {
        private final SourceDescription source;

        RateMicroBatchMaker(SourceDescription source) {
            this.source = source;
        }

        private RateMicroBatchSource made() {
            return new RateMicroBatchSource(
                    source.options(),
                    behaviour.namesRateMicroBatchFaults()
                            ? RateMicroBatchSource.Naming.CONDITIONS
                            : RateMicroBatchSource.Naming.ASSERTIONS);
        }

        @Override
        public void analyse() {
            made();
        }

        @Override
        public StreamSource create() {
            return made();
        }
    }

    private final class KafkaMaker implements LiveSource.Maker {
        private final int index;
        private final SourceDescription source;
        private final Topics bounds;
        private final SourceChecks.Source logs;

        KafkaMaker(int index, SourceDescription source, Topics bounds, SourceChecks.Source logs) {
            this.index = index;
            this.source = source;
            this.bounds = bounds;
            this.logs = logs;
        }

        @Override
        public void analyse() {
            KafkaStreamSource.validate(source.options());
        }

        @Override
        public StreamSource create() {
            StoragePath directory = directory(index, source, logs);
            return new KafkaStreamSource(
                    source.options(),
                    bounds,
                    new InitialOffsets(
                            checkpoint,
                            directory,
                            checkpointPlace + "/" + directory,
                            (file, text) -> files.write(file, text)),
                    new KafkaStreamSource.Rules(
                            behaviour.namesKafkaLosses(), behaviour.kafkaReplayDiesOfItsProgress()));
        }
    }
}
