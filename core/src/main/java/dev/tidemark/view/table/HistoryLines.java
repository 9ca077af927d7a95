package dev.tidemark.view.table;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.history.TableCommit;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;

/** {@code table log}: one line a commit, what it was and what it did. */
public final class HistoryLines {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** The column titles of {@link Line#text}. */
    public static final String TITLES = String.format(
            Locale.ROOT,
            "%8s  %-19s  %-20s %6s %6s  %s",
            "version",
            "committed (UTC)",
            "operation",
            "+files",
            "-files",
            "what");

    private HistoryLines() {}

    /** A commit. */
    public static Line of(TableCommit commit) {
        return new Line(text(commit), json(commit));
    }

    private static String text(TableCommit commit) {
        CommitInfo info = commit.info();
        String operation = info == null ? "-" : info.operation().orElse("-");
        return String.format(
                Locale.ROOT,
                "%8d  %-19s  %-20s %6d %6d  %s",
                commit.version(),
                TIME.format(Instant.ofEpochMilli(commit.committedAtMs())),
                operation,
                commit.changes().adds(),
                commit.changes().removes(),
                String.join(", ", notes(commit)));
    }

    private static List<String> notes(TableCommit commit) {
        List<String> notes = new ArrayList<>();
        commit.troubles().forEach(trouble -> notes.add("DAMAGED " + trouble));
        if (commit.changes().protocol()) {
            notes.add("protocol");
        }
        if (commit.changes().metadata()) {
            notes.add("metadata");
        }
        for (SetTransaction transaction : commit.transactions()) {
            notes.add("txn " + transaction.appId() + " = " + transaction.version());
        }
        boolean hasFiles = commit.changes().adds() + commit.changes().removes() > 0;
        if (hasFiles && !commit.changes().dataChange()) {
            notes.add("no data change");
        }
        return notes;
    }

    private static JsonObject json(TableCommit commit) {
        CommitInfo info = commit.info();
        return JsonObject.builder()
                .put("version", commit.version())
                .put("committedAtMs", commit.committedAtMs())
                .put("committedAt", Instant.ofEpochMilli(commit.committedAtMs()).toString())
                .put("file", commit.file().name().value())
                .put("operation", info == null ? null : info.operation().orElse(null))
                .put("numAdds", commit.changes().adds())
                .put("addedBytes", commit.changes().addedBytes())
                .put("numRemoves", commit.changes().removes())
                .put("removedBytes", commit.changes().removedBytes())
                .put("dataChange", commit.changes().dataChange())
                .put("metadata", commit.changes().metadata())
                .put("protocol", commit.changes().protocol())
                .put("transactions", JsonArray.of(commit.transactions(), ActionJson::of))
                .put("troubles", JsonArray.of(commit.troubles(), JsonText::new))
                .put("commitInfo", info == null ? null : info.fields())
                .build();
    }
}
