package dev.tidemark.io;

/** What stands behind a name in a directory. */
public enum EntryKind {
    FILE,
    DIRECTORY,
    /** A device, a pipe, a dangling link, or a link that leaves the storage's root: never opened. */
    OTHER
}
