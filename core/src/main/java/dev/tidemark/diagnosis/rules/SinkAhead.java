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
        if (reached.isEmpty()
                || reached.get().batchId() <= newest
                || !knowsAny
                || SinkRestored.undone(file).isPresent()
                || OutputOfAnEarlierQuery.isOne(file)) {
            return List.of();
        }
        SinkPosition.Reached sink = reached.get();
        BatchRange again = new BatchRange(newest + 1, sink.batchId());
        return List.of(finding(
                sink.isCertain() ? Severity.ERROR : Severity.WARNING,
                sink.isCertain() ? Confidence.CERTAIN : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "The sink has batches up to " + sink.batchId()
                                + " of this query, and the newest offset file is of batch " + newest,
                        Words.capital(Words.batches(again)) + (again.first() == again.last() ? " is" : " are")
                                + " planned anew and skipped by the sink, whatever rows there are: those that the sink did not"
                                + " get before are lost without an error. The checkpoint was rewound or is an older copy, or a new one"
                                + " writes into an old output",
                        "Restore the offset and commit files up to " + sink.batchId()
                                + ". Else begin a new checkpoint with a new output"
                                + (file.deltaSink().isPresent()
                                        ? "; RESTORE of the table does not help by itself, for it keeps the transactions: a new"
                                                + " query id in the file metadata does"
                                        : "")),
                Location.of(sink.location()),
                file.checkpoint().offsets().at(Math.max(0, newest))));
    }
}
