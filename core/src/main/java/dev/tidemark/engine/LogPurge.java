package dev.tidemark.engine;

import java.io.IOException;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.StoragePath;

/** Deletes the entries of both logs that a new batch makes too old. */
final class LogPurge {
    private final OverlayStorage storage;
    private final Checkpoint checkpoint;
    private final SessionConf session;
    private final Trace trace;

    LogPurge(OverlayStorage storage, SessionConf session, Trace trace) {
        this.storage = storage;
        this.checkpoint = Checkpoint.in(storage);
        this.session = session;
        this.trace = trace;
    }

    /** Authority: HDFSMetadataLog.purge, for both logs. */
    void byNumber(long batchId) throws IOException {
        int retained = session.minBatchesToRetain();
        if (batchId <= retained) {
            trace.add(new EngineEvent.NothingPurged(Step.PURGE, retained));
        } else {
            expire(Checkpoint.OFFSETS, checkpoint.offsets().list().batches(), batchId - retained);
            expire(Checkpoint.COMMITS, checkpoint.commits().list().batches(), batchId - retained);
        }
    }

    /**
     * As many files as are to be kept, whatever their numbers. The entry of the batch itself is written beside the purge: as a
     * rule it is not there yet, and one entry more is left. Authority: AsyncProgressTrackingMicroBatchExecution.purge.
     *
     * @return whether anything can be gone
     */
    boolean byCount(long batchId) throws IOException {
        int retained = session.minBatchesToRetain();
        if (batchId <= retained) {
            return false;
        }
        expireOldest(Checkpoint.OFFSETS, checkpoint.offsets().list().batches(), retained + 1);
        expireOldest(Checkpoint.COMMITS, checkpoint.commits().list().batches(), retained);
        return true;
    }

    private void expireOldest(StoragePath directory, BatchIds ids, int retained) throws IOException {
        long[] all = ids.stream().toArray();
        if (all.length > retained) {
            expire(directory, ids, all[all.length - retained]);
        }
    }

    private void expire(StoragePath directory, BatchIds ids, long threshold) throws IOException {
        for (long id : ids.stream().filter(id -> id < threshold).toArray()) {
            StoragePath path = directory.child(Long.toString(id));
            storage.delete(path);
            trace.add(new EngineEvent.FileDeleted(Step.PURGE, path.value()));
        }
    }
}
