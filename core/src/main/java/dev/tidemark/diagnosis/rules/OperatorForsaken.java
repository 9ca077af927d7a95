package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;

/** An operator whose state stopped growing while another's goes on. */
final class OperatorForsaken extends CaseRule {
    private static final long FAR = 3;

    OperatorForsaken() {
        super("STA-026");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Map<Integer, Long> newest = new TreeMap<>();
        for (StateExhibit.StoreFiles files :
                file.state().map(StateExhibit::files).orElse(List.of())) {
            newest.merge(
                    files.store().operatorId(),
                    Math.max(files.hdfs().newest(), files.rocksDb().newest()),
                    Math::max);
        }
        long top = newest.values().stream().mapToLong(Long::longValue).max().orElse(-1);
        List<Finding> findings = new ArrayList<>();
        newest.forEach((operator, version) -> {
            if (version + FAR < top) {
                findings.add(finding(
                        Severity.INFO,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "The state of operator " + operator + " ends at version " + version
                                        + ", that of others at " + top,
                                "The operator was taken out of the query some batches ago, which Spark up to 3.5 allows",
                                "Nothing while the plan stays as it is; Spark 4.0 and later compare the plan's operators with"
                                        + " the directories' metadata"),
                        Location.of("state/" + operator)));
            }
        });
        return findings;
    }
}
