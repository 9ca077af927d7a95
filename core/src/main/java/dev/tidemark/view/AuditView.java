package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.tidemark.audit.AuditLog;
import dev.tidemark.audit.AuditTally;
import dev.tidemark.audit.ItemKind;
import dev.tidemark.audit.ItemResult;
import dev.tidemark.audit.ItemVerdict;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Tone;

/** What an audit says: of each item as it comes, of their relations, and of all of them in the end. */
public final class AuditView {
    private static final int RULES_SHOWN = 10;

    private AuditView() {}

    /** An item as JSON; {@link AuditLog} reads it again. */
    public static JsonObject document(ItemResult result) {
        return JsonObject.builder()
                .put(AuditLog.ITEM, result.item().kind().spelling())
                .put(AuditLog.PATH, result.item().place())
                .put(AuditLog.VERDICT, result.verdict().spelling())
                .put("headline", result.headline())
                .put(AuditLog.FINDINGS, FindingView.documents(result.findings()))
                .put("notChecked", JsonArray.of(result.notChecked(), JsonText::new))
                .put(AuditLog.KEYS, result.keys().document())
                .build();
    }

    /** What items have to do with each other, as one JSON value a finding. */
    public static JsonObject relation(Finding finding) {
        return JsonObject.builder()
                .put("relation", FindingView.documents(List.of(finding)).items().get(0))
                .build();
    }

    /** The sums as JSON. */
    public static JsonObject summary(AuditTally tally) {
        JsonObject.Builder verdicts = JsonObject.builder();
        for (ItemVerdict verdict : ItemVerdict.values()) {
            verdicts.put(verdict.spelling(), tally.of(verdict));
        }
        JsonObject.Builder kinds = JsonObject.builder();
        for (ItemKind kind : ItemKind.values()) {
            kinds.put(kind.spelling(), tally.of(kind));
        }
        JsonObject.Builder severities = JsonObject.builder();
        for (Severity severity : Severity.values()) {
            severities.put(severity.name().toLowerCase(Locale.ROOT), tally.of(severity));
        }
        JsonObject.Builder rules = JsonObject.builder();
        tally.byRule().forEach(rules::put);
        return JsonObject.builder()
                .put("items", tally.items())
                .put("verdicts", verdicts.build())
                .put("kinds", kinds.build())
                .put("findings", severities.build())
                .put("rules", rules.build())
                .build();
    }

    /** What a verdict means for the eye. */
    public static Tone tone(ItemVerdict verdict) {
        return switch (verdict) {
            case WELL -> Tone.GOOD;
            case WARNED -> Tone.WARN;
            case WRONG, BUG -> Tone.BAD;
            case UNKNOWN -> Tone.UNKNOWN;
        };
    }

    /** What kind of item it is, in a word for the eye. */
    public static String word(ItemKind kind) {
        return switch (kind) {
            case CHECKPOINT -> "checkpoint";
            case DELTA_TABLE -> "table";
            case FILE_SINK_OUTPUT -> "output";
            case PLACE -> "place";
        };
    }

    /** The relations and the sums for the eye. */
    public static List<Block> closing(List<Finding> relations, AuditTally tally) {
        List<Block> blocks = new ArrayList<>();
        if (!relations.isEmpty()) {
            blocks.add(new Block.Heading("What they have to do with each other"));
            relations.stream().map(FindingView::block).forEach(blocks::add);
        }
        Map<String, Long> rules = tally.byRule();
        if (!rules.isEmpty()) {
            blocks.add(new Block.Heading("Findings by rule"));
            List<List<Cell>> rows = rules.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue()
                            .reversed()
                            .thenComparing(Map.Entry.comparingByKey()))
                    .limit(RULES_SHOWN)
                    .map(rule -> List.of(
                            Cell.text(rule.getKey()),
                            Cell.count(rule.getValue()),
                            Cell.text("tidemark explain " + rule.getKey(), Tone.FAINT)))
                    .toList();
            blocks.add(new Block.Table(List.of("rule", "times", ""), rows));
            if (rules.size() > RULES_SHOWN) {
                blocks.add(new Block.Note(Tone.FAINT, (rules.size() - RULES_SHOWN) + " more rules spoke"));
            }
        }
        blocks.add(new Block.Verdict(worst(tally), sentence(tally), "", ""));
        return blocks;
    }

    private static Tone worst(AuditTally tally) {
        Tone tone = Tone.GOOD;
        for (ItemVerdict verdict : ItemVerdict.values()) {
            tone = tally.of(verdict) > 0 ? tone(verdict) : tone;
        }
        return tone;
    }

    private static String sentence(AuditTally tally) {
        List<String> verdicts = new ArrayList<>();
        for (ItemVerdict verdict : ItemVerdict.values()) {
            if (tally.of(verdict) > 0) {
                verdicts.add(tally.of(verdict) + " "
                        + (verdict == ItemVerdict.BUG ? "on which Tidemark failed" : verdict.spelling()));
            }
        }
        List<String> kinds = new ArrayList<>();
        for (ItemKind kind : ItemKind.values()) {
            if (tally.of(kind) > 0) {
                kinds.add(tally.of(kind) + " " + word(kind) + (tally.of(kind) == 1 ? "" : "s"));
            }
        }
        return kinds.stream().collect(Collectors.joining(", ")) + ": " + String.join(", ", verdicts);
    }
}
