package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;

/**
 * The output's log had batches of these numbers before the checkpoint planned them. Authority: Spark 4.2
 * FileStreamSink.addBatch, which skips a batch that is not above the log's newest.
 */
final class OutputOfAnEarlierQuery extends CaseRule {
    private static final long CLOCK_SKEW_MS = 60_000;

    OutputOfAnEarlierQuery() {
        super("SNK-009");
    }

    /** Whether an earlier query wrote the output. */
    static boolean isOne(CaseFile file) {
        return file.fileSink().filter(output -> !older(file, output).isEmpty()).isPresent();
    }

    private static TreeSet<Long> older(CaseFile file, SinkExhibit.FileSink output) {
        TreeSet<Long> older = new TreeSet<>();
        output.writtenAtMs()
                .forEach((batchId, writtenAtMs) -> plannedAtMs(file.checkpoint(), batchId)
                        .filter(plannedAtMs -> writtenAtMs < plannedAtMs - CLOCK_SKEW_MS)
                        .ifPresent(plannedAtMs -> older.add(batchId)));
        return older;
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<SinkExhibit.FileSink> output = file.fileSink();
        TreeSet<Long> older = output.map(found -> older(file, found)).orElseGet(TreeSet::new);
        if (output.isEmpty() || older.isEmpty()) {
            return List.of();
        }
        boolean isDescribed = output.get().origin() == SinkExhibit.Origin.DESCRIBED;
        long newest = output.get().listing().latest().orElse(older.last());
        return List.of(finding(
                isDescribed ? Severity.ERROR : Severity.WARNING,
                isDescribed ? Confidence.LIKELY : Confidence.POSSIBLE,
                new Finding.Explanation(
                        "The output has " + Words.batches(new BatchRange(older.first(), older.last()))
                                + " since before this checkpoint planned "
                                + (older.size() == 1 ? "it" : "them") + ": an earlier query wrote there",
                        "The sink knows batches by number alone and takes those of this query for written: up to batch "
                                + newest + " all its rows are dropped without an error",
                        "Begin anew with a new output directory too. To keep the directory, move _spark_metadata away: readers"
                                + " then see all files, those of torn batches among them"),
                Location.of(output.get().location() + "/_spark_metadata"),
                file.checkpoint().offsets().at(older.last())));
    }

    private static Optional<Long> plannedAtMs(CheckpointSurvey checkpoint, long batchId) {
        return checkpoint.metadata(batchId).map(OffsetMetadata::recordedTimestampMs);
    }
}
