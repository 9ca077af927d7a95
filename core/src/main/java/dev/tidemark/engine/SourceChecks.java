package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.engine.Resume.Range;
import dev.tidemark.io.Storage;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import org.jspecify.annotations.Nullable;

/** What sources refuse by themselves, as far as the offsets, their own logs and the identity of a table decide it. */
final class SourceChecks {
    private final List<Source> sources = new ArrayList<>();

    /** The sources of a query over a checkpoint. */
    SourceChecks(QueryDescription query, Storage checkpoint, Readings readings, SparkErrors errors) {
        for (int i = 0; i < query.sources().size(); i++) {
            SourceDescription source = query.sources().get(i);
            sources.add(
                    switch (SourceKind.of(source)) {
                        case FILE -> new FileSource(query, i, checkpoint, readings, errors);
                        case DELTA -> new DeltaSource(source, readings, errors);
                        case RATE, SOCKET, MEMORY -> new WholeNumberSource();
                        case RATE_MICRO_BATCH -> new RateMicroBatchSource();
                        case KAFKA -> new KafkaSource();
                        case OPAQUE -> new OpaqueSource();
                    });
        }
    }

    /**
     * A refusal.
     *
     * @param file relative to the checkpoint; null when it is about none
     */
    record Fault(@Nullable String file, SparkError error, Advice advice) {}

    /** Whether a source holds data for a query that begins at its beginning. */
    enum Data {
        THERE,
        NONE,
        UNKNOWN
    }

    /** Whether a name is that of a source. */
    enum Match {
        YES,
        NO,
        UNTOLD
    }

    /** One source of the query. */
    interface Source {
        /**
         * Whether what the checkpoint keeps under a name is of this source, of which the description gives no name.
         *
         * @param offset under the name in the newest entry; null when it has none
         */
        default Match matches(String name, @Nullable String offset) throws IOException {
            return Match.UNTOLD;
        }

        /** Told its name where that had to be found out. */
        default void takeName(String name) {}

        /** The id under which it keeps its own files in the checkpoint, when it had to be found out. */
        default Optional<String> sourceId() {
            return Optional.empty();
        }

        /** What the source throws while the query is analysed, before {@code start()} goes on. */
        default Optional<Fault> faultAtAnalysis() throws IOException {
            return Optional.empty();
        }

        /** What the source throws when the query is analysed again, with its checkpoint and its sink. */
        default Optional<Fault> faultAtWrite() throws IOException {
            return Optional.empty();
        }

        /** Whether what it holds can be followed, not only what the logs say. */
        default boolean isFollowed() {
            return false;
        }

        /** Told once when the trigger is {@code AvailableNow}. */
        default void prepareForAvailableNow() throws IOException {}

        /** The limit under which it is asked for offsets. */
        default ReadLimit defaultReadLimit() throws IOException {
            return new ReadLimit.AllAvailable();
        }

        /** Where its next batch would end; null when it has nothing to begin with. */
        default @Nullable String latestOffset(@Nullable String start, ReadLimit limit) throws IOException {
            throw new UndecidedException("what the source holds now cannot be told from files");
        }

        /** What a batch reads. */
        default SourceBatch batch(@Nullable String start, String end) throws IOException {
            return new SourceBatch(null, null);
        }

        /** Told that all data up to {@code end} were processed. */
        default void commit(String end) throws IOException {}

        /** Asked for its numbers when a batch is done and committed. */
        default void reportProgress() throws IOException {}

        /** What should be known where data behind an offset are waited for, as {@code StreamSource.caution} has it. */
        default Optional<String> caution(String start) throws IOException {
            return Optional.empty();
        }

        /** Whether there is always a next batch. */
        default boolean neverEnds() throws IOException {
            return false;
        }

        /** Whether it can tell beforehand what {@code AvailableNow} is to take. */
        default boolean supportsAvailableNow() throws IOException {
            return true;
        }

        /** What the source throws when it is made. */
        default Optional<Fault> faultAtCreation() throws IOException {
            return Optional.empty();
        }

        /** What the source throws when it is asked for a range. */
        Optional<Fault> faultOf(Range range) throws IOException;

        /** What it holds for a query that begins. */
        default Data atBeginning() throws IOException {
            return Data.UNKNOWN;
        }
    }

    /** Puts another source in the place of one. */
    void replace(int index, Source source) {
        sources.set(index, source);
    }

    /** How many there are. */
    int count() {
        return sources.size();
    }

    /** The source at a position of the description. */
    Source source(int index) {
        return sources.get(index);
    }

    /** A source whose offsets are not known here. */
    private static final class OpaqueSource implements Source {
        @Override
        public Optional<Fault> faultOf(Range range) {
            return Optional.empty();
        }
    }

    /** Offsets are whole numbers: LongOffset. */
    private static final class WholeNumberSource implements Source {
        @Override
        public Optional<Fault> faultOf(Range range) {
            return firstFault(range, offset -> {
                try {
                    Long.parseLong(offset);
                    return Optional.empty();
                } catch (NumberFormatException refused) {
                    return Optional.of(SparkErrors.notANumber(offset));
                }
            });
        }
    }

    /** Offsets are {@code {"offset":..,"timestamp":..}}: RatePerMicroBatchStreamOffset. */
    private static final class RateMicroBatchSource implements Source {
        @Override
        public Optional<Fault> faultOf(Range range) {
            return firstFault(range, offset -> Json4s.required(offset, "offset", "timestamp"));
        }
    }

    /** Offsets are topics of partitions: JsonUtils.partitionOffsets. */
    private static final class KafkaSource implements Source {
        @Override
        public Optional<Fault> faultOf(Range range) {
            return firstFault(range, KafkaOffsets::faultOf);
        }
    }

    /** Reads one offset. */
    @FunctionalInterface
    interface OffsetReader {
        /** What is thrown over it. */
        Optional<SparkError> faultOf(String offset);
    }

    /** A V2 source reads the start, then the end. */
    static Optional<Fault> firstFault(Range range, OffsetReader reader) {
        for (String offset : range.offsets()) {
            Optional<SparkError> error = reader.faultOf(offset);
            if (error.isPresent()) {
                return Optional.of(new Fault(null, error.get(), Advices.otherSource(offset)));
            }
        }
        return Optional.empty();
    }
}
