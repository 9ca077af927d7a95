package dev.tidemark.diagnosis.exhibit;

/** How much of the state's rows is read. That the files load is checked in any case. */
public enum RowReading {
    /** No row. */
    NONE,

    /** The rows of operators whose newest version is small and needs no copy of a database. */
    SMALL,

    /** Every row. */
    ALL
}
