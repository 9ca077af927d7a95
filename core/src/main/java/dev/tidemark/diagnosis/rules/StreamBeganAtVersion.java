package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/** The first batch of a Delta source read from a version on and not from a snapshot. */
final class StreamBeganAtVersion extends CaseRule {
    StreamBeganAtVersion() {
        super("SRC-017");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<Finding> findings = new ArrayList<>();
        file.checkpoint()
                .offsets()
                .value(0)
                .ifPresent(first -> first.sources().forEach(line -> {
                    Optional<SourceOffset> offset = line.isVoid()
                            ? Optional.empty()
                            : SourceOffsetParser.parse(line.at(), line.text()).value();
                    if (offset.isPresent()
                            && offset.get() instanceof SourceOffset.Delta delta
                            && !delta.isInitialSnapshot()
                            && delta.index() >= 0) {
                        findings.add(finding(
                                Severity.INFO,
                                Confidence.LIKELY,
                                new Finding.Explanation(
                                        "Source " + line.sourceId()
                                                + " began at a version and not with a snapshot: batch 0 read up to"
                                                + " file " + delta.index() + " of version " + delta.reservoirVersion(),
                                        "startingVersion is inclusive: what that version wrote is read, also when it was loaded before",
                                        "Nothing, unless the first version was loaded by other means; then its rows are there twice"),
                                line.at()));
                    }
                }));
        return findings;
    }
}
