package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;
import dev.tidemark.source.SourceOffset;

/** A rule about each Delta source whose position is known and whose table is at hand. */
abstract class DeltaSourceRule extends SourceRule {
    DeltaSourceRule(String id) {
        super(id);
    }

    /**
     * A stream's place in its table.
     *
     * @param at the line that names it
     * @param start from where the next batch reads
     */
    record Reading(CaseFile file, SourceExhibit source, SourceTable table, Location at, SourceOffset.Delta start) {
        /** Whether the table is the one that the offset names. */
        boolean isSameTable() {
            return table.tableId().filter(start.reservoirId()::equals).isPresent();
        }

        /** The first version of which the stream still has to read a commit file. */
        long firstCommit() {
            return start.isInitialSnapshot() ? start.reservoirVersion() + 1 : start.reservoirVersion();
        }

        String name() {
            return "source " + source.sourceId();
        }
    }

    @Override
    final Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<SourceExhibit.Position> position = source.start().or(source::end);
        Optional<SourceOffset.Delta> start = position.flatMap(SourceExhibit.Position::delta);
        Optional<SourceTable> table = source.table().found();
        return start.isEmpty() || table.isEmpty()
                ? Optional.empty()
                : check(new Reading(
                        file, source, table.get(), position.orElseThrow().line().at(), start.get()));
    }

    abstract Optional<Finding> check(Reading reading);
}
