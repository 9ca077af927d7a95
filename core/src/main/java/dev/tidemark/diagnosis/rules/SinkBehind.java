package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;

/** Batches are committed that the sink does not have. */
final class SinkBehind extends CaseRule {
    SinkBehind() {
        super("SNK-005");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        long committed = file.checkpoint().commits().latest().orElse(-1);
        Optional<SinkPosition.Reached> reached = SinkPosition.of(file);
        boolean isForeachBatch =
                file.deltaSink().filter(SinkExhibit.DeltaSink::isForeachBatch).isPresent();
        if (reached.isEmpty() || isForeachBatch || reached.get().batchId() >= committed) {
            return List.of();
        }
        SinkPosition.Reached sink = reached.get();
        return List.of(finding(
                sink.isCertain() ? Severity.ERROR : Severity.WARNING,
                sink.isCertain() ? Confidence.LIKELY : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "Batch " + committed + " is committed, and the newest batch in the sink is " + sink.batchId(),
                        "The sink lost what batches " + new BatchRange(sink.batchId() + 1, committed)
                                + " wrote, by a restore or a copy of another moment; no restart writes them again",
                        "Restore the sink. Or take the checkpoint back to batch " + sink.batchId()
                                + ": set offsets and commits above it aside, if the state of that batch is still there"),
                Location.of(sink.location()),
                file.checkpoint().commits().at(committed)));
    }
}
