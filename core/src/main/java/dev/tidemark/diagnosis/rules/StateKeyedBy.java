package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.StatefulOperator;

/** By what each stateful operator keeps its state: a plan with another key cannot use it. */
final class StateKeyedBy extends CaseRule {
    private static final int LONGEST = 160;

    StateKeyedBy() {
        super("STA-022");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        for (StatefulOperator operator :
                file.state().map(StateExhibit::operators).orElse(List.of())) {
            operator.stores().stream()
                    .filter(store -> !store.families().isEmpty())
                    .findFirst()
                    .ifPresent(store -> findings.add(finding(
                            Severity.INFO,
                            Confidence.CERTAIN,
                            new Finding.Explanation(
                                    "Operator " + operator.operatorId()
                                            + operator.name()
                                                    .map(name -> " (" + name + ")")
                                                    .orElse("")
                                            + " is keyed by ("
                                            + columns(store.families().get(0).key()) + ")",
                                    "A plan whose operator has another key, by type and position, cannot use this state:"
                                            + " STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE. Turning the check off hides it and mixes"
                                            + " states",
                                    "Keep the key, or begin a new checkpoint"),
                            Location.of("state/" + operator.operatorId()))));
        }
        return findings;
    }

    private static String columns(StructSchema key) {
        String text = key.fields().stream()
                .map(field -> field.name() + " " + field.type().text())
                .collect(Collectors.joining(", "));
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    }
}
