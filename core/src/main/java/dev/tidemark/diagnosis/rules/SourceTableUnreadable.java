package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;

/** The newest version of a source's table cannot be rebuilt, which every start needs. Authority: Delta 4.2 DeltaLog.update. */
final class SourceTableUnreadable extends DeltaSourceRule {
    SourceTableUnreadable() {
        super("SRC-029");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        SourceTable table = reading.table();
        if (table.head().isPresent() || table.headVersion() < 0) {
            return Optional.empty();
        }
        boolean isCut = table.checkpoints().isEmpty() && table.firstCommit().orElse(0) > 0;
        return Optional.of(finding(
                Severity.FATAL,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "The table of " + reading.name() + " cannot be read"
                                + (isCut
                                        ? ": its log begins at commit "
                                                + table.firstCommit().orElseThrow()
                                                + ", and there is no whole checkpoint"
                                        : "; its log ends at version " + table.headVersion()),
                        (isCut ? "DELTA_TRUNCATED_TRANSACTION_LOG: t" : "T")
                                + "he source needs the newest version of its table to start, wherever the stream stands",
                        "Mend the table first: tidemark table verify " + table.location()
                                + ". The checkpoint need not be touched"),
                reading.at(),
                Location.of(table.location() + "/_delta_log")));
    }
}
