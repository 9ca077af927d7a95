package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.List;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;

/**
 * A table's log as the source reads it. What Spark throws on a version or a commit flies as
 * {@link dev.tidemark.delta.error.ReaderException} or {@link dev.tidemark.source.SourceFailureException}.
 */
interface TableHistory {
    /**
     * A version of the table.
     *
     * @param timestampMs Spark's time of the version, epoch milliseconds
     */
    record Version(long version, Metadata metadata, Protocol protocol, long timestampMs) {}

    /**
     * A commit file.
     *
     * @param modifiedAtMs as the storage tells it
     */
    record Commit(long version, long modifiedAtMs) {}

    /** The newest version, opened without its files; -1 when the log is empty. */
    Version latest() throws IOException;

    /** One version, opened without its files. */
    Version at(long version) throws IOException;

    /**
     * The live files of a version, oldest first, then by the bytes of their paths.
     *
     * @param detail what the files are to tell of themselves
     */
    List<Add> files(long version, ActionDetail detail) throws IOException;

    /** The commit files from a version on, as they are listed. */
    List<Commit> commitsFrom(long version);

    /** The actions of a commit, in order. */
    List<Action> actions(Commit commit) throws IOException;

    /** Throws what Spark throws when it must read under a protocol that it does not know. */
    void requireReadable(Protocol protocol);

    /** The directory of the table, as messages print it. */
    String location();
}
