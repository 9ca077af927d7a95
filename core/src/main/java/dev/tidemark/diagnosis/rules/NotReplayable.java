package dev.tidemark.diagnosis.rules;

import java.util.Locale;
import java.util.Optional;

import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;

/** A source that cannot deliver its rows a second time. */
final class NotReplayable extends SourceRule {
    NotReplayable() {
        super("SRC-040");
    }

    @Override
    Optional<Finding> check(CaseFile file, SourceExhibit source) {
        Optional<String> format =
                source.described().map(described -> described.format().toLowerCase(Locale.ROOT));
        boolean isSocket = format.filter("socket"::equals).isPresent();
        Optional<SourceExhibit.Position> newest = source.newest();
        if (!isSocket || newest.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(finding(
                Severity.WARNING,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Source " + source.sourceId() + " is a socket, which cannot deliver a row twice",
                        "After a restart the rows of an uncommitted batch are gone, and the source counts from its beginning"
                                + " again",
                        "Put a log such as Kafka between, or use a new checkpoint for every run"),
                newest.get().line().at()));
    }
}
