package dev.tidemark.engine;

import dev.tidemark.engine.Failure.Advice;
import org.jspecify.annotations.Nullable;

/** Makes the end of a query as its user sees it: thrown by start(), or wrapped once the query's thread runs. */
final class Deaths {
    private final SparkErrors errors;
    private final Trace trace;
    private boolean threadRuns;
    private @Nullable String queryId;

    Deaths(SparkErrors errors, Trace trace) {
        this.errors = errors;
        this.trace = trace;
    }

    /** From now on the query's id is known. */
    void ofQuery(String id) {
        queryId = id;
    }

    /** From now on an exception ends the query's thread. */
    void threadRuns() {
        threadRuns = true;
    }

    /** The query dies of a source's fault. */
    QueryDeathException death(Step step, @Nullable Long batchId, SourceChecks.Fault fault) {
        return death(step, batchId, fault.file(), fault.error(), fault.advice());
    }

    /** The query dies. */
    QueryDeathException death(
            Step step, @Nullable Long batchId, @Nullable String file, SparkError error, Advice advice) {
        trace.add(new EngineEvent.Died(step, error));
        SparkError told = threadRuns ? errors.queryFailed(error, queryId) : error;
        return new QueryDeathException(new Failure(step, batchId, file, told, advice));
    }
}
