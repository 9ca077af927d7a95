package dev.tidemark.engine;

import dev.tidemark.engine.Failure.Advice;
import dev.tidemark.engine.Resume.Range;
import dev.tidemark.query.QueryDescription;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a source refuses by itself when it is given offsets from the log, as far as offsets and its own log decide. */
final class SourceChecks {
    private final QueryDescription query;

    SourceChecks(QueryDescription query) {
        this.query = query;
    }

    /**
     * A refusal.
     *
     * @param file relative to the checkpoint; null when it is about none
     */
    record Fault(@Nullable String file, SparkError error, Advice advice) {}

    /** What a source throws when it is asked for a range. */
    Optional<Fault> faultOf(int source, Range range, SparkErrors errors) throws IOException {
        return Optional.empty();
    }
}
