package dev.tidemark.delta.action;

/** An action about one data file. */
public sealed interface FileAction extends Action permits Add, Remove, AddCdcFile {
    /** The path as the log spells it: a percent-encoded URI, relative to the table or absolute. */
    String path();
}
