package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;

/** The table knows the application under which the query writes from an earlier life, and farther than the query is. */
final class ApplicationIdReused extends CaseRule {
    private static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    ApplicationIdReused() {
        super("SNK-002");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<SinkExhibit.DeltaSink> sink = file.deltaSink();
        long newest = file.checkpoint().offsets().latest().orElse(-1);
        if (sink.isEmpty() || newest < 0) {
            return List.of();
        }
        Optional<String> described = sink.get().applicationId();
        List<Finding> findings = new ArrayList<>();
        sink.get().transactions().values().stream()
                .filter(transaction -> described.isPresent()
                        ? transaction.appId().equals(described.get())
                        : isUnknownWriter(sink.get(), transaction))
                .filter(transaction -> transaction.version() > newest)
                .forEach(transaction ->
                        findings.add(finding(file, sink.get(), transaction, newest, described.isPresent())));
        return findings;
    }

    /** Without a description: a name that no Delta sink makes, in a table that no Delta sink of this query wrote. */
    private static boolean isUnknownWriter(SinkExhibit.DeltaSink sink, SetTransaction transaction) {
        boolean isNamed = !transaction.appId().matches(UUID);
        return isNamed && sink.origin() != SinkExhibit.Origin.IDENTIFIED;
    }

    private Finding finding(
            CaseFile file, SinkExhibit.DeltaSink sink, SetTransaction transaction, long newest, boolean isDescribed) {
        return finding(
                isDescribed ? Severity.ERROR : Severity.WARNING,
                isDescribed ? Confidence.CERTAIN : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "The table " + sink.location() + " has recorded " + transaction.appId() + " up to "
                                + transaction.version() + ", and this query is at batch " + newest,
                        (isDescribed ? "" : "If the query writes under that txnAppId: ") + "All "
                                + (newest + 1)
                                + " batches so far were taken for done and skipped without an error, and so"
                                + " are the next " + (transaction.version() - newest)
                                + ": the new checkpoint began again at batch 0 under an old name",
                        "Write under a new txnAppId, or add an offset to txnVersion, and replay batches 0 to " + newest
                                + " from the source into the table"),
                Location.of(sink.location() + "/_delta_log"),
                file.checkpoint().offsets().at(newest));
    }
}
