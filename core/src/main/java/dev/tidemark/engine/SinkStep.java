package dev.tidemark.engine;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.engine.RestartPrediction.BatchKind;
import dev.tidemark.engine.SparkErrors.LogKind;
import dev.tidemark.evidence.Damage;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.sink.BatchSink;
import dev.tidemark.sink.delta.DeltaBatchSink;
import dev.tidemark.sink.file.FileBatchSink;
import org.jspecify.annotations.Nullable;

/** Gives a batch to the sink, and keeps in the ledger what came there. */
final class SinkStep {
    private final QueryDescription query;
    private final QueryStart start;
    private final Ledger ledger;
    private final Trace trace;

    SinkStep(QueryDescription query, QueryStart start, Ledger ledger, Trace trace) {
        this.query = query;
        this.start = start;
        this.ledger = ledger;
        this.trace = trace;
    }

    /**
     * What becomes of a batch at the sink.
     *
     * @param sink null when the description names none
     * @param isSkipped whether the sink has a batch of that number already
     * @throws QueryDeathException when the sink refuses it
     */
    BatchSink.Outcome send(@Nullable BatchSink sink, Batch batch, boolean isSkipped) throws IOException {
        SinkDescription described = query.sink();
        String name = described == null ? "undescribed" : described.format();
        if (sink == null) {
            trace.add(new EngineEvent.SinkFed(Step.SINK, name, EngineEvent.Extent.COMPLETE, false));
            return BatchSink.Outcome.UNKNOWN;
        }
        if (isSkipped) {
            ledger.skipped(batch.batchId(), batch.ranges(), batch.kind() != BatchKind.RERUN);
            trace.add(new EngineEvent.SinkSkipped(Step.SINK, name));
            return BatchSink.Outcome.SKIPPED;
        }
        if (sink instanceof DeltaBatchSink table
                && table.isAppendOnly()
                && described != null
                && described.outputMode().equalsIgnoreCase("complete")) {
            throw start.deaths()
                    .death(
                            Step.SINK,
                            batch.batchId(),
                            null,
                            start.errors().tableIsAppendOnly(),
                            Advices.TABLE_IS_APPEND_ONLY);
        }
        if (sink instanceof FileBatchSink files) {
            requireSinkLog(files, batch.batchId());
        }
        return feed(sink, batch, name);
    }

    /** A compaction reads the entries before it. Authority: CompactibleFileStreamLog.compact. */
    private void requireSinkLog(FileBatchSink files, long batchId) throws IOException {
        SinkDescription description = query.sink();
        String output = "file:" + (description == null ? "" : description.path()) + "/";
        Optional<String> missing = files.missingFor(batchId);
        if (missing.isPresent()) {
            throw start.deaths()
                    .death(
                            Step.SINK,
                            batchId,
                            null,
                            start.errors().batchMetadataNotFound(output + missing.get()),
                            Advices.sinkEntryMissing(missing.get()));
        }
        Optional<Damage> flaw = files.flawFor(batchId);
        if (flaw.isPresent() && flaw.get().cause() instanceof LogFlaw cause) {
            String file = flaw.get().at().path();
            throw start.deaths()
                    .death(
                            Step.SINK,
                            batchId,
                            null,
                            start.errors()
                                    .whileReadingFile(
                                            output + file, start.errors().flaw(cause, LogKind.OFFSETS)),
                            Advices.sinkEntryDamaged(file, flaw.get()));
        }
    }

    private BatchSink.Outcome feed(BatchSink fed, Batch batch, String name) throws IOException {
        List<Resume.Range> content = batch.ranges();
        Ledger.Delivery before = ledger.delivery(batch.batchId());
        if (!fed.remembers()) {
            ledger.deliveredPartly(batch.batchId(), content);
        }
        trace.add(new EngineEvent.SinkFed(Step.SINK, name, EngineEvent.Extent.IN_PART, fed.remembers()));
        BatchSink.Outcome outcome = fed.write(batch.batchId(), batch.kind() == BatchKind.RERUN);
        ledger.delivered(batch.batchId(), content, before);
        trace.add(new EngineEvent.SinkFed(Step.SINK, name, EngineEvent.Extent.COMPLETE, fed.remembers()));
        return outcome;
    }
}
