package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.engine.HistoryReading;
import dev.tidemark.engine.HistoryReading.Observation;
import dev.tidemark.engine.HistoryReading.PastBatch;
import dev.tidemark.engine.HistoryReading.Verdict;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** Whether the recorded past follows from the rules, for {@code history}. */
public final class HistoryView {
    private HistoryView() {}

    /** The report. */
    public static Report of(HistoryReading history, RestartView.Terms terms) {
        Outcome outcome = switch (history.verdict()) {
            case FOLLOWS -> Outcome.FINE;
            case UNKNOWN -> Outcome.UNKNOWN;
            case CONTRADICTS -> Outcome.WRONG;
        };
        return new Report("history", outcome, blocks(history, terms), document(history, terms));
    }

    private static List<Block> blocks(HistoryReading history, RestartView.Terms terms) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(history));
        terms.assumptions().forEach(assumption -> blocks.add(new Block.Note(Tone.WARN, "Assumed: " + assumption)));
        blocks.add(new Block.Facts(List.of(new Fact("Spark", Cell.text(terms.sparkVersion())))));
        if (!history.batches().isEmpty()) {
            blocks.add(new Block.Heading("Batches"));
            blocks.add(batches(history));
        }
        return blocks;
    }

    private static Block.Verdict verdict(HistoryReading history) {
        if (history.batches().isEmpty()) {
            return new Block.Verdict(Tone.UNKNOWN, "No batch is on record", "there is no history to look at", "");
        }
        long contradicting = count(history, Verdict.CONTRADICTS);
        long untold = count(history, Verdict.UNKNOWN);
        int all = history.batches().size();
        if (contradicting > 0) {
            PastBatch first = history.batches().stream()
                    .filter(batch -> batch.verdict() == Verdict.CONTRADICTS)
                    .findFirst()
                    .orElseThrow();
            return new Block.Verdict(
                    Tone.BAD,
                    "The past does NOT FOLLOW: " + contradicting + " of " + all + (all == 1 ? " batch" : " batches")
                            + " cannot have come from these options and one writer",
                    "first batch " + first.batchId() + ": " + worst(first).text(),
                    "look for a second writer, an edited or copied log, a table that was replaced, or options that were"
                            + " others then (--option, --set, --trigger try them)");
        }
        if (untold > 0) {
            return new Block.Verdict(
                    Tone.UNKNOWN,
                    "Nothing contradicts the rules; " + untold + " of " + all + " batches could NOT BE TOLD in full",
                    "",
                    "");
        }
        return new Block.Verdict(
                Tone.GOOD,
                "The past FOLLOWS: " + (all == 1 ? "the one batch" : "all " + all + " batches")
                        + " on record came from these options and one writer, or may have",
                "",
                "");
    }

    private static long count(HistoryReading history, Verdict verdict) {
        return history.batches().stream()
                .filter(batch -> batch.verdict() == verdict)
                .count();
    }

    private static Observation worst(PastBatch batch) {
        return batch.observations().stream()
                .filter(observation -> observation.verdict() == batch.verdict())
                .findFirst()
                .orElseThrow();
    }

    private static Block batches(HistoryReading history) {
        List<List<Cell>> rows = new ArrayList<>();
        for (PastBatch batch : history.batches()) {
            boolean isFirst = true;
            List<Observation> shown = shown(batch);
            for (Observation observation : shown) {
                rows.add(List.of(
                        isFirst ? Cell.count(batch.batchId()) : Cell.text(""),
                        isFirst ? Cell.text(word(batch.verdict()), tone(batch.verdict())) : Cell.text(""),
                        Cell.text(observation.aspect().word()),
                        Cell.text(observation.text(), isFirst ? Tone.PLAIN : tone(observation.verdict()))));
                isFirst = false;
            }
            if (shown.isEmpty()) {
                String text = batch.isOldest() ? "the oldest on record: what it came from is gone" : "";
                rows.add(List.of(
                        Cell.count(batch.batchId()),
                        Cell.text(word(batch.verdict()), tone(batch.verdict())),
                        Cell.text(""),
                        Cell.text(text)));
            }
        }
        return new Block.Table(List.of("batch", "", "about", "what"), rows);
    }

    /** What decides the verdict; of a batch that follows, what its sources say. */
    private static List<Observation> shown(PastBatch batch) {
        return batch.observations().stream()
                .filter(observation -> batch.verdict() == Verdict.FOLLOWS
                        ? observation.aspect() != HistoryReading.Aspect.WATERMARK
                                && observation.aspect() != HistoryReading.Aspect.COMMIT
                        : observation.verdict() == batch.verdict())
                .toList();
    }

    private static String word(Verdict verdict) {
        return switch (verdict) {
            case FOLLOWS -> "follows";
            case UNKNOWN -> "not told";
            case CONTRADICTS -> "CANNOT BE";
        };
    }

    private static Tone tone(Verdict verdict) {
        return switch (verdict) {
            case FOLLOWS -> Tone.GOOD;
            case UNKNOWN -> Tone.UNKNOWN;
            case CONTRADICTS -> Tone.BAD;
        };
    }

    private static JsonObject document(HistoryReading history, RestartView.Terms terms) {
        return JsonObject.builder()
                .put("verdict", jsonWord(history.verdict()))
                .put("assumed", JsonArray.of(terms.assumptions(), JsonText::new))
                .put("batches", JsonArray.of(history.batches(), HistoryView::batch))
                .put("findings", new JsonArray(List.of()))
                .build();
    }

    private static JsonObject batch(PastBatch batch) {
        return JsonObject.builder()
                .put("batchId", batch.batchId())
                .put("verdict", jsonWord(batch.verdict()))
                .put("oldestOnRecord", batch.isOldest())
                .put("observations", JsonArray.of(batch.observations(), HistoryView::observation))
                .build();
    }

    private static JsonObject observation(Observation observation) {
        return JsonObject.builder()
                .put("about", observation.aspect().word())
                .put("verdict", jsonWord(observation.verdict()))
                .put("text", observation.text())
                .build();
    }

    private static String jsonWord(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }
}
