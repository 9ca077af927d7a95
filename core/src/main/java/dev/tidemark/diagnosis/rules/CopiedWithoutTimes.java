package dev.tidemark.diagnosis.rules;

import java.util.List;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** All files of the logs bear one modification time: this is a copy. */
final class CopiedWithoutTimes extends CaseRule {
    private static final long LONGER_MS = 10_000;

    CopiedWithoutTimes() {
        super("CPY-001");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.copy().isWithoutTimes() && tookLonger(file.checkpoint())
                ? List.of(finding(
                        Severity.INFO,
                        Confidence.LIKELY,
                        new Finding.Explanation(
                                "All " + file.copy().files() + " files of the logs were modified within a second",
                                "This is a copy, and the times in it say nothing: they are not those of the batches. A restart"
                                        + " does not look at them",
                                "Nothing; copy with times (cp -a, rsync -t) where ages shall be told"),
                        Location.of("offsets")))
                : List.of();
    }

    /** Whether the batches themselves were planned over a longer time. */
    private static boolean tookLonger(CheckpointSurvey survey) {
        List<Long> timesMs = survey.offsets().entries().navigableKeySet().stream()
                .flatMap(batchId -> survey.metadata(batchId).stream())
                .map(OffsetMetadata::timestampMs)
                .filter(ms -> ms > 0)
                .sorted()
                .toList();
        return timesMs.size() > 1 && timesMs.get(timesMs.size() - 1) - timesMs.get(0) > LONGER_MS;
    }
}
