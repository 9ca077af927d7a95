package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.engine.PinnedConf;

/** The query sets configurations that the checkpoint overrides. */
final class SessionConfIgnored extends CaseRule {
    SessionConfIgnored() {
        super("CNF-001");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        List<PinnedConf> overridden = file.restart()
                .found()
                .filter(RestartOutlook::isDescribed)
                .map(outlook -> outlook.prediction().pinned().stream()
                        .filter(PinnedConf::isOverridden)
                        .filter(conf -> outlook.query().confs().containsKey(conf.key()))
                        .toList())
                .orElse(List.of());
        long newest = file.checkpoint().offsets().latest().orElse(0);
        if (overridden.isEmpty()) {
            return List.of();
        }
        String which = overridden.stream()
                .map(conf -> conf.key() + "=" + conf.session() + " (used: " + conf.used() + ")")
                .collect(Collectors.joining(", "));
        return List.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The session sets " + which,
                        "The value of the first batch is stored with every offset and wins, without an error",
                        "Nothing, or a new checkpoint. Do not edit the offset file: state does not follow it"),
                file.checkpoint().offsets().at(newest).atLine(2)));
    }
}
