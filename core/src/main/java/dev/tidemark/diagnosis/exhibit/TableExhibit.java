package dev.tidemark.diagnosis.exhibit;

import java.util.List;

import dev.tidemark.delta.verify.Verification;

/**
 * A Delta table by itself.
 *
 * @param commits the versions whose commit files are there, ascending
 * @param checkpoints the versions of complete checkpoints, ascending
 * @param holes missing commits between those that are there
 * @param isReadable whether Spark reads the newest version
 * @param odd commits whose bytes are not what their writer wrote
 * @param strangers data files that were written together and that no commit names; not at hand where they were not looked for
 */
public record TableExhibit(
        String location,
        Verification verification,
        List<Long> commits,
        List<Long> checkpoints,
        List<Hole> holes,
        boolean isReadable,
        OddCommits odd,
        Exhibit<List<Cluster>> strangers) {
    /** What a commit does not say. */
    public static final long NOT_SAID = -1;

    /**
     * Missing commits.
     *
     * @param readVersion the version that the commit behind the hole was made on top of; {@link #NOT_SAID} where it does not
     *     say
     */
    public record Hole(long first, long last, long readVersion) {}

    /**
     * Commits whose bytes are not what their writer wrote.
     *
     * @param empty those without a byte, ascending
     * @param changed those that Hadoop's checksum file beside them contradicts, of the newest
     */
    public record OddCommits(List<Long> empty, List<Long> changed) {
        public OddCommits {
            empty = List.copyOf(empty);
            changed = List.copyOf(changed);
        }
    }

    /**
     * Data files that were written together.
     *
     * @param beforeVersion the commit that was written next
     * @param job the id that all their names share; empty when they share none
     */
    public record Cluster(List<String> paths, long modifiedAtMs, long beforeVersion, String job) {
        public Cluster {
            paths = List.copyOf(paths);
        }
    }

    public TableExhibit {
        commits = List.copyOf(commits);
        checkpoints = List.copyOf(checkpoints);
        holes = List.copyOf(holes);
    }

    /** The newest version that a file of the log names; -1 when none does. */
    public long headVersion() {
        long commit = commits.isEmpty() ? -1 : commits.get(commits.size() - 1);
        long checkpoint = checkpoints.isEmpty() ? -1 : checkpoints.get(checkpoints.size() - 1);
        return Math.max(commit, checkpoint);
    }

    /** Whether the commits of a range are all there. */
    public boolean hasCommits(long first, long last) {
        long there = commits.stream()
                .filter(version -> version >= first && version <= last)
                .count();
        return there == last - first + 1;
    }
}
