package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.engine.Resume.Range;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import dev.tidemark.source.StreamSource;
import org.jspecify.annotations.Nullable;

/**
 * A source that is followed with what it holds, not only with what the logs say of it. What the logs decide is asked first: it
 * knows the files it is about.
 */
final class LiveSource implements SourceChecks.Source {
    private final SourceChecks.Source logs;
    private final Maker maker;
    private @Nullable StreamSource stream;

    /** Makes the source as Spark does, in two steps. */
    interface Maker {
        /** Analyses the query, before it has a thread of its own. */
        default void analyse() throws IOException {}

        /** Analyses it together with its checkpoint and its sink. */
        default void analyseWrite() throws IOException {}

        /** Creates the source. */
        StreamSource create() throws IOException;
    }

    LiveSource(SourceChecks.Source logs, Maker maker) {
        this.logs = logs;
        this.maker = maker;
    }

    /** An action of the source. */
    private interface Action {
        void run() throws IOException;
    }

    private static Optional<SourceChecks.Fault> faultIn(Action action) throws IOException {
        try {
            action.run();
            return Optional.empty();
        } catch (SourceFailureException refused) {
            return Optional.of(faultOf(refused));
        } catch (SourceUndecidedException undecided) {
            throw new UndecidedException(undecided.reason());
        }
    }

    /** A failure of the source with what to do about it. */
    static SourceChecks.Fault faultOf(SourceFailureException refused) {
        SparkError error = errorOf(refused.error());
        return new SourceChecks.Fault(null, error, SourceAdvices.of(error.telling()));
    }

    /** What a source throws, as the engine tells it. */
    static SparkError errorOf(SourceError error) {
        List<SparkError.Cause> causes = error.causes().stream()
                .map(cause ->
                        new SparkError.Cause(cause.className(), cause.condition(), cause.sqlState(), cause.message()))
                .toList();
        return new SparkError(causes);
    }

    @Override
    public SourceChecks.Match matches(String name, @Nullable String offset) throws IOException {
        return logs.matches(name, offset);
    }

    @Override
    public void takeName(String name) {
        logs.takeName(name);
    }

    @Override
    public Optional<SourceChecks.Fault> faultAtAnalysis() throws IOException {
        return faultIn(maker::analyse);
    }

    @Override
    public Optional<SourceChecks.Fault> faultAtWrite() throws IOException {
        return faultIn(maker::analyseWrite);
    }

    @Override
    public Optional<SourceChecks.Fault> faultAtCreation() throws IOException {
        Optional<SourceChecks.Fault> fault = logs.faultAtCreation();
        return fault.isPresent() ? fault : faultIn(() -> stream = maker.create());
    }

    @Override
    public Optional<SourceChecks.Fault> faultOf(Range range) throws IOException {
        Optional<SourceChecks.Fault> fault = logs.faultOf(range);
        String end = range.end();
        return fault.isPresent() || end == null ? fault : faultIn(() -> stream().batch(range.start(), end));
    }

    @Override
    public SourceChecks.Data atBeginning() throws IOException {
        return logs.atBeginning();
    }

    private StreamSource stream() throws IOException {
        if (stream == null) {
            stream = maker.create();
        }
        return stream;
    }

    @Override
    public boolean isFollowed() {
        return true;
    }

    @Override
    public void prepareForAvailableNow() throws IOException {
        stream().prepareForAvailableNow();
    }

    @Override
    public ReadLimit defaultReadLimit() throws IOException {
        return stream().defaultReadLimit();
    }

    @Override
    public @Nullable String latestOffset(@Nullable String start, ReadLimit limit) throws IOException {
        return stream().latestOffset(start, limit);
    }

    @Override
    public SourceBatch batch(@Nullable String start, String end) throws IOException {
        return stream().batch(start, end);
    }

    @Override
    public void commit(String end) throws IOException {
        stream().commit(end);
    }

    @Override
    public void reportProgress() throws IOException {
        stream().reportProgress();
    }

    @Override
    public Optional<String> caution(String start) throws IOException {
        try {
            return stream().caution(start);
        } catch (SourceFailureException | SourceUndecidedException unreadable) {
            return Optional.empty(); // whoever asks for data is told
        }
    }

    @Override
    public boolean neverEnds() throws IOException {
        return stream().neverEnds();
    }

    @Override
    public boolean supportsAvailableNow() throws IOException {
        return stream().supportsAvailableNow();
    }
}
