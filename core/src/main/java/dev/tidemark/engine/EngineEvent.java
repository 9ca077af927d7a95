package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/** One thing that Spark does, in the order in which it does it. */
public sealed interface EngineEvent {
    /** Where in the life of a batch. */
    Step step();

    /** For people: what is done. */
    String text();

    /** A file is read. */
    record FileRead(Step step, String path) implements EngineEvent {
        @Override
        public String text() {
            return "read " + path;
        }
    }

    /**
     * A log is listed.
     *
     * @param newest its newest id; null when it has none
     */
    record LogListed(Step step, String log, @Nullable Long newest) implements EngineEvent {
        @Override
        public String text() {
            return "list " + log + ": " + (newest == null ? "no entry" : "newest is " + newest);
        }
    }

    /**
     * A file is written.
     *
     * @param content null when it cannot be told
     */
    record FileWritten(Step step, String path, @Nullable String content) implements EngineEvent {
        @Override
        public String text() {
            return "write " + path;
        }
    }

    /** A file is deleted. */
    record FileDeleted(Step step, String path) implements EngineEvent {
        @Override
        public String text() {
            return "delete " + path;
        }
    }

    /** The confs of the offset log are set in the session. */
    record ConfsPinned(Step step, int overridden) implements EngineEvent {
        @Override
        public String text() {
            return "pin the confs on record; " + overridden + " override the session";
        }
    }

    /** A source is asked for a range that it may check. */
    record SourceAsked(Step step, int source, @Nullable String start, String end) implements EngineEvent {
        @Override
        public String text() {
            return "ask source " + source + " for " + (start == null ? "the beginning" : start) + " to " + end;
        }
    }

    /** The query has found its place. */
    record Resumed(Step step, long batchId, Resume.Kind kind) implements EngineEvent {
        @Override
        public String text() {
            return kind == Resume.Kind.RERUN ? "take up batch " + batchId + " again" : "go on with batch " + batchId;
        }
    }

    /** The query ends with an exception. */
    record Died(Step step, SparkError error) implements EngineEvent {
        @Override
        public String text() {
            SparkError.Cause cause = error.telling();
            return "throw " + (cause.condition() == null ? cause.simpleName() : cause.condition());
        }
    }
}
