package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.source.SourceOffset;

/** Several lines of one offset file hold the same position in the same topics or table. */
final class SameSourceSeveralTimes extends CaseRule {
    SameSourceSeveralTimes() {
        super("SRC-002");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Map<String, List<SourceExhibit.Position>> byText = new LinkedHashMap<>();
        for (SourceExhibit source : file.sources()) {
            source.newest()
                    .filter(position -> position.offset() instanceof SourceOffset.Kafka
                            || position.offset() instanceof SourceOffset.Delta)
                    .ifPresent(
                            position -> byText.computeIfAbsent(position.line().text(), text -> new ArrayList<>())
                                    .add(position));
        }
        List<Finding> findings = new ArrayList<>();
        byText.values().stream()
                .filter(positions -> positions.size() > 1)
                .forEach(positions -> findings.add(finding(
                        Severity.INFO,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                Words.count(positions.size(), "source line") + " of offsets/"
                                        + positions.get(0).batchId() + " hold the same position",
                                "The plan reads one source that many times, so it is read and counted as often",
                                "Nothing, if the query joins or unites a stream with itself; else use the frame once"),
                        positions.get(0).line().at(),
                        positions.get(1).line().at())));
        return findings;
    }
}
