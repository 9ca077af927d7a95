package dev.tidemark.view.table;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.replay.Replay;
import dev.tidemark.delta.replay.TableState;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** {@code table diff}: what lies between two versions of a table. */
public final class TableDiffView {
    private static final int FILES_SHOWN = 40;

    private TableDiffView() {}

    /** The report; wrong when a reader cannot read one of the versions. */
    public static Report of(String table, Replay before, Replay after) {
        Map<String, Add> old = byIdentity(before.state());
        Map<String, Add> now = byIdentity(after.state());
        List<Add> added = now.entrySet().stream()
                .filter(entry -> !old.containsKey(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<Add> removed = old.entrySet().stream()
                .filter(entry -> !now.containsKey(entry.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        List<String> changes = changes(before.state(), after.state());
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(table, before, after, added, removed));
        if (!changes.isEmpty()) {
            blocks.add(new Block.Listing(changes));
        }
        addFiles(blocks, "Added", added);
        addFiles(blocks, "Removed", removed);
        Outcome outcome = before.error() == null && after.error() == null ? Outcome.FINE : Outcome.WRONG;
        return new Report("table diff", outcome, blocks, document(before, after, added, removed, changes));
    }

    private static Map<String, Add> byIdentity(TableState state) {
        Map<String, Add> files = new LinkedHashMap<>();
        for (Add add : state.files().sorted()) {
            String vector =
                    add.deletionVector() == null ? "" : add.deletionVector().uniqueId();
            files.put(add.path() + '\0' + vector, add);
        }
        return files;
    }

    private static Block verdict(String table, Replay before, Replay after, List<Add> added, List<Add> removed) {
        Replay broken = before.error() != null ? before : after;
        if (broken.error() != null) {
            return new Block.Verdict(
                    Tone.BAD,
                    "a version of " + table + " cannot be read",
                    broken.error().message().replace('\n', ' '),
                    "what is readable was compared");
        }
        return new Block.Verdict(
                Tone.PLAIN,
                "from version " + before.version() + " to " + after.version() + " of " + table + ": "
                        + Words.count(added.size(), "file") + " added, " + removed.size() + " removed",
                "",
                "");
    }

    private static List<String> changes(TableState before, TableState after) {
        List<String> changes = new ArrayList<>();
        if (!Objects.equals(before.protocol(), after.protocol())) {
            changes.add("protocol: " + json(before, true) + " -> " + json(after, true));
        }
        Metadata old = before.metadata();
        Metadata now = after.metadata();
        if (!Objects.equals(old == null ? null : old.id(), now == null ? null : now.id())) {
            changes.add("another table id: the table was made anew");
        }
        if (!Objects.equals(old == null ? null : old.schemaString(), now == null ? null : now.schemaString())) {
            changes.add("schema changed");
        }
        if (!Objects.equals(old == null ? null : old.configuration(), now == null ? null : now.configuration())) {
            changes.add("properties: " + json(before, false) + " -> " + json(after, false));
        }
        Map<String, Long> versions = new LinkedHashMap<>();
        before.transactions().forEach(transaction -> versions.put(transaction.appId(), transaction.version()));
        for (SetTransaction transaction : after.transactions()) {
            Long was = versions.get(transaction.appId());
            if (was == null || was != transaction.version()) {
                changes.add("txn " + transaction.appId() + ": " + (was == null ? "none" : was) + " -> "
                        + transaction.version());
            }
        }
        return changes;
    }

    private static String json(TableState state, boolean protocol) {
        if (protocol) {
            return state.protocol() == null
                    ? "none"
                    : ActionJson.of(state.protocol()).toString();
        }
        Metadata metadata = state.metadata();
        return metadata == null || metadata.configuration() == null
                ? "none"
                : ActionJson.texts(metadata.configuration()).toString();
    }

    private static void addFiles(List<Block> blocks, String title, List<Add> files) {
        if (files.isEmpty()) {
            return;
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (Add file : files.subList(0, Math.min(FILES_SHOWN, files.size()))) {
            rows.add(List.of(Cell.text(file.path()), Cell.bytes(file.sizeBytes())));
        }
        blocks.add(new Block.Heading(title));
        blocks.add(new Block.Table(List.of("path", "size"), rows));
        if (files.size() > FILES_SHOWN) {
            blocks.add(new Block.Note(Tone.FAINT, (files.size() - FILES_SHOWN) + " more; --format json lists all"));
        }
    }

    private static JsonObject document(
            Replay before, Replay after, List<Add> added, List<Add> removed, List<String> changes) {
        return JsonObject.builder()
                .put("from", before.version() == null ? -1 : before.version())
                .put("to", after.version() == null ? -1 : after.version())
                .put("added", JsonArray.of(added, add -> FileLines.of(add).json()))
                .put("removed", JsonArray.of(removed, add -> FileLines.of(add).json()))
                .put("changes", JsonArray.of(changes, dev.tidemark.format.json.JsonText::new))
                .build();
    }
}
