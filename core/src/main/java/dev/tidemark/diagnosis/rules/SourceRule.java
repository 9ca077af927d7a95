package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;

/** A rule about each source of a query by itself. */
abstract class SourceRule extends CaseRule {
    SourceRule(String id) {
        super(id);
    }

    @Override
    public final List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        for (SourceExhibit source : file.sources()) {
            check(file, source).ifPresent(findings::add);
        }
        return findings;
    }

    abstract Optional<Finding> check(CaseFile file, SourceExhibit source);
}
