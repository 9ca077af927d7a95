package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;

/** A batch runs again into a sink that does not remember batches. */
final class DeliveredTwice extends CaseRule {
    private static final Set<String> REMEMBER = Set.of("delta", "parquet", "json", "csv", "orc", "text", "avro", "xml");

    DeliveredTwice() {
        super("SNK-020");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        RestartPoint point = file.checkpoint().restartPoint();
        Optional<SinkDescription> sink = file.query().map(QueryDescription::sink);
        if (point.kind() != RestartPoint.Kind.RERUN
                || sink.isEmpty()
                || REMEMBER.contains(sink.get().format().toLowerCase(Locale.ROOT))
                || sink.get().option("txnAppId").isPresent()) {
            return List.of();
        }
        return List.of(finding(
                Severity.INFO,
                Confidence.POSSIBLE,
                new Finding.Explanation(
                        "Batch " + point.batchId() + " runs again into a sink ("
                                + sink.get().format() + ") that does not remember batches",
                        "What reached the sink before the crash is delivered a second time",
                        "Look in the sink for rows of batch " + point.batchId()
                                + "; make the function idempotent, for Delta by txnAppId and txnVersion"),
                file.checkpoint().offsets().at(point.batchId())));
    }
}
