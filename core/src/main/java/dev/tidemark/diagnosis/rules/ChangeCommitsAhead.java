package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.SourceExhibit;
import dev.tidemark.diagnosis.exhibit.SourceTable;

/**
 * Commits ahead of the stream remove data, which a Delta source refuses unless it is told otherwise. Authority: Delta 4.2
 * DeltaSource.validateCommitAndDecideSkipping.
 */
final class ChangeCommitsAhead extends DeltaSourceRule {
    ChangeCommitsAhead() {
        super("SRC-013");
    }

    @Override
    Optional<Finding> check(Reading reading) {
        SourceExhibit source = reading.source();
        boolean readsChanges = source.isSet("readChangeFeed") || source.isSet("readChangeData");
        List<SourceTable.Commit> changes = reading.table().ahead().stream()
                .filter(commit -> commit.removes() > 0)
                .toList();
        if (!reading.isSameTable() || readsChanges || changes.isEmpty()) {
            return Optional.empty();
        }
        boolean hasUpdates = changes.stream().anyMatch(commit -> commit.adds() > 0);
        SourceTable.Commit first = changes.stream()
                .filter(commit -> !hasUpdates || commit.adds() > 0)
                .findFirst()
                .orElseThrow();
        boolean skips = source.isSet("skipChangeCommits");
        boolean emits = source.isSet("ignoreChanges") || source.isSet("ignoreFileDeletion");
        boolean passesDeletes = source.isSet("ignoreDeletes") && !hasUpdates;
        Severity severity = skips || passesDeletes
                ? Severity.INFO
                : emits ? Severity.WARNING : source.described().isPresent() ? Severity.FATAL : Severity.ERROR;
        return Optional.of(finding(
                severity,
                source.described().isPresent() ? Confidence.CERTAIN : Confidence.LIKELY,
                new Finding.Explanation(
                        what(first, hasUpdates) + more(changes.size() - 1) + "; the stream reads on from version "
                                + reading.firstCommit(),
                        consequence(first, hasUpdates, skips, emits),
                        skips || passesDeletes ? "Nothing, if the option is meant" : remedy(hasUpdates)),
                reading.at(),
                first.at()));
    }

    private static String what(SourceTable.Commit commit, boolean hasUpdates) {
        String operation = commit.operation().isEmpty() ? "" : " (" + commit.operation() + ")";
        return "Version " + commit.version() + operation
                + (hasUpdates
                        ? " rewrote data: " + Words.count(commit.removes(), "file") + " removed, "
                                + Words.count(commit.adds(), "file") + " added"
                        : " removed " + Words.count(commit.removes(), "file"));
    }

    private static String more(int count) {
        return count == 0 ? "" : ", and " + Words.count(count, "commit") + " behind it change data too";
    }

    private static String consequence(SourceTable.Commit first, boolean hasUpdates, boolean skips, boolean emits) {
        String rows = first.addedRows() >= 0 ? "some " + first.addedRows() + " rows" : "all rows of the new files";
        if (!hasUpdates) {
            return skips || emits
                    ? "The stream passes over it"
                    : "Without ignoreDeletes or skipChangeCommits the stream stops there: DELTA_SOURCE_IGNORE_DELETE";
        } else if (skips) {
            return "skipChangeCommits passes over the whole commit, rows in it that are really new among them";
        } else if (emits) {
            return "ignoreChanges emits " + rows + " of version " + first.version()
                    + " again, those that did not change among them: the target gets duplicates";
        }
        return "Without an option the stream stops there: DELTA_SOURCE_TABLE_IGNORE_CHANGES. ignoreChanges would emit "
                + rows + " again, unchanged ones among them; skipChangeCommits emits none; ignoreDeletes does not help";
    }

    private static String remedy(boolean hasUpdates) {
        return hasUpdates
                ? "Set skipChangeCommits=true if such commits need not reach the target, or read the change feed"
                        + " (delta.enableChangeDataFeed, a new checkpoint with readChangeFeed=true)"
                : "Set ignoreDeletes=true or skipChangeCommits=true, or read the change feed";
    }
}
