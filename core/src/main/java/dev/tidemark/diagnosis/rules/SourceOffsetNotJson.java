package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.source.SourceOffsetParser;

/**
 * A source's offset that is no JSON.
 */
final class SourceOffsetNotJson implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-021";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        long newest = survey.offsets().latest().orElse(-1);
        survey.offsets().entries().forEach((batchId, parsed) -> {
            List<SourceLine> lines = parsed.value().map(OffsetEntry::sources).orElse(List.of());
            for (SourceLine line : lines) {
                if (!line.isVoid()) {
                    SourceOffsetParser.parse(line.at(), line.text())
                            .damage()
                            .ifPresent(damage -> findings.add(finding(line, batchId >= newest - 1, damage)));
                }
            }
        });
        return findings;
    }

    private Finding finding(SourceLine line, boolean isNeeded, Damage damage) {
        return new Finding(
                id(),
                isNeeded ? Severity.ERROR : Severity.WARNING,
                Confidence.LIKELY,
                line.at().toString(),
                new Finding.Explanation(
                        summary(line, damage),
                        isNeeded
                                ? "Spark hands the line to the source as it stands, and Spark's own sources then fail"
                                : "A restart does not read this file",
                        "Restore the file from a backup"),
                List.of(damage.at()));
    }

    private static String summary(SourceLine line, Damage damage) {
        if (line.sourceId().startsWith("{")) {
            return line.at()
                    + " is an offset without a source id, which an offset map wants: version 1 under the label v2";
        }
        String why = damage.kind() == DamageKind.TRUNCATED ? "it ends too early" : Damages.words(damage);
        return "The offset of source " + line.sourceId() + " is no JSON: " + why;
    }
}
