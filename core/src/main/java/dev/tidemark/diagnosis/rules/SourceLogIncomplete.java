package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.SourceLogSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/**
 * The file source's own log lacks a file that its reader opens, or its newest file is damaged.
 */
final class SourceLogIncomplete implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-022";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        for (SourceLogSurvey source : survey.sources()) {
            String directory = "sources/" + source.sourceId();
            if (!source.missing().isEmpty()) {
                List<Location> missing = source.missing().stream()
                        .map(name -> Location.of(directory + "/" + name))
                        .toList();
                findings.add(finding(
                        directory,
                        directory + " lacks " + String.join(", ", source.missing()) + ", up to the newest entry "
                                + source.listing().latest().orElse(0),
                        missing));
            }
            OptionalLong taken = taken(survey, source.sourceId());
            long latest = source.listing().latest().orElse(-1);
            if (taken.isPresent() && taken.getAsLong() > latest) {
                Location missing = Location.of(directory + "/" + taken.getAsLong());
                findings.add(finding(
                        directory,
                        "The newest offsets say that source " + source.sourceId() + " took entry " + taken.getAsLong()
                                + " of its log, which ends with "
                                + (latest < 0 ? "none" : "entry " + latest),
                        List.of(missing)));
            }
            source.damageOfNewest()
                    .filter(Damages::isReadable)
                    .ifPresent(damage -> findings.add(finding(
                            damage.at().path(),
                            damage.at().path() + " is damaged: " + Damages.words(damage),
                            List.of(damage.at()))));
        }
        return findings;
    }

    /** The newest entry of its log that the newest offset file says the source took. */
    private static OptionalLong taken(CheckpointSurvey survey, String sourceId) {
        Optional<SourceOffset> offset = survey.offsets()
                .value(survey.offsets().latest().orElse(-1))
                .flatMap(entry -> entry.source(sourceId))
                .filter(line -> !line.isVoid())
                .flatMap(
                        line -> SourceOffsetParser.parse(line.at(), line.text()).value());
        return offset.orElse(null) instanceof SourceOffset.FileLog file
                ? OptionalLong.of(file.logOffset())
                : OptionalLong.empty();
    }

    private Finding finding(String subject, String summary, List<Location> evidence) {
        return new Finding(
                id(),
                Severity.FATAL,
                Confidence.LIKELY,
                subject,
                new Finding.Explanation(
                        summary,
                        "The file source reads its whole log when it starts, so the query does not start",
                        "Restore the file from a backup; the entries name the input files that were taken, so it cannot be"
                                + " made up"),
                evidence);
    }
}
