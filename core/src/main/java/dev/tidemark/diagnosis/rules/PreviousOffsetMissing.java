package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.MissingPredecessor;
import dev.tidemark.evidence.Location;

/**
 * The newest offset file has no file before it, which every restart reads.
 */
final class PreviousOffsetMissing implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-004";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        if (missing(survey).isEmpty()) {
            return List.of();
        }
        long newest = survey.offsets().latest().orElseThrow();
        String remedy = in(survey).remedy();
        Location missing = survey.offsets().at(newest - 1);
        boolean isByDesign = looksAsynchronous(survey);
        return List.of(new Finding(
                id(),
                Severity.FATAL,
                isByDesign ? Confidence.LIKELY : Confidence.CERTAIN,
                missing.path(),
                new Finding.Explanation(
                        survey.offsets().at(newest) + " is the newest offset file and " + missing + " is missing"
                                + (isByDesign
                                        ? "; both logs lack the same batches, as asynchronous progress tracking leaves them"
                                        : ""),
                        "A restart reads both: IllegalStateException, batch " + (newest - 1) + " doesn't exist."
                                + " Only a query with asynchronous progress tracking starts, because its log has gaps by"
                                + " design",
                        isByDesign
                                ? "If the query ran with asyncProgressTrackingEnabled=true, start it so again: nothing is lost. To"
                                        + " turn it off, let it first run with asyncProgressTrackingCheckpointIntervalMs=0 until"
                                        + " two offset files follow each other. Else "
                                        + remedy
                                : Words.capital(remedy)),
                List.of(missing, survey.offsets().at(newest))));
    }

    /** The batch whose offset file is missing below the newest, for which every restart stops; empty where none is. */
    static OptionalLong missing(CheckpointSurvey survey) {
        return in(survey).missing();
    }

    private static MissingPredecessor in(CheckpointSurvey survey) {
        return new MissingPredecessor(
                survey.offsets().batches(), survey.commits().batches());
    }

    /** Whether both logs have more than one hole, and the same ones: files that were lost do not go in pairs. */
    private static boolean looksAsynchronous(CheckpointSurvey survey) {
        List<BatchRange> holes = survey.offsets().batches().gaps();
        return holes.size() > 1 && holes.equals(survey.commits().batches().gaps());
    }
}
