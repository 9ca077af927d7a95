package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * The Delta sink was restored: the rows of batches are gone, and their transactions are not. Authority: Delta 4.2
 * RestoreTableCommand, which adds and removes files and leaves transactions alone.
 */
final class SinkRestored extends CaseRule {
    SinkRestored() {
        super("SNK-008");
    }

    /** The batches of the query that a RESTORE undid and that its transaction still counts. */
    static Optional<BatchRange> undone(CaseFile file) {
        return file.deltaSink().flatMap(sink -> applicationId(file, sink).flatMap(id -> undone(sink, id)));
    }

    private static Optional<BatchRange> undone(SinkExhibit.DeltaSink sink, String applicationId) {
        return sink.restores().stream()
                .map(SinkExhibit.DeltaSink.Restore::undone)
                .filter(undone -> undone.containsKey(applicationId))
                .reduce((older, newer) -> newer)
                .map(undone -> undone.get(applicationId))
                .filter(range -> Optional.ofNullable(sink.transactions().get(applicationId))
                        .filter(transaction -> transaction.version() == range.last())
                        .isPresent());
    }

    private static Optional<String> applicationId(CaseFile file, SinkExhibit.DeltaSink sink) {
        return sink.applicationId()
                .or(() -> file.checkpoint()
                        .identity()
                        .found()
                        .flatMap(Parsed::value)
                        .map(StreamMetadata::id)
                        .map(Object::toString));
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<BatchRange> undone = undone(file);
        if (undone.isEmpty()) {
            return List.of();
        }
        SinkExhibit.DeltaSink sink = file.deltaSink().orElseThrow();
        long next = file.checkpoint().restartPoint().batchId();
        boolean isSkipped = next <= undone.get().last();
        long restore = sink.restores().get(sink.restores().size() - 1).version();
        return List.of(finding(
                isSkipped ? Severity.ERROR : Severity.WARNING,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Version " + restore + " restored the sink to a state before " + Words.batches(undone.get())
                                + ", and its transactions still count them: RESTORE does not take those back",
                        isSkipped
                                ? "The restart runs batch " + next + ", and the sink takes it for written: up to batch "
                                        + undone.get().last() + " all rows are dropped without an error"
                                : "The checkpoint goes on behind them, so their rows are not written again",
                        isSkipped
                                ? "Give the checkpoint a new query id, by writing another UUID into the file metadata: the sink"
                                        + " then takes the batches"
                                : "If the rows are wanted, rewind the checkpoint to before batch "
                                        + undone.get().first()
                                        + " and give it a new query id in the file metadata, or write them by a batch query"),
                Location.of(sink.location() + "/_delta_log"),
                file.checkpoint()
                        .offsets()
                        .at(file.checkpoint().offsets().latest().orElse(0))));
    }
}
