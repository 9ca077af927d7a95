package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;

/** As many partition directories as the offsets pin: the session's number does not count. */
final class PartitionsAgree extends CaseRule {
    PartitionsAgree() {
        super("OK-005");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<StateExhibit> state = file.state().found();
        Optional<Integer> pinned = state.flatMap(found -> found.conf().partitions());
        long newest = file.checkpoint().offsets().latest().orElse(0);
        boolean agrees = pinned.isPresent()
                && state.get().operators().stream()
                        .allMatch(operator -> operator.partitions().size() == pinned.get());
        if (!agrees || state.get().operators().isEmpty()) {
            return List.of();
        }
        return List.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "offsets/" + newest + " pins " + pinned.get() + " shuffle partitions, and the state has as many"
                                + " directories",
                        "The session's spark.sql.shuffle.partitions is overridden for stateful operators, by design",
                        "Nothing; to change it begin a new checkpoint, or repartition the state offline in Spark 4.2. Do not edit"
                                + " the offset file"),
                file.checkpoint().offsets().at(newest).atLine(2)));
    }
}
