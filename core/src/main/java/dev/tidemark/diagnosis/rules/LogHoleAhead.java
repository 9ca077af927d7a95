package dev.tidemark.diagnosis.rules;

import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.evidence.Location;

/** Commits between the stream's position and the head of its table are missing. */
final class LogHoleAhead extends DeltaSourceRule {
    LogHoleAhead() {
        super("SRC-028");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        SourceTable table = reading.table();
        long first = Math.max(reading.firstCommit(), table.firstCommit().orElse(0));
        if (!reading.isSameTable() || table.commits().isEmpty() || table.isCutShort()) {
            return Optional.empty();
        }
        long last = table.commits().get(table.commits().size() - 1);
        for (long version = first; version < last; version++) {
            if (!table.hasCommit(version)) {
                return Optional.of(finding(
                        Severity.FATAL,
                        Confidence.CERTAIN,
                        new Finding.Explanation(
                                "Commit " + version + " of the table of " + reading.name()
                                        + " is missing, between the stream's position " + reading.firstCommit()
                                        + " and the head " + table.headVersion(),
                                "The stream stops when it comes to it; with failOnDataLoss=false it passes over it without a"
                                        + " word",
                                "Restore the commit file from a backup; tidemark diagnose on the table says whether it was"
                                        + " lost or never there"),
                        reading.at(),
                        Location.of(String.format("%s/_delta_log/%020d.json", table.location(), version))));
            }
        }
        return Optional.empty();
    }
}
