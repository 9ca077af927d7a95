package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * The newest offset file lacks configurations that the one before pins.
 */
final class PinnedConfLost implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-017";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        long newest = survey.offsets().latest().orElse(-1);
        Optional<OffsetMetadata> metadata = survey.metadata(newest);
        Optional<OffsetMetadata> before = survey.metadata(newest - 1);
        boolean isDamaged =
                survey.offsets().entry(newest).flatMap(Parsed::damage).isPresent();
        if (isDamaged || metadata.isEmpty() || before.isEmpty()) {
            return List.of();
        }
        Set<String> lost = new TreeSet<>(before.get().conf().keySet());
        lost.removeAll(metadata.get().conf().keySet());
        lost.removeIf(key -> PinnedConf.of(key).isEmpty());
        if (lost.isEmpty()) {
            return List.of();
        }
        Location at = survey.offsets().at(newest).atLine(2);
        return List.of(new Finding(
                id(),
                Severity.ERROR,
                Confidence.LIKELY,
                survey.offsets().at(newest).path(),
                new Finding.Explanation(
                        survey.offsets().at(newest) + " does not pin " + String.join(", ", lost)
                                + ", and the file before it does",
                        "A restart uses the defaults of the oldest Spark for them, such as version 1 of the state formats, or"
                                + " the session's values; state written before then does not fit",
                        "Restore the file from a backup, or write the configurations back as they stand in the file before"),
                List.of(at, survey.offsets().at(newest - 1).atLine(2))));
    }
}
