package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
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
        long newest = survey.offsets().latest().orElse(0);
        if (newest <= 0 || survey.offsets().batches().contains(newest - 1)) {
            return List.of();
        }
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
                                        + " two offset files follow each other. Else restore the file from a backup. "
                                        + wayOut(survey, newest)
                                : "Restore the file from a backup. " + wayOut(survey, newest)),
                List.of(missing, survey.offsets().at(newest))));
    }

    /** Whether both logs have more than one hole, and the same ones: files that were lost do not go in pairs. */
    private static boolean looksAsynchronous(CheckpointSurvey survey) {
        List<BatchRange> holes = survey.offsets().batches().gaps();
        return holes.size() > 1 && holes.equals(survey.commits().batches().gaps());
    }

    /** The least that lets the query go on without the file. */
    private static String wayOut(CheckpointSurvey survey, long newest) {
        OptionalLong below = survey.offsets().batches().before(newest);
        boolean isStart = below.isPresent()
                && (below.getAsLong() == 0 || survey.offsets().batches().contains(below.getAsLong() - 1));
        if (!isStart) {
            return "Without one, rewind to a batch whose predecessor is there";
        }
        long kept = below.getAsLong();
        List<String> commits = survey.commits().batches().stream()
                .filter(id -> id > kept)
                .mapToObj(id -> survey.commits().at(id).path())
                .toList();
        boolean isCommitted = survey.commits().batches().contains(kept);
        String from = isCommitted
                ? "plans batch " + (kept + 1) + " anew from where batch " + kept + ", the last in both logs, ended"
                : "runs batch " + kept + " again";
        return commits.isEmpty()
                ? "Without one, move " + survey.offsets().at(newest)
                        + ", which is not committed, aside: a restart then " + from
                        + ". Leave the commits alone. Rows that the sink took of later batches come again if it is not"
                        + " idempotent"
                : "Without one, move " + survey.offsets().at(newest) + " and " + String.join(", ", commits)
                        + " aside: a restart then " + from
                        + ". A Delta or file sink skips batch numbers that it has, so look there first";
    }
}
