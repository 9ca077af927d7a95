package dev.tidemark.progress;

/** What one line of a progress file or of an event log holds. */
public sealed interface ProgressLine {
    /** A report of a trigger. */
    record Report(QueryProgress progress) implements ProgressLine {}

    /** A trigger that found nothing to do; since Spark 3.5 an event of its own. */
    record Idle(QueryProgress.Run run, long atMs) implements ProgressLine {}

    /**
     * A run began.
     *
     * @param atMs 0 when the event does not say
     */
    record Started(QueryProgress.Run run, long atMs) implements ProgressLine {}

    /**
     * A run ended.
     *
     * @param error the first line of the error it died of; empty when it was stopped
     */
    record Terminated(QueryProgress.Run run, String error) implements ProgressLine {}

    /** An event that says nothing about a stream. */
    record Other() implements ProgressLine {
        static final Other OTHER = new Other();
    }
}
