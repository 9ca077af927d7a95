package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.stream.LoadSurvey;

/** A partition's directory is not there, which is never taken for empty state. */
final class PartitionMissing extends CaseRule {
    PartitionMissing() {
        super("STA-025");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<StateExhibit> state = file.state().found();
        if (state.isEmpty() || state.get().loads().batches().isEmpty()) {
            return List.of();
        }
        Map<Integer, Set<Integer>> missing = new TreeMap<>();
        for (LoadSurvey.Obstacle obstacle : state.get().loads().batches().get(0).obstacles()) {
            StateStoreId store = obstacle.store();
            boolean isThere = state.get().operators().stream()
                    .anyMatch(operator -> operator.operatorId() == store.operatorId()
                            && operator.partitions().contains(store.partitionId()));
            if (!isThere) {
                missing.computeIfAbsent(store.operatorId(), id -> new TreeSet<>())
                        .add(store.partitionId());
            }
        }
        List<Finding> findings = new ArrayList<>();
        missing.forEach((operator, partitions) -> findings.add(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "state/" + operator + " lacks the directory of partition "
                                + partitions.stream().map(Object::toString).collect(Collectors.joining(", "))
                                + "; the newest offsets pin "
                                + state.get()
                                        .conf()
                                        .partitions()
                                        .map(Object::toString)
                                        .orElse("no number of") + " partitions",
                        "Spark goes back to version 1 in search of it and names 1.delta, which is not the file that was lost",
                        "Restore the directory from a backup. If the pinned number was raised by hand, write back the old one."
                                + " If the checkpoint lay on the local disks of a cluster, the other machines have the rest: it"
                                + " needs storage that all share"),
                Location.of("state/" + operator + "/" + partitions.iterator().next()))));
        return findings;
    }
}
