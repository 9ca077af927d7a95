package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.engine.Failure;
import dev.tidemark.engine.SparkError;
import dev.tidemark.evidence.Location;

/** The engine's rules say that a restart fails, and no other rule says why. */
final class RestartFails extends CaseRule {
    RestartFails() {
        super("RST-001");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<RestartOutlook> outlook = file.restart().found().filter(RestartOutlook::fails);
        Failure failure = outlook.map(found -> found.prediction().failure()).orElse(null);
        if (failure == null) {
            return List.of();
        }
        SparkError.Cause cause = failure.error().telling();
        String name = cause.condition() == null ? cause.simpleName() : cause.condition();
        return List.of(finding(
                Severity.FATAL,
                outlook.get().isDescribed() ? Confidence.CERTAIN : Confidence.LIKELY,
                new Finding.Explanation(
                        "A restart on Spark " + outlook.get().sparkVersion() + " fails"
                                + (failure.batchId() == null ? "" : " at batch " + failure.batchId()) + ": " + name,
                        failure.advice().reason(),
                        failure.advice().remedy()),
                Location.of(failure.file() == null ? "restart" : failure.file())));
    }
}
