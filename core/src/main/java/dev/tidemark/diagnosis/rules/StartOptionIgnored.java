package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.source.SourceOffset;

/** The query says where to begin, and the checkpoint says where to go on. Authority: Delta 4.2 DeltaSource.getStartingVersion. */
final class StartOptionIgnored extends SourceRule {
    private static final List<String> OPTIONS =
            List.of("startingVersion", "startingTimestamp", "startingOffsets", "startingOffsetsByTimestamp");

    StartOptionIgnored() {
        super("SRC-016");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<String> key = OPTIONS.stream()
                .filter(option -> source.option(option).isPresent())
                .findFirst();
        Optional<SourceExhibit.Position> newest = source.newest();
        if (key.isEmpty() || newest.isEmpty()) {
            return Optional.empty();
        }
        String value = source.option(key.get()).orElseThrow().strip();
        Optional<SourceOffset.Delta> delta = newest.flatMap(SourceExhibit.Position::delta);
        String position =
                delta.map(offset -> "version " + offset.reservoirVersion()).orElse("its recorded offset");
        boolean asksForMore = delta.isPresent()
                && value.matches("\\d{1,18}")
                && Long.parseLong(value) > delta.get().reservoirVersion();
        return Optional.of(finding(
                asksForMore ? Severity.WARNING : Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Source " + source.sourceId() + " of this checkpoint is at " + position + "; " + key.get() + "="
                                + value + " in the query is ignored",
                        "The option counts only where there are no offsets yet"
                                + (asksForMore ? skipped(delta.get(), value) : ""),
                        "Nothing, if the stream shall go on; to begin elsewhere use a new checkpoint. startingVersion is"
                                + " inclusive: give the version behind the last one that was loaded"),
                newest.get().line().at()));
    }

    private static String skipped(SourceOffset.Delta position, String value) {
        return ". A new checkpoint would begin with version " + value + " itself and skip "
                + new BatchRange(position.reservoirVersion() + 1, Long.parseLong(value) - 1).toString();
    }
}
