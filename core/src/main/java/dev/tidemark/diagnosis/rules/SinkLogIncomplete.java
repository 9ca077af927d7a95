package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SinkExhibit;
import dev.tidemark.evidence.Location;

/** The log of a file sink's output lacks files. Authority: Spark 4.2 CompactibleFileStreamLog.compact, allFiles. */
final class SinkLogIncomplete extends CaseRule {
    SinkLogIncomplete() {
        super("SNK-010");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        return file.fileSink()
                .flatMap(sink -> check(sink, file.checkpoint().restartPoint()))
                .map(List::of)
                .orElse(List.of());
    }

    /** The finding about an output by itself. */
    Optional<Finding> check(SinkExhibit.FileSink sink) {
        return check(sink, new RestartPoint(RestartPoint.Kind.FRESH, 0, 0));
    }

    private Optional<Finding> check(SinkExhibit.FileSink sink, RestartPoint point) {
        OptionalLong latest = sink.listing().latest();
        boolean isGone = latest.isEmpty() && point.kind() != RestartPoint.Kind.FRESH && point.batchId() > 0;
        if (sink.missing().isEmpty() && !isGone) {
            return Optional.empty();
        }
        String log = sink.location() + "/_spark_metadata";
        long next = latest.isPresent() ? latest.getAsLong() + 1 : point.batchId();
        CompactionRule rule = CompactionRule.of(sink.listing(), CompactionRule.DEFAULT_INTERVAL);
        long compaction = next;
        while (!rule.isCompaction(compaction)) {
            compaction++;
        }
        String what = isGone
                ? "The output has no _spark_metadata and the query is at batch " + point.batchId()
                : "The output's log lacks " + String.join(", ", sink.missing()) + " and goes up to "
                        + latest.getAsLong();
        return Optional.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        what,
                        "Batch " + compaction
                                + " compacts the log and needs every file since the last compaction: it fails there"
                                + " (BATCH_METADATA_NOT_FOUND, before 4.0 an IllegalStateException). Readers of the output fail"
                                + " now. The output's path was changed, or the log was deleted, while the checkpoint stayed",
                        "Copy the missing files of _spark_metadata from the old output or a backup; their lines name data"
                                + " files by absolute path. Stubs holding v1 alone let the compaction pass, and readers then"
                                + " no longer see what those batches wrote"),
                Location.of(log + "/"
                        + (sink.missing().isEmpty() ? "" : sink.missing().get(0)))));
    }
}
