package dev.tidemark.view.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Figures;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** {@code state diff}: what differs between the state of two batches, or of two checkpoints. */
public final class DiffView {
    private static final int MOST_COLUMNS = 160;
    private static final Pattern WHOLE_SECONDS = Pattern.compile("(\\d\\d:\\d\\d)\\.000(Z?)");

    private DiffView() {}

    /**
     * The report of a diff.
     *
     * @param before what the first side is called, such as {@code batch 4}
     * @param after what the second is called
     */
    public static Report of(RowsDiff diff, String before, String after) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(diff, before, after));
        if (!diff.changes().isEmpty()) {
            blocks.add(table(diff, before, after));
        }
        long shown = diff.changes().size();
        long all =
                diff.counts().added() + diff.counts().removed() + diff.counts().changed();
        if (shown < all) {
            blocks.add(new Block.Note(Tone.FAINT, (all - shown) + " more; --limit shows more of them"));
        }
        diff.damages().forEach(damage -> blocks.add(new Block.Note(Tone.BAD, damage.message())));
        // A difference is an answer, nothing wrong: as for diff and table diff.
        Outcome outcome = diff.damages().isEmpty() ? Outcome.FINE : Outcome.UNKNOWN;
        return new Report("state diff", outcome, blocks, document(diff, before, after));
    }

    private static Block verdict(RowsDiff diff, String before, String after) {
        RowsDiff.Counts counts = diff.counts();
        if (!diff.damages().isEmpty()) {
            return new Block.Verdict(
                    Tone.UNKNOWN,
                    "Not all rows could be read",
                    diff.damages().get(0).message(),
                    "");
        }
        String same = Figures.grouped(counts.same()) + " keys are the same in both";
        if (counts.areAlike()) {
            return new Block.Verdict(Tone.GOOD, before + " and " + after + " hold the same rows", same, "");
        }
        String headline = "From " + before + " to " + after + ": " + Figures.grouped(counts.added()) + " keys added, "
                + Figures.grouped(counts.removed()) + " removed, " + Figures.grouped(counts.changed()) + " changed";
        return new Block.Verdict(Tone.WARN, headline, same, "");
    }

    private static Block table(RowsDiff diff, String before, String after) {
        List<List<Cell>> rows = new ArrayList<>();
        for (RowsDiff.Change change : diff.changes()) {
            Tone tone = switch (change.kind()) {
                case ADDED -> Tone.GOOD;
                case REMOVED -> Tone.BAD;
                case CHANGED -> Tone.WARN;
            };
            rows.add(List.of(
                    Cell.text(change.kind().name().toLowerCase(Locale.ROOT), tone),
                    Cell.text(cut(words(change.key()))),
                    values(change.before()),
                    values(change.after())));
        }
        return new Block.Table(List.of("", "key", before, after), rows);
    }

    private static Cell values(List<String> values) {
        if (values.isEmpty()) {
            return Cell.nothing();
        }
        return Cell.text(cut(values.stream().map(DiffView::words).collect(Collectors.joining("; "))));
    }

    /** JSON as words that a line can break between, structs opened: {@code k=7 start=2024-01-31T00:00:00Z}. */
    private static String words(String json) {
        return words(parsed(json));
    }

    private static String words(JsonValue value) {
        if (value instanceof JsonObject object) {
            List<JsonObject.Member> members = object.members();
            return members.stream()
                    .map(member -> members.size() == 1 || member.value() instanceof JsonObject
                            ? words(member.value())
                            : member.name() + "=" + words(member.value()))
                    .collect(Collectors.joining(" "));
        }
        return value instanceof JsonText text
                ? WHOLE_SECONDS.matcher(text.value()).replaceFirst("$1$2")
                : value.toString();
    }

    private static String cut(String text) {
        return text.length() <= MOST_COLUMNS ? text : text.substring(0, MOST_COLUMNS - 1) + "…";
    }

    private static JsonObject document(RowsDiff diff, String before, String after) {
        RowsDiff.Counts counts = diff.counts();
        return JsonObject.builder()
                .put("before", before)
                .put("after", after)
                .put("same", counts.same())
                .put("added", counts.added())
                .put("removed", counts.removed())
                .put("changed", counts.changed())
                .put("changes", JsonArray.of(diff.changes(), DiffView::change))
                .put("damages", JsonArray.of(diff.damages(), damage -> new JsonText(damage.message())))
                .build();
    }

    private static JsonObject change(RowsDiff.Change change) {
        return JsonObject.builder()
                .put("kind", change.kind().name().toLowerCase(Locale.ROOT))
                .put("key", parsed(change.key()))
                .put("before", JsonArray.of(change.before(), DiffView::parsed))
                .put("after", JsonArray.of(change.after(), DiffView::parsed))
                .build();
    }

    private static JsonValue parsed(String json) {
        return JsonParser.parse(Location.of("row"), json).value().orElse(JsonNull.NULL);
    }
}
