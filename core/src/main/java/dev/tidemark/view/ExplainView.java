package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.RuleCatalog;
import dev.tidemark.diagnosis.RulePage;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** {@code explain}: a rule's page, or the list of all rules. */
public final class ExplainView {
    private ExplainView() {}

    /** One rule. */
    public static Report of(RulePage page) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Verdict(tone(page.severity()), page.id() + " " + page.title(), "", ""));
        for (String paragraph : page.meaning().split("\n")) {
            blocks.add(new Block.Note(Tone.PLAIN, plain(paragraph)));
        }
        blocks.add(new Block.Heading("What to do"));
        blocks.add(new Block.Note(Tone.PLAIN, plain(page.remedy())));
        blocks.add(new Block.Facts(List.of(
                new Fact("severity", Cell.text(severities(page), tone(page.severity()))),
                new Fact("confidence", Cell.text(word(page.confidence()))),
                new Fact("holds for", Cell.text(page.versions())),
                new Fact("authority", Cell.text(page.authority())))));
        return new Report(
                "explain",
                Outcome.FINE,
                blocks,
                JsonObject.builder()
                        .put("rules", JsonArray.of(List.of(page), ExplainView::document))
                        .build());
    }

    /** All rules, a line each. */
    public static Report all() {
        List<Block> blocks = new ArrayList<>();
        List<RulePage> rules = RuleCatalog.all();
        String group = "";
        List<List<Cell>> rows = new ArrayList<>();
        for (RulePage page : rules) {
            if (!group.isEmpty() && !page.group().equals(group)) {
                blocks.add(new Block.Table(List.of("rule", "severity", "what it finds"), rows));
                rows = new ArrayList<>();
            }
            group = page.group();
            rows.add(List.of(
                    Cell.text(page.id()),
                    Cell.text(word(page.severity()), tone(page.severity())),
                    Cell.text(page.title())));
        }
        blocks.add(new Block.Table(List.of("rule", "severity", "what it finds"), rows));
        blocks.add(new Block.Note(Tone.FAINT, "tidemark explain RULE says what one means and what to do"));
        return new Report(
                "explain",
                Outcome.FINE,
                blocks,
                JsonObject.builder()
                        .put("rules", JsonArray.of(rules, ExplainView::document))
                        .build());
    }

    private static JsonObject document(RulePage page) {
        return JsonObject.builder()
                .put("rule", page.id())
                .put("title", page.title())
                .put("severity", word(page.severity()))
                .put("severities", JsonArray.of(page.severities(), severity -> new JsonText(word(severity))))
                .put("confidence", word(page.confidence()))
                .put("versions", page.versions())
                .put("meaning", page.meaning())
                .put("remedy", page.remedy())
                .put("authority", page.authority())
                .build();
    }

    private static String severities(RulePage page) {
        return page.severities().stream().map(ExplainView::word).collect(Collectors.joining(", elsewhere "));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A page is Markdown; a terminal needs no marks for code. */
    private static String plain(String text) {
        return text.replace("`", "").replaceAll("\\[([^]]+)]\\([^)]+\\)", "$1");
    }

    private static Tone tone(Severity severity) {
        return switch (severity) {
            case INFO -> Tone.PLAIN;
            case WARNING -> Tone.WARN;
            case ERROR, FATAL -> Tone.BAD;
        };
    }
}
