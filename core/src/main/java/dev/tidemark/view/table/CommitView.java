package dev.tidemark.view.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.history.CommitReader;
import dev.tidemark.delta.history.LogScan;
import dev.tidemark.delta.history.TableCommit;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Damage;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.Storage;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** One file of a Delta log, decoded: what it did to the table, and its actions as they stand. */
public final class CommitView {
    private CommitView() {}

    /** Reads a commit, a checkpoint or a compaction; shows at most so many actions. */
    public static Report of(Storage table, LogFile file, int limitActions) throws IOException {
        List<Line> lines = new ArrayList<>();
        List<Damage> damages = new ArrayList<>();
        long[] count = {0};
        LogScan.read(table, file, new LogScan.Visitor() {
            @Override
            public void action(LogFile from, long line, Action action) {
                count[0]++;
                if (lines.size() < limitActions) {
                    lines.add(ActionLines.of(from, line, action));
                }
            }

            @Override
            public void damage(LogFile from, Damage damage) {
                damages.add(damage);
            }
        });
        return report(table, file, lines, damages, count[0]);
    }

    private static Report report(Storage table, LogFile file, List<Line> lines, List<Damage> damages, long count)
            throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (Damage damage : damages.subList(0, Math.min(5, damages.size()))) {
            blocks.add(new Block.Note(Tone.BAD, damage.message()));
        }
        if (file.name() instanceof LogFileName.Commit) {
            blocks.add(facts(CommitReader.read(table, file)));
        }
        String prefix = file.name().value() + ":";
        blocks.add(new Block.Heading(Words.count(count, "action") + ", by line"));
        blocks.add(new Block.Listing(lines.stream()
                .map(line -> "  " + line.text())
                .map(text -> text.startsWith("  " + prefix) ? "  " + text.substring(2 + prefix.length()) : text)
                .toList()));
        if (lines.size() < count) {
            blocks.add(new Block.Note(Tone.FAINT, "The first " + lines.size() + "; cat --limit N shows more."));
        }
        JsonObject document = JsonObject.builder()
                .put("path", file.path().value())
                .put("numActions", count)
                .put("actions", JsonArray.of(lines, Line::json))
                .put(
                        "damages",
                        JsonArray.of(damages, damage -> new dev.tidemark.format.json.JsonText(damage.message())))
                .build();
        return new Report("cat", damages.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }

    private static Block facts(TableCommit commit) {
        List<Fact> facts = new ArrayList<>();
        CommitInfo info = commit.info();
        facts.add(new Fact("version", Cell.count(commit.version())));
        facts.add(new Fact("committed at", Cell.instant(commit.committedAtMs())));
        facts.add(new Fact(
                "operation",
                Cell.text(info == null ? "not recorded" : info.operation().orElse("-"))));
        TableCommit.Changes changes = commit.changes();
        facts.add(new Fact("files added", Cell.text(files(changes.adds(), changes.addedBytes()))));
        facts.add(new Fact("files removed", Cell.text(files(changes.removes(), changes.removedBytes()))));
        if (changes.adds() + changes.removes() > 0 && !changes.dataChange()) {
            facts.add(new Fact("data", Cell.text("unchanged: the same rows in other files")));
        }
        commit.transactions()
                .forEach(transaction -> facts.add(
                        new Fact("transaction", Cell.text(transaction.appId() + " = " + transaction.version()))));
        return new Block.Facts(facts);
    }

    private static String files(long files, long sizeBytes) {
        return files == 0 ? "none" : files + ", " + Words.count(sizeBytes, "byte");
    }
}
