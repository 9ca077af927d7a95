package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.rules.CheckpointRules;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** The offset log against the commit log: who is ahead, what is missing, and whether it matters. */
public final class LogDiffView {
    private static final int ROWS_SHOWN = 40;

    /** Batches that stand alike in both logs. */
    private record Span(BatchRange batches, boolean hasOffsets, boolean hasCommits, String meaning, Tone tone) {}

    private LogDiffView() {}

    /** A checkpoint of which the newest files were read. */
    public static Report of(CheckpointSurvey survey) {
        return of(survey, Severity.ERROR);
    }

    /**
     * The same for a script to which only some findings matter.
     *
     * @param failOn the least severity that makes the outcome wrong
     */
    public static Report of(CheckpointSurvey survey, Severity failOn) {
        List<Finding> findings = CheckpointRules.check(survey);
        CheckpointVerdict verdict = new CheckpointVerdict(survey, findings);
        List<Span> spans = spans(survey);
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict.block());
        if (!spans.isEmpty()) {
            List<Span> shown = spans.subList(Math.max(0, spans.size() - ROWS_SHOWN), spans.size());
            blocks.add(new Block.Table(
                    List.of("batches", "offsets", "commits", "meaning"),
                    shown.stream().map(LogDiffView::row).toList()));
            if (shown.size() < spans.size()) {
                blocks.add(new Block.Note(
                        Tone.FAINT, (spans.size() - shown.size()) + " older rows: --format json lists them all"));
            }
        }
        blocks.addAll(verdict.alerts());
        JsonObject document = JsonObject.builder()
                .put("verdict", verdict.document())
                .put("resume", verdict.resume())
                .put("newestOffsets", number(survey.offsets().latest()))
                .put("newestCommit", number(survey.commits().latest()))
                .put("spans", JsonArray.of(spans, LogDiffView::document))
                .put("findings", FindingView.documents(findings))
                .build();
        return new Report("diff", verdict.outcome(failOn), blocks, document);
    }

    private static List<Span> spans(CheckpointSurvey survey) {
        BatchIds offsets = survey.offsets().batches();
        BatchIds commits = survey.commits().batches();
        BatchIds all = offsets.with(commits);
        List<Span> spans = new ArrayList<>();
        if (all.isEmpty()) {
            return spans;
        }
        long first = all.first().orElseThrow();
        if (first > 0) {
            spans.add(new Span(
                    new BatchRange(0, first - 1),
                    false,
                    false,
                    "older than both logs: Spark removes what it no longer needs",
                    Tone.FAINT));
        }
        long[] ids = all.stream().toArray();
        for (int i = 0; i < ids.length; ) {
            if (i > 0 && ids[i - 1] < ids[i] - 1) {
                addSplit(spans, survey, new BatchRange(ids[i - 1] + 1, ids[i] - 1), false, false);
            }
            boolean hasOffsets = offsets.contains(ids[i]);
            boolean hasCommits = commits.contains(ids[i]);
            int start = i;
            while (i + 1 < ids.length
                    && ids[i + 1] == ids[i] + 1
                    && offsets.contains(ids[i + 1]) == hasOffsets
                    && commits.contains(ids[i + 1]) == hasCommits) {
                i++;
            }
            addSplit(spans, survey, new BatchRange(ids[start], ids[i]), hasOffsets, hasCommits);
            i++;
        }
        return spans;
    }

    /** Splits a range where the meaning of its batches changes: at the newest offsets, the batch before, the newest commit. */
    private static void addSplit(
            List<Span> spans, CheckpointSurvey survey, BatchRange range, boolean hasOffsets, boolean hasCommits) {
        long newest = survey.offsets().batches().last().orElse(-1);
        long committed = survey.commits().batches().last().orElse(-1);
        long[] ends = {committed, newest - 2, newest - 1, newest};
        java.util.Arrays.sort(ends);
        long start = range.first();
        for (long end : ends) {
            if (end >= start && end < range.last()) {
                add(spans, survey, new BatchRange(start, end), hasOffsets, hasCommits);
                start = end + 1;
            }
        }
        add(spans, survey, new BatchRange(start, range.last()), hasOffsets, hasCommits);
    }

    private static void add(
            List<Span> spans, CheckpointSurvey survey, BatchRange range, boolean hasOffsets, boolean hasCommits) {
        Span span = span(survey, range, hasOffsets, hasCommits);
        Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
        if (last != null
                && last.hasOffsets() == hasOffsets
                && last.hasCommits() == hasCommits
                && last.meaning().equals(span.meaning())
                && last.batches().last() == range.first() - 1) {
            spans.remove(spans.size() - 1);
            spans.add(new Span(
                    new BatchRange(last.batches().first(), range.last()),
                    hasOffsets,
                    hasCommits,
                    span.meaning(),
                    span.tone()));
        } else {
            spans.add(span);
        }
    }

    private static Span span(CheckpointSurvey survey, BatchRange range, boolean hasOffsets, boolean hasCommits) {
        long newest = survey.offsets().batches().last().orElse(-1);
        long committed = survey.commits().batches().last().orElse(-1);
        long last = range.last();
        if (hasOffsets && hasCommits) {
            return last == newest && committed > newest
                    ? new Span(range, true, true, "committed, and run again: a newer commit has no offsets", Tone.BAD)
                    : new Span(range, true, true, "committed", Tone.GOOD);
        } else if (hasOffsets) {
            if (last == newest) {
                return committed > newest
                        ? new Span(range, true, false, "runs again, with commits ahead of it", Tone.BAD)
                        : new Span(range, true, false, "started, not committed: a restart runs it again", Tone.WARN);
            }
            return last > committed
                    ? new Span(range, true, false, "started, not committed, and never run again", Tone.WARN)
                    : new Span(
                            range,
                            true,
                            false,
                            "a hole in commits: harmless, only the newest commit counts",
                            Tone.PLAIN);
        }
        String what = hasCommits ? "offsets lost" : "gone from both logs";
        if (last > newest) {
            return new Span(
                    range, false, hasCommits, what + ", ahead of the newest offsets: stops a restart", Tone.BAD);
        } else if (last == newest - 1) {
            return new Span(range, false, hasCommits, what + ": every restart reads it and fails", Tone.BAD);
        }
        return new Span(range, false, hasCommits, what + ": harmless, no restart reads it", Tone.PLAIN);
    }

    private static List<Cell> row(Span span) {
        return List.of(
                Cell.text(span.batches().toString()),
                span.hasOffsets() ? Cell.text("yes") : Cell.nothing(),
                span.hasCommits() ? Cell.text("yes") : Cell.nothing(),
                Cell.text(span.meaning(), span.tone()));
    }

    private static JsonObject document(Span span) {
        return JsonObject.builder()
                .put("first", span.batches().first())
                .put("last", span.batches().last())
                .put("offsets", span.hasOffsets())
                .put("commits", span.hasCommits())
                .put("meaning", span.meaning())
                .build();
    }

    private static @Nullable JsonValue number(OptionalLong value) {
        return value.isPresent() ? JsonNumber.of(value.getAsLong()) : null;
    }
}
