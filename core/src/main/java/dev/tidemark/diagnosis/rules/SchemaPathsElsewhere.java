package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.schema.StatefulOperator;

/** The metadata of an operator names schema files at another place: the checkpoint was moved. */
final class SchemaPathsElsewhere extends CaseRule {
    SchemaPathsElsewhere() {
        super("CPY-003");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        String here = file.checkpoint().location().replaceFirst("^file:/*", "/");
        List<Finding> findings = new ArrayList<>();
        for (StatefulOperator operator :
                file.state().map(StateExhibit::operators).orElse(List.of())) {
            operator.knownMetadata().stream()
                    .flatMap(metadata -> metadata.stores().stream())
                    .flatMap(store -> store.schemaPaths().stream())
                    .filter(path -> !path.replaceFirst("^file:/*", "/").startsWith(here))
                    .findFirst()
                    .ifPresent(path -> findings.add(finding(
                            Severity.INFO,
                            Confidence.LIKELY,
                            new Finding.Explanation(
                                    "The metadata of operator " + operator.operatorId() + " name schema files at "
                                            + path,
                                    "The paths are absolute: started at a new place the query looks for the files at the old one",
                                    "Nothing, if this is a copy to be looked at. To run from here keep the old place readable, or"
                                            + " restore the checkpoint to it"),
                            Location.of("state/" + operator.operatorId() + "/_metadata"))));
        }
        return findings;
    }
}
