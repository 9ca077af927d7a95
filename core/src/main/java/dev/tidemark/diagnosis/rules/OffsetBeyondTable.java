package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;

/** The stream's position lies behind the end of its table: the table lost versions. */
final class OffsetBeyondTable extends DeltaSourceRule {
    OffsetBeyondTable() {
        super("SRC-026");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        long head = reading.table().headVersion();
        long version = reading.start().reservoirVersion();
        boolean isBase = reading.start().index() < 0 && !reading.start().isInitialSnapshot();
        long last = isBase ? version - 1 : version;
        if (!reading.isSameTable() || head < 0 || last <= head) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.ERROR,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The stream has read version " + last + " (" + reading.name() + ") and the table ends at "
                                + head + ": it lost its newest commits",
                        "The query starts and waits without a word until the table gets there; versions " + (head + 1)
                                + " to " + last + " are skipped when they are written anew",
                        "Restore the table's commits " + (head + 1) + " to " + last
                                + ". If they shall be written anew, begin a new checkpoint with startingVersion="
                                + (head + 1)),
                reading.at(),
                Location.of(reading.table().location() + "/_delta_log")));
    }
}
