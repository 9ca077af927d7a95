package dev.tidemark.delta.replay;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.log.CheckpointFiles;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.log.LogSegment;

/**
 * Picks files where no reader would: the strongest complete checkpoint and every commit behind it that is there, holes
 * or not. What comes of it is a lower bound of what the table was.
 */
final class SalvagePlanner {
    private SalvagePlanner() {}

    static Optional<LogSegment> plan(LogListing listing, OptionalLong version) {
        long last = version.orElse(Long.MAX_VALUE);
        List<LogFile> checkpointFiles = listing.files().stream()
                .filter(file -> file.name() instanceof LogFileName.Checkpoint checkpoint
                        && checkpoint.version() <= last
                        && !file.isEmpty())
                .toList();
        Optional<CheckpointFiles> checkpoint = CheckpointFiles.strongest(checkpointFiles);
        long from = checkpoint.map(CheckpointFiles::version).orElse(-1L);
        List<LogFile> commits = listing.files().stream()
                .filter(file -> file.name() instanceof LogFileName.Commit commit
                        && commit.version() > from
                        && commit.version() <= last)
                .toList();
        if (checkpoint.isEmpty() && commits.isEmpty()) {
            return Optional.empty();
        }
        LogFile lastCommit = commits.isEmpty() ? checkpoint.orElseThrow().first() : commits.get(commits.size() - 1);
        long reached = commits.isEmpty() ? from : LogSegment.versionOf(lastCommit);
        return Optional.of(new LogSegment(reached, checkpoint.orElse(null), null, commits, null, lastCommit));
    }
}
