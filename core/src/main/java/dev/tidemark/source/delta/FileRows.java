package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.OptionalLong;

import dev.tidemark.delta.action.FileAction;

/** How many rows a file of the table holds, before deletion vectors apply. */
@FunctionalInterface
interface FileRows {
    /** The rows, or empty when neither statistics nor data tell. */
    OptionalLong of(FileAction file) throws IOException;
}
