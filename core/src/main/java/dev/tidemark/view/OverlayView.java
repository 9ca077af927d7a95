package dev.tidemark.view;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** What simulated runs would have written to a checkpoint, as a diff against what is there. */
public final class OverlayView {
    private static final int MOST_LINES = 40;

    private OverlayView() {}

    private record Change(String path, Optional<String> before, Optional<String> now) {
        String word() {
            return before.isEmpty() ? "new" : now.isEmpty() ? "deleted" : "changed";
        }

        boolean isNone() {
            return before.equals(now);
        }
    }

    /**
     * The files that differ.
     *
     * @param paths those that may differ
     */
    public static Report of(Storage evidence, Storage simulated, Collection<String> paths) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (String path : paths.stream().sorted().distinct().toList()) {
            StoragePath at = new StoragePath(path);
            Change change = new Change(path, text(evidence, at), text(simulated, at));
            if (!change.isNone()) {
                changes.add(change);
            }
        }
        List<Block> blocks = new ArrayList<>();
        if (changes.isEmpty()) {
            blocks.add(new Block.Note(Tone.PLAIN, "Nothing would be different in the checkpoint so far."));
        }
        for (Change change : changes) {
            blocks.add(new Block.Heading(change.word() + "  " + TraceText.shown(change.path())));
            blocks.add(new Block.Listing(lines(change)));
        }
        JsonObject document = JsonObject.builder()
                .put(
                        "changes",
                        JsonArray.of(
                                changes,
                                change -> JsonObject.builder()
                                        .put("path", change.path())
                                        .put("change", change.word())
                                        .put("before", change.before().orElse(null))
                                        .put("now", change.now().orElse(null))
                                        .build()))
                .build();
        return new Report("overlay", Outcome.FINE, blocks, document);
    }

    private static Optional<String> text(Storage storage, StoragePath path) throws IOException {
        try {
            return Optional.of(new String(storage.readAtMost(path, BatchLog.LIMIT_BYTES), StandardCharsets.UTF_8));
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        }
    }

    /** Lines that both have at the same place stand once. */
    private static List<String> lines(Change change) {
        List<String> before = change.before().map(text -> text.lines().toList()).orElse(List.of());
        List<String> now = change.now().map(text -> text.lines().toList()).orElse(List.of());
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < Math.max(before.size(), now.size()); i++) {
            if (i < before.size() && i < now.size() && before.get(i).equals(now.get(i))) {
                lines.add("    " + before.get(i));
                continue;
            }
            if (i < before.size()) {
                lines.add("  - " + before.get(i));
            }
            if (i < now.size()) {
                lines.add("  + " + now.get(i));
            }
        }
        if (lines.size() <= MOST_LINES) {
            return lines;
        }
        List<String> head = new ArrayList<>(lines.subList(0, MOST_LINES));
        head.add("    ... " + (lines.size() - MOST_LINES) + " more lines");
        return head;
    }
}
