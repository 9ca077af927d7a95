package dev.tidemark.engine;

import org.jspecify.annotations.Nullable;

/** One thing that Spark does, in the order in which it does it. */
public sealed interface EngineEvent {
    /** Where in the life of the query. */
    Step step();

    /** For people: what is done. */
    String text();

    /** Whether the run ends with it. */
    default boolean isEnd() {
        return false;
    }

    /** Whether a process that dies right behind it leaves something that it did not leave right before. */
    default boolean isDurable() {
        return false;
    }

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

    /** A file that is to be renamed into its place is written beside it. */
    record TemporaryWritten(Step step, String path) implements EngineEvent {
        @Override
        public String text() {
            return "write " + path;
        }

        @Override
        public boolean isDurable() {
            return true;
        }
    }

    /**
     * A file is in its place.
     *
     * @param content null when it cannot be told
     */
    record FileWritten(Step step, String path, @Nullable String content) implements EngineEvent {
        @Override
        public String text() {
            return "rename it to " + path;
        }

        @Override
        public boolean isDurable() {
            return true;
        }
    }

    /** A file is deleted. */
    record FileDeleted(Step step, String path) implements EngineEvent {
        @Override
        public String text() {
            return "delete " + path;
        }

        @Override
        public boolean isDurable() {
            return true;
        }
    }

    /** Nothing is old enough to be deleted. */
    record NothingPurged(Step step, int retained) implements EngineEvent {
        @Override
        public String text() {
            return "delete nothing: entries of " + retained + " batches are kept";
        }
    }

    /** The confs of the offset log are set in the session. */
    record ConfsPinned(Step step, int overridden) implements EngineEvent {
        @Override
        public String text() {
            return "pin the confs on record; " + overridden + " override the session";
        }
    }

    /** A source is made. */
    record SourceMade(Step step, int source, String format) implements EngineEvent {
        @Override
        public String text() {
            return "make source " + source + " (" + format + ")";
        }
    }

    /**
     * A source says where the next batch would end.
     *
     * @param start null when the source begins
     * @param latest null when it has nothing to begin with
     */
    record OffsetAsked(
            Step step,
            int source,
            @Nullable String start,
            @Nullable String latest) implements EngineEvent {
        @Override
        public String text() {
            if (latest == null) {
                return "source " + source + " has nothing to begin with";
            }
            return latest.equals(start)
                    ? "source " + source + " has nothing new behind " + start
                    : "source " + source + " goes up to " + latest;
        }
    }

    /** A source is told that the data up to an offset were processed. */
    record SourceCommitted(Step step, int source, String offset) implements EngineEvent {
        @Override
        public String text() {
            return "tell source " + source + " that " + offset + " is done";
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

    /** The plan is made, in the first batch of a run with a look at the stateful operators on record. */
    record Planned(Step step, int statefulOperators, boolean isFirst) implements EngineEvent {
        @Override
        public String text() {
            if (statefulOperators == 0) {
                return "make the plan, without stateful operators";
            }
            String count = statefulOperators + (statefulOperators == 1 ? " stateful operator" : " stateful operators");
            return "make the plan with " + count + (isFirst ? ", which fit those on record" : "");
        }
    }

    /** The tasks have loaded an operator's state. */
    record StateLoaded(Step step, long operatorId, long version) implements EngineEvent {
        @Override
        public String text() {
            return "load version " + version + " of the state of operator " + operatorId;
        }
    }

    /**
     * The tasks have read what the batch is of.
     *
     * @param rows null when not known
     * @param files null when not known
     */
    record RowsRead(
            Step step, @Nullable Long rows, @Nullable Integer files) implements EngineEvent {
        @Override
        public String text() {
            String what = rows == null ? "the rows" : rows == 1 ? "1 row" : rows + " rows";
            String from = files == null ? "" : files == 1 ? " of 1 file" : " of " + files + " files";
            return "read " + what + from;
        }
    }

    /** How much of something is done. */
    enum Extent {
        /** Some of it: other tasks or other files are not there yet. */
        IN_PART,
        COMPLETE
    }

    /** Tasks have written an operator's next state. */
    record StateWritten(Step step, long operatorId, long version, Extent extent) implements EngineEvent {
        @Override
        public String text() {
            String what = "version " + version + " of the state of operator " + operatorId;
            return extent == Extent.IN_PART ? "commit " + what + " in some partitions" : what + " is in all partitions";
        }

        @Override
        public boolean isDurable() {
            return true;
        }
    }

    /** The sink had the batch: its plan does not run. */
    record SinkSkipped(Step step, String sink) implements EngineEvent {
        @Override
        public String text() {
            return "the " + sink + " sink has this batch and skips it: nothing is read, no state is written";
        }
    }

    /**
     * The sink takes the batch.
     *
     * @param remembers whether it will know the batch again
     */
    record SinkFed(Step step, String sink, Extent extent, boolean remembers) implements EngineEvent {
        @Override
        public String text() {
            if (extent == Extent.COMPLETE) {
                return remembers
                        ? "the " + sink + " sink commits the batch and will know it again"
                        : "the " + sink + " sink has the batch, and will not know it again";
            }
            return remembers
                    ? "files for the " + sink + " sink are written, which no commit names yet"
                    : "the " + sink + " sink has got some of the rows";
        }

        @Override
        public boolean isDurable() {
            return true;
        }
    }

    /**
     * The watermark for the next batch is known to the driver.
     *
     * @param nextMs epoch milliseconds; null when it cannot be told
     */
    record WatermarkTaken(Step step, long ms, @Nullable Long nextMs) implements EngineEvent {
        @Override
        public String text() {
            if (nextMs == null) {
                return "the next watermark cannot be told";
            }
            return nextMs == ms
                    ? "the watermark stays at " + ms + " ms"
                    : "the watermark moves from " + ms + " to " + nextMs + " ms";
        }
    }

    /** There is no next batch. */
    record CaughtUp(Step step) implements EngineEvent {
        @Override
        public String text() {
            return "nothing more to do";
        }

        @Override
        public boolean isEnd() {
            return true;
        }
    }

    /** The query ends with an exception. */
    record Died(Step step, SparkError error) implements EngineEvent {
        @Override
        public String text() {
            SparkError.Cause cause = error.telling();
            return "throw " + (cause.condition() == null ? cause.simpleName() : cause.condition());
        }

        @Override
        public boolean isEnd() {
            return true;
        }
    }
}
