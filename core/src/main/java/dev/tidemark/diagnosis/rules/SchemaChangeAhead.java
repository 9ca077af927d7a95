package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.action.Metadata;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.diagnosis.exhibit.SourceTable;
import dev.tidemark.engine.RestartPrediction;

/** A commit ahead of the stream renames, drops or retypes a column, or only adds some. */
final class SchemaChangeAhead extends DeltaSourceRule {
    SchemaChangeAhead() {
        super("SRC-014");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        Optional<Metadata> before = reading.table().atStart();
        if (!reading.isSameTable() || before.isEmpty()) {
            return Optional.empty();
        }
        TableColumns then = TableColumns.of(before.get());
        for (SourceTable.Commit commit : reading.table().ahead()) {
            if (commit.newMetadata().isEmpty()) {
                continue;
            }
            TableColumns now = TableColumns.of(commit.newMetadata().get());
            List<String> breaking = then.breaksTo(now);
            List<String> added = then.addedIn(now);
            if (!breaking.isEmpty()) {
                return Optional.of(breaks(reading, commit, breaking));
            } else if (!added.isEmpty()) {
                return Optional.of(adds(reading, commit, added));
            }
        }
        return Optional.empty();
    }

    private Finding breaks(Reading reading, SourceTable.Commit commit, List<String> breaking) {
        boolean tracks = reading.source().option("schemaTrackingLocation").isPresent()
                || reading.source().option("schemaLocation").isPresent();
        return finding(
                tracks ? Severity.WARNING : Severity.FATAL,
                tracks || reading.source().described().isEmpty() ? Confidence.LIKELY : Confidence.CERTAIN,
                new Finding.Explanation(
                        "Between the stream's version " + reading.start().reservoirVersion() + " and the head "
                                + reading.table().headVersion() + ", version " + commit.version() + " of the table of "
                                + reading.name() + " " + String.join(", ", breaking),
                        "The source refuses to read across it (" + refusal(reading, tracks)
                                + "); the sink's schema plays no part",
                        tracks
                                ? "Acknowledge the change as the error says, then restart"
                                : "Add schemaTrackingLocation, a directory under the checkpoint, and acknowledge the change as"
                                        + " the error then says; or begin a new checkpoint behind version "
                                        + commit.version()),
                reading.at(),
                commit.at());
    }

    /** The condition: the one that the restart meets, if it meets one. */
    private static String refusal(Reading reading, boolean tracks) {
        return reading.file()
                .restart()
                .map(RestartOutlook::prediction)
                .map(RestartPrediction::failure)
                .map(failure -> failure.error().telling().condition())
                .filter(condition -> condition.contains("SCHEMA"))
                .orElse("DELTA_STREAMING_INCOMPATIBLE_SCHEMA_CHANGE" + (tracks ? "" : "_USE_SCHEMA_LOG"));
    }

    private Finding adds(Reading reading, SourceTable.Commit commit, List<String> added) {
        return finding(
                Severity.INFO,
                Confidence.CERTAIN,
                new Finding.Explanation(
                        "Version " + commit.version() + " of the table of " + reading.name() + " "
                                + String.join(", ", added),
                        "A running stream stops there once; started anew it reads the table with its newest columns",
                        "Nothing: start the query; see that the sink takes the new column"),
                reading.at(),
                commit.at());
    }
}
