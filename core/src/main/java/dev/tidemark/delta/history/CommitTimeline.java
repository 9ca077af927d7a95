package dev.tidemark.delta.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.io.Storage;

/**
 * When each version was made, as time travel sees it: in-commit timestamps where a commit has one, else the time of the
 * file, pushed forward so that no version is older than the one before it.
 *
 * <p>Authority: Delta 4.2: {@code DeltaHistoryManager.monotonizeCommitTimestamps}, {@code getActiveCommitAtTime}.
 */
public final class CommitTimeline {
    /** A version and its time. */
    public record Moment(long version, long timestampMs) {}

    private final List<Moment> moments;

    private CommitTimeline(List<Moment> moments) {
        this.moments = List.copyOf(moments);
    }

    /** The times of all commits in a listing. */
    public static CommitTimeline of(Storage table, LogListing listing) throws IOException {
        List<Moment> moments = new ArrayList<>();
        long before = Long.MIN_VALUE;
        for (LogFile file : listing.ofKind(LogFileName.Commit.class)) {
            TableCommit commit = CommitReader.read(table, file);
            long time =
                    before == Long.MIN_VALUE ? commit.committedAtMs() : Math.max(commit.committedAtMs(), before + 1);
            moments.add(new Moment(commit.version(), time));
            before = time;
        }
        return new CommitTimeline(moments);
    }

    /** The first moment, or empty when there is no commit. */
    public Optional<Moment> first() {
        return moments.isEmpty() ? Optional.empty() : Optional.of(moments.get(0));
    }

    /** The last moment, or empty when there is no commit. */
    public Optional<Moment> last() {
        return moments.isEmpty() ? Optional.empty() : Optional.of(moments.get(moments.size() - 1));
    }

    /** The version that was the latest at a time, or empty when the log begins later. */
    public Optional<Moment> at(long timestampMs) {
        Moment found = null;
        for (Moment moment : moments) {
            if (moment.timestampMs() > timestampMs) {
                break;
            }
            found = moment;
        }
        return Optional.ofNullable(found);
    }
}
