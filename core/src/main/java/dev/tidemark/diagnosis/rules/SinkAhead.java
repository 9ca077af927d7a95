package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** The sink has batches that the checkpoint does not know: new batches of those numbers are skipped. */
final class SinkAhead extends CaseRule {
    SinkAhead() {
        super("SNK-003");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        long newest = file.checkpoint().offsets().latest().orElse(-1);
        boolean knowsAny = newest >= 0 || file.checkpoint().commits().latest().isPresent();
        Optional<SinkPosition.Reached> reached = SinkPosition.of(file);
        if (reached.isEmpty() || reached.get().batchId() <= newest || !knowsAny) {
            return List.of();
        }
        SinkPosition.Reached sink = reached.get();
        return List.of(finding(
                sink.isCertain() ? Severity.ERROR : Severity.WARNING,
                sink.isCertain() ? Confidence.CERTAIN : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "The sink has batches up to " + sink.batchId()
                                + " of this query, and the newest offset file is of batch " + newest,
                        "Batches " + new BatchRange(newest + 1, sink.batchId())
                                + " are planned anew and skipped by the sink, whatever they hold: rows that the old ones did not"
                                + " have are lost without an error. The checkpoint was rewound or is an older copy, or a new one"
                                + " writes into an old output",
                        "Restore the offset and commit files up to " + sink.batchId()
                                + ". Else begin a new checkpoint with a new output, or take the table back to where the"
                                + " checkpoint is"),
                Location.of(sink.location()),
                file.checkpoint().offsets().at(Math.max(0, newest))));
    }
}
