package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.CalendarInterval;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;

/** The next clean-up of the table's log takes what the stream has still to read. */
final class RetentionHeadroom extends DeltaSourceRule {
    private static final long DAY_MS = 86_400_000L;

    RetentionHeadroom() {
        super("SRC-024");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        OptionalLong now = reading.file().nowMs();
        Optional<Metadata> metadata = reading.table().head();
        List<SourceTable.Commit> ahead = reading.table().ahead();
        if (now.isEmpty() || metadata.isEmpty() || ahead.isEmpty() || !reading.isSameTable()) {
            return Optional.empty();
        }
        long retentionMs = CalendarInterval.millisOf(metadata.get(), "delta.logRetentionDuration", 30 * DAY_MS);
        SourceTable.Commit next = ahead.get(0);
        long leftMs = next.modifiedAtMs() + retentionMs - now.getAsLong();
        if (leftMs > Math.min(7 * DAY_MS, retentionMs / 4)) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.WARNING,
                Confidence.LIKELY,
                new Finding.Explanation(
                        "Version " + next.version() + ", which " + reading.name() + " reads next, was written "
                                + Words.instant(next.modifiedAtMs()) + "; the table keeps its log for "
                                + Words.span(retentionMs),
                        leftMs > 0
                                ? "In " + Words.span(leftMs) + " a clean-up may delete it, and the stream cannot go on"
                                : "A clean-up may delete it at the table's next checkpoint, and the stream cannot go on then",
                        "Start the stream soon, or raise delta.logRetentionDuration until it has caught up"),
                reading.at(),
                next.at()));
    }
}
