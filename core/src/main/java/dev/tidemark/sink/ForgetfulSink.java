package dev.tidemark.sink;

/** A sink that remembers no batch: foreachBatch, Kafka, console, noop, memory. */
public final class ForgetfulSink implements BatchSink {
    private final boolean keepsRows;

    /**
     * A sink.
     *
     * @param keepsRows whether what it was sent stays somewhere
     */
    public ForgetfulSink(boolean keepsRows) {
        this.keepsRows = keepsRows;
    }

    @Override
    public boolean remembers() {
        return false;
    }

    @Override
    public void recall(long batchId) {
        // it forgets
    }

    @Override
    public boolean skips(long batchId) {
        return false;
    }

    @Override
    public Outcome write(long batchId, boolean wasPlannedBefore) {
        return wasPlannedBefore && keepsRows ? Outcome.DUPLICATED : Outcome.WRITTEN;
    }
}
