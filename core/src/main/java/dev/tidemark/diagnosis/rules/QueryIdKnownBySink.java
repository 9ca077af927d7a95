package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/** The file metadata is gone, and the sink remembers the id that it held. Authority: Delta DeltaSink.addBatch. */
final class QueryIdKnownBySink extends CaseRule {
    private static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";

    QueryIdKnownBySink() {
        super("SNK-001");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        CheckpointSurvey survey = file.checkpoint();
        Optional<SinkExhibit.DeltaSink> sink = file.deltaSink();
        boolean isLost = survey.identity().found().flatMap(Parsed::value).isEmpty();
        long planned = survey.offsets().latest().orElse(-1);
        if (!isLost || sink.isEmpty() || planned < 0) {
            return List.of();
        }
        Map<String, Long> candidates = new TreeMap<>();
        sink.get().writers().forEach((id, batch) -> addIfNear(candidates, id, batch, planned));
        sink.get().transactions().values().stream()
                .filter(transaction -> transaction.appId().matches(UUID))
                .forEach(transaction -> addIfNear(candidates, transaction.appId(), transaction.version(), planned));
        return candidates.isEmpty() ? List.of() : List.of(finding(file, sink.get(), candidates, planned));
    }

    private static void addIfNear(Map<String, Long> candidates, String id, long batch, long planned) {
        if (batch >= planned - 2 && batch <= planned) {
            candidates.put(id, batch);
        }
    }

    private Finding finding(CaseFile file, SinkExhibit.DeltaSink sink, Map<String, Long> candidates, long planned) {
        Map.Entry<String, Long> first = candidates.entrySet().iterator().next();
        String id = first.getKey();
        long batch = first.getValue();
        boolean isOne = candidates.size() == 1;
        boolean isPending =
                batch == planned && file.checkpoint().commits().latest().orElse(-1) < planned;
        String said = isOne
                ? "The query's id is lost, and " + sink.location() + " says it was " + id + " at batch " + batch
                : "The query's id is lost, and " + sink.location() + " knows " + candidates.size()
                        + " that it may have been: " + String.join(", ", candidates.keySet());
        return finding(
                Severity.ERROR,
                isOne && sink.origin() != SinkExhibit.Origin.NEARBY ? Confidence.CERTAIN : Confidence.LIKELY,
                new Finding.Explanation(
                        said,
                        isPending
                                ? "Batch " + batch
                                        + " reached the table and its commit file was not written: under a new id the"
                                        + " table does not know it and gets it a second time"
                                : "Under a new id the table does not recognise a batch that runs again and takes it twice",
                        "Before the query is started write the file metadata: {\"id\":\"" + id + "\"}"
                                + (isOne ? "" : ", with the id that the query's own progress events show")),
                Location.of("metadata"),
                Location.of(sink.location() + "/_delta_log"));
    }
}
