package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.schema.StatefulOperator;

/** There are more partition directories than the offsets pin. */
final class FoldersBeyondPartitions extends CaseRule {
    FoldersBeyondPartitions() {
        super("CNF-005");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<StateExhibit> state = file.state().found();
        Optional<Integer> pinned = state.flatMap(found -> found.conf().partitions());
        long newest = file.checkpoint().offsets().latest().orElse(0);
        List<Finding> findings = new ArrayList<>();
        for (StatefulOperator operator : state.map(StateExhibit::operators).orElse(List.of())) {
            int folders = operator.partitions().size();
            int last = folders == 0 ? -1 : operator.partitions().get(folders - 1);
            if (pinned.isPresent() && last >= pinned.get()) {
                findings.add(finding(
                        Severity.ERROR,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "offsets/" + newest + " pins " + pinned.get() + " partitions, and state/"
                                        + operator.operatorId() + " has " + folders + " directories, up to " + last,
                                "Keys are spread over " + pinned.get() + " partitions now: what directories "
                                        + pinned.get()
                                        + " to " + last
                                        + " hold is never read again, and keys of the others are looked for in"
                                        + " the wrong place",
                                "Write back the number that older offset files pin, unless the state was repartitioned by"
                                        + " Spark 4.2's own tool"),
                        file.checkpoint().offsets().at(newest).atLine(2),
                        Location.of("state/" + operator.operatorId())));
            }
        }
        return findings;
    }
}
