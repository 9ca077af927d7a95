package dev.tidemark.view.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.delta.verify.Verification;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.diagnosis.rules.TableFindings;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.view.FindingView;
import dev.tidemark.view.FindingsReport;

/** {@code table verify}: whether a log agrees with itself, and what was not looked at. */
public final class TableVerifyView {
    private static final int MOST_ORPHANS_SHOWN = 20;

    private TableVerifyView() {}

    /** The findings of a verification. */
    public static List<Finding> findings(Verification verification) {
        return TableFindings.of(verification);
    }

    /** The report on a verification's findings, those that are not accepted. */
    public static Report of(String table, Verification verification, Triage triage) {
        List<Finding> findings = triage.open();
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(table, verification, findings));
        findings.forEach(finding -> blocks.add(FindingView.block(finding)));
        if (!verification.notChecked().isEmpty()) {
            blocks.add(new Block.Note(Tone.UNKNOWN, "Not checked: " + String.join("; ", verification.notChecked())));
        }
        addOrphans(blocks, verification.orphans());
        return new Report("table verify", FindingsReport.outcome(triage), blocks, document(verification, findings));
    }

    private static Block verdict(String table, Verification verification, List<Finding> findings) {
        long bad = findings.stream()
                .filter(finding -> finding.severity().compareTo(Severity.ERROR) >= 0)
                .count();
        long warnings = findings.stream()
                .filter(finding -> finding.severity() == Severity.WARNING)
                .count();
        String held = verification.checked().isEmpty() ? "nothing could be checked" : "checked " + counts(verification);
        if (bad > 0) {
            return new Block.Verdict(
                    Tone.BAD,
                    table + " is damaged or disagrees with itself: " + counted(bad, "thing") + " wrong",
                    held,
                    "start with the first finding");
        }
        if (warnings > 0) {
            return new Block.Verdict(
                    Tone.WARN, table + " can be read; " + counted(warnings, "thing") + " to look at", held, "");
        }
        return new Block.Verdict(Tone.GOOD, table + " agrees with itself", held, "");
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    private static String counts(Verification verification) {
        return verification.checked().entrySet().stream()
                .map(entry -> entry.getValue() + " " + words(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String words(String kind, long count) {
        String plural = kind.replaceAll("([A-Z])", " $1").toLowerCase(java.util.Locale.ROOT);
        return count == 1 ? plural.substring(0, plural.length() - 1) : plural;
    }

    private static void addOrphans(List<Block> blocks, List<Verification.Orphan> orphans) {
        if (orphans.isEmpty()) {
            return;
        }
        blocks.add(new Block.Heading("Files that no version needs"));
        blocks.add(new Block.Table(
                List.of("file", "size", "modified"),
                orphans.stream()
                        .limit(MOST_ORPHANS_SHOWN)
                        .map(orphan -> List.of(
                                Cell.text(orphan.path()),
                                Cell.bytes(orphan.sizeBytes()),
                                Cell.instant(orphan.modifiedAtMs())))
                        .toList()));
        if (orphans.size() > MOST_ORPHANS_SHOWN) {
            blocks.add(new Block.Note(
                    Tone.FAINT, (orphans.size() - MOST_ORPHANS_SHOWN) + " more; --format json lists them all"));
        }
    }

    private static JsonObject document(Verification verification, List<Finding> findings) {
        JsonObject.Builder checked = JsonObject.builder();
        verification.checked().forEach((kind, count) -> checked.put(kind, count));
        return JsonObject.builder()
                .put("checked", checked.build())
                .put("notChecked", JsonArray.of(verification.notChecked(), JsonText::new))
                .put("findings", FindingView.documents(findings))
                .put(
                        "orphans",
                        JsonArray.of(
                                verification.orphans(),
                                orphan -> JsonObject.builder()
                                        .put("path", orphan.path())
                                        .put("sizeBytes", orphan.sizeBytes())
                                        .put("modifiedAtMs", orphan.modifiedAtMs())
                                        .build()))
                .build();
    }
}
