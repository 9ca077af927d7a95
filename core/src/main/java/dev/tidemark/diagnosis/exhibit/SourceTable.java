package dev.tidemark.diagnosis.exhibit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.action.Metadata;
import dev.tidemark.evidence.Location;
import org.jspecify.annotations.Nullable;

/**
 * The Delta table that a source reads, as it is now, looked at from the stream's position on.
 *
 * @param headVersion the newest version; -1 when there is none
 * @param headMetadata what the table is now; null when that could not be read
 * @param startMetadata what the table was at the stream's position; null when that could not be read
 * @param commits the versions whose commit files are there, ascending
 * @param checkpoints the versions of complete checkpoints, ascending
 * @param ahead the commits from the stream's position on, ascending, as many as were read
 * @param isCutShort whether there are more commits ahead than were read
 * @param missing data files that the stream has still to read and that are not there; not at hand where data files were not
 *     looked for
 */
public record SourceTable(
        String location,
        long headVersion,
        @Nullable Metadata headMetadata,
        @Nullable Metadata startMetadata,
        List<Long> commits,
        List<Long> checkpoints,
        List<Commit> ahead,
        boolean isCutShort,
        Exhibit<List<MissingFile>> missing) {
    /**
     * One commit ahead of the stream.
     *
     * @param modifiedAtMs when its file was written
     * @param operation such as {@code DELETE}; empty when the commit does not say
     * @param adds files that it adds with changed data
     * @param addedRows the rows in them; -1 when the log does not count them
     * @param removes files that it removes with changed data
     * @param cdcFiles change data files
     * @param metadata what it makes of the table; null when it does not change that
     */
    public record Commit(
            long version,
            Location at,
            long modifiedAtMs,
            String operation,
            long adds,
            long addedRows,
            long removes,
            long cdcFiles,
            @Nullable Metadata metadata) {
        /** The table's new metadata. */
        public Optional<Metadata> newMetadata() {
            return Optional.ofNullable(metadata);
        }
    }

    /**
     * A data file that is not there.
     *
     * @param version of the commit that adds it
     * @param removedIn the commit that removes it later; -1 when it is part of the table to this day
     */
    public record MissingFile(long version, String path, long removedIn) {}

    public SourceTable {
        commits = List.copyOf(commits);
        checkpoints = List.copyOf(checkpoints);
        ahead = List.copyOf(ahead);
    }

    /** What the table is now. */
    public Optional<Metadata> head() {
        return Optional.ofNullable(headMetadata);
    }

    /** What the table was at the stream's position. */
    public Optional<Metadata> atStart() {
        return Optional.ofNullable(startMetadata);
    }

    /** The id of the table. */
    public Optional<String> tableId() {
        return head().flatMap(metadata -> Optional.ofNullable(metadata.id()));
    }

    /** The oldest commit that is there. */
    public OptionalLong firstCommit() {
        return commits.isEmpty() ? OptionalLong.empty() : OptionalLong.of(commits.get(0));
    }

    /** Whether the commit of a version is there. */
    public boolean hasCommit(long version) {
        return java.util.Collections.binarySearch(commits, version) >= 0;
    }

    /** Whether a version can be rebuilt: a checkpoint at or below it, or version 0, and every commit from there. */
    public boolean isReconstructible(long version) {
        long base = checkpoints.stream()
                .filter(checkpoint -> checkpoint <= version)
                .max(Long::compare)
                .orElse(-1L);
        for (long needed = base + 1; needed <= version; needed++) {
            if (!hasCommit(needed)) {
                return false;
            }
        }
        return base >= 0 || hasCommit(0);
    }
}
