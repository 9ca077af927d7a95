package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.source.SourceOffset;

/** A Delta source that has read all of its table. */
final class CaughtUp extends DeltaSourceRule {
    CaughtUp() {
        super("OK-004");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        SourceOffset.Delta start = reading.start();
        long head = reading.table().headVersion();
        if (!reading.isSameTable()
                || start.isInitialSnapshot()
                || start.index() >= 0
                || start.reservoirVersion() != head + 1) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The offset of " + reading.name() + " is before anything in version " + (head + 1)
                                + ", one past the newest version " + head + ": the stream has read the whole table",
                        "The offset is valid. A stream that after such an offset reads the table anew met an error of Spark"
                                + " before 3.0.2 in a batch without data",
                        "Nothing"),
                reading.at()));
    }
}
