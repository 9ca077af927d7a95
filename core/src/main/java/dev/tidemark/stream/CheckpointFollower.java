package dev.tidemark.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.log.LogListing;

/**
 * Tells what became of a checkpoint since it was last looked at: batches planned, batches committed, and logs that went
 * back. Each look lists both logs and reads nothing.
 */
public final class CheckpointFollower {
    private final Checkpoint checkpoint;
    private long newestPlanned = -1;
    private long newestCommitted = -1;
    private boolean hasLooked;

    /** What one log did between two looks. */
    public enum Deed {
        PLANNED,
        COMMITTED,
        /** The newest offset file is an older one than before. */
        PLANS_WENT_BACK,
        /** The newest commit file is an older one than before. */
        COMMITS_WENT_BACK
    }

    /** One thing that happened; for a log that went back the batch that is the newest now, -1 for none. */
    public record Step(Deed deed, long batchId) {}

    public CheckpointFollower(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
    }

    /** The newest batch with an offset file at the last look; empty when there was none. */
    public OptionalLong newestPlanned() {
        return newestPlanned < 0 ? OptionalLong.empty() : OptionalLong.of(newestPlanned);
    }

    /** The newest batch with a commit at the last look; empty when there was none. */
    public OptionalLong newestCommitted() {
        return newestCommitted < 0 ? OptionalLong.empty() : OptionalLong.of(newestCommitted);
    }

    /**
     * Looks again; what happened since the last look, in the order the batches have. The first look only takes note.
     *
     * @throws IOException when the storage refuses to list
     */
    public List<Step> look() throws IOException {
        LogListing commits = checkpoint.commits().list();
        LogListing offsets = checkpoint.offsets().list();
        List<Step> steps = new ArrayList<>();
        if (hasLooked) {
            went(steps, offsets, newestPlanned, Deed.PLANS_WENT_BACK);
            went(steps, commits, newestCommitted, Deed.COMMITS_WENT_BACK);
            batches(steps, offsets.batches(), commits.batches());
        }
        hasLooked = true;
        newestPlanned = offsets.latest().orElse(-1);
        newestCommitted = commits.latest().orElse(-1);
        return steps;
    }

    private static void went(List<Step> steps, LogListing log, long newestBefore, Deed back) {
        long newest = log.latest().orElse(-1);
        if (newest < newestBefore) {
            steps.add(new Step(back, newest));
        }
    }

    private void batches(List<Step> steps, BatchIds offsets, BatchIds commits) {
        offsets.with(commits).stream().forEach(batchId -> {
            if (batchId > newestPlanned && offsets.contains(batchId)) {
                steps.add(new Step(Deed.PLANNED, batchId));
            }
            if (batchId > newestCommitted && commits.contains(batchId)) {
                steps.add(new Step(Deed.COMMITTED, batchId));
            }
        });
    }
}
