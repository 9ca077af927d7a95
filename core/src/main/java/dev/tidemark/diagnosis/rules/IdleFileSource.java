package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceOffset;

/** A file source without new files in a batch that runs again, beside one that has some. */
final class IdleFileSource extends CaseRule {
    IdleFileSource() {
        super("OK-003");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        if (file.checkpoint().restartPoint().kind() != RestartPoint.Kind.RERUN) {
            return List.of();
        }
        boolean anyMoves = file.sources().stream().anyMatch(source -> taken(source.end()) > taken(source.start()));
        List<Finding> findings = new ArrayList<>();
        for (SourceExhibit source : file.sources()) {
            long entry = taken(source.end());
            boolean isIdle = source.start().isPresent() && entry >= 0 && entry == taken(source.start());
            boolean isConsistent = file.checkpoint().sources().stream()
                    .anyMatch(log -> log.sourceId().equals(source.sourceId())
                            && log.listing().latest().orElse(-1) == entry);
            if (anyMoves && isIdle && isConsistent) {
                long batchId = source.end().orElseThrow().batchId();
                findings.add(finding(
                        Severity.INFO,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                "sources/" + source.sourceId() + " ends at " + entry
                                        + ", and so does the source's offset in batch " + batchId
                                        + ": it had no new file",
                                "The two agree. 'batch " + batchId
                                        + " doesn't exist' from this source is an error of Spark 2.4.0"
                                        + " and older, which ask an idle source for an empty range",
                                "Use a newer Spark. Never make up sources/" + source.sourceId() + "/" + (entry + 1)),
                        Location.of("sources/" + source.sourceId()),
                        source.end().orElseThrow().line().at()));
            }
        }
        return findings;
    }

    private static long taken(Optional<SourceExhibit.Position> position) {
        return position.isPresent() && position.get().offset() instanceof SourceOffset.FileLog log
                ? log.logOffset()
                : -1;
    }
}
