package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/** The described Delta sink has never heard of the query. */
final class SinkKnowsNoSuchQuery extends CaseRule {
    SinkKnowsNoSuchQuery() {
        super("SNK-006");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<String> id = file.checkpoint()
                .identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString);
        Optional<SinkExhibit.DeltaSink> sink = file.deltaSink().filter(found -> !found.isForeachBatch());
        long committed = file.checkpoint().commits().latest().orElse(-1);
        if (id.isEmpty()
                || sink.isEmpty()
                || committed < 0
                || sink.get().applicationId().isPresent()
                || sink.get().transactions().containsKey(id.get())
                || sink.get().writers().containsKey(id.get())) {
            return List.of();
        }
        List<String> others = sink.get().transactions().values().stream()
                .filter(transaction -> transaction.version() >= committed - 1 && transaction.version() <= committed + 1)
                .map(SetTransaction::appId)
                .sorted()
                .toList();
        boolean isDescribed = sink.get().origin() == SinkExhibit.Origin.DESCRIBED;
        if (!isDescribed && others.stream().noneMatch(SinkKnowsNoSuchQuery::isQuery)) {
            return List.of();
        }
        String known = others.isEmpty() ? "" : "; it knows " + String.join(", ", others) + " at about the same batch";
        return List.of(finding(
                Severity.WARNING,
                isDescribed ? Confidence.LIKELY : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "Batches up to " + committed + " are committed, and the table "
                                + sink.get().location() + " has no transaction of query " + id.get() + known,
                        "The id in the file metadata was changed (before Spark 4.2 a lost one was made anew without a word), or"
                                + " the query wrote into another table, or the table forgets"
                                + " transactions (delta.setTransactionRetentionDuration): a batch that runs again is written"
                                + " twice",
                        others.isEmpty()
                                ? "See that the query's sink is this table"
                                : "If the query is the one that the table knows, write its id into the file metadata before"
                                        + " it is started again"),
                Location.of("metadata"),
                Location.of(sink.get().location() + "/_delta_log")));
    }

    /** Whether an application id is a query's, which are UUIDs, and not one that its writer chose. */
    private static boolean isQuery(String appId) {
        return appId.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    }
}
