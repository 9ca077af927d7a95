package dev.tidemark.view.plot;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.evidence.Parsed;

/**
 * The newest batches of the offset log.
 *
 * @param batches ascending; those that cannot be read are left out
 * @param total how many there are in all
 */
record PlannedBatches(List<Planned> batches, int total) {
    /** A batch and its offsets. */
    record Planned(long batchId, OffsetEntry entry) {
        long watermarkMs() {
            return entry.metadata() == null ? 0 : entry.metadata().watermarkMs();
        }

        /** When it was planned; 0 when its file does not say. */
        long plannedAtMs() {
            return entry.metadata() == null ? 0 : entry.metadata().timestampMs();
        }
    }

    PlannedBatches {
        batches = List.copyOf(batches);
    }

    /** Reads at most so many. */
    static PlannedBatches newest(Checkpoint checkpoint, int most) throws IOException {
        BatchIds ids = checkpoint.offsets().list().batches();
        List<Planned> batches = new ArrayList<>();
        for (long id : ids.stream().skip(Math.max(0, ids.size() - most)).toArray()) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("cancelled");
            }
            checkpoint
                    .offsets()
                    .read(id)
                    .flatMap(Parsed::value)
                    .ifPresent(entry -> batches.add(new Planned(id, entry)));
        }
        return new PlannedBatches(batches, ids.size());
    }

    /** For the line under a chart; empty when these are all. */
    String extent() {
        return batches.size() >= total
                ? ""
                : "The newest " + batches.size() + " of " + total + " batches; --last N shows more.";
    }
}
