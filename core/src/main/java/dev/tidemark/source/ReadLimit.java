package dev.tidemark.source;

/** How much a source may admit into one batch. Authority: Spark's ReadLimit and its subclasses. */
public sealed interface ReadLimit {
    /** Everything there is. */
    record AllAvailable() implements ReadLimit {}

    /** At most so many files. */
    record MaxFiles(int files) implements ReadLimit {}

    /** Files until so many bytes are taken. */
    record MaxBytes(long bytes) implements ReadLimit {}

    /** Both limits, whichever is met first. */
    record Both(int files, long bytes) implements ReadLimit {}

    /** At most so many rows. */
    record MaxRows(long rows) implements ReadLimit {}

    /** Nothing before there are so many rows, unless a time has passed. */
    record MinRows(long rows) implements ReadLimit {}

    /** Not fewer rows than the one, and not more than the other. */
    record RowsBetween(long fewest, long most) implements ReadLimit {}
}
