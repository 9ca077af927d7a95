package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.source.SourceOffset;

/** An index that no Delta source writes. Authority: Delta 4.2 DeltaSourceOffset. */
final class DeltaIndexIllegal extends SourceRule {
    DeltaIndexIllegal() {
        super("SRC-027");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<SourceExhibit.Position> newest = source.newest();
        Optional<SourceOffset.Delta> offset = newest.flatMap(SourceExhibit.Position::delta);
        if (offset.isEmpty() || isLegal(offset.get())) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.ERROR,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Source " + source.sourceId() + " stands at index "
                                + offset.get().index() + " with sourceVersion "
                                + offset.get().sourceVersion() + ", which Delta never writes",
                        "Delta refuses the offset, or takes it for another place than was meant; -1 says 'before anything in"
                                + " this version' in sourceVersion 1 alone, -20 and -19 stand around a schema change in"
                                + " sourceVersion 3",
                        "Restore the offset file from a backup, or take the line from the file before"),
                newest.orElseThrow().line().at()));
    }

    private static boolean isLegal(SourceOffset.Delta offset) {
        boolean isNew = offset.sourceVersion() >= 3;
        long index = offset.index();
        boolean isSentinel = index == SourceOffset.Delta.METADATA_CHANGE_INDEX
                || index == SourceOffset.Delta.POST_METADATA_CHANGE_INDEX;
        boolean isBase = isNew ? index == SourceOffset.Delta.BASE_INDEX : index == SourceOffset.Delta.BASE_INDEX_V1;
        return index >= 0 ? index < SourceOffset.Delta.END_INDEX : isBase || (isNew && isSentinel);
    }
}
