package dev.tidemark.view;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Tone;

/** Findings as blocks and as the contract's JSON. */
public final class FindingView {
    private static final int SUMMARIES_SHOWN = 3;
    private static final String NOTHING = "Nothing";

    private FindingView() {}

    /** The contract's {@code findings} array. */
    public static JsonArray documents(List<Finding> findings) {
        return JsonArray.of(findings, FindingView::document);
    }

    /** A finding for the eye. */
    public static Block block(Finding finding) {
        String where = finding.evidence().stream().map(Location::toString).collect(Collectors.joining(", "));
        return new Block.Alert(
                tone(finding.severity()),
                finding.severity() + " " + finding.rule(),
                finding.explanation().summary(),
                where,
                finding.explanation().consequence(),
                finding.explanation().remedy());
    }

    /** Findings of one rule in brief: what is so, and what to do where something is to be done. */
    static Block brief(List<Finding> alike) {
        Finding first = alike.get(0);
        String summaries = alike.stream()
                .limit(SUMMARIES_SHOWN)
                .map(finding -> finding.explanation().summary())
                .collect(Collectors.joining("; "));
        int more = alike.size() - SUMMARIES_SHOWN;
        return new Block.Alert(
                tone(first.severity()),
                first.severity() + " " + first.rule(),
                more > 0 ? summaries + "; and " + more + " more" : summaries,
                "",
                "",
                toDo(first.explanation().remedy()));
    }

    /** A remedy without its first word where that is that nothing is to be done. */
    private static String toDo(String remedy) {
        if (remedy.isEmpty() || remedy.equals(NOTHING)) {
            return "";
        }
        boolean goesOn = remedy.startsWith(NOTHING + "; ") || remedy.startsWith(NOTHING + ": ");
        String rest = goesOn ? remedy.substring(NOTHING.length() + 2) : remedy;
        return Character.toUpperCase(rest.charAt(0)) + rest.substring(1);
    }

    private static JsonObject document(Finding finding) {
        return JsonObject.builder()
                .put("rule", finding.rule())
                .put("severity", finding.severity().name().toLowerCase(Locale.ROOT))
                .put("confidence", finding.confidence().name().toLowerCase(Locale.ROOT))
                .put("subject", finding.subject())
                .put("summary", finding.explanation().summary())
                .put("evidence", JsonArray.of(finding.evidence(), FindingView::location))
                .put("consequence", finding.explanation().consequence())
                .put("remedy", finding.explanation().remedy())
                .put("fingerprint", finding.fingerprint())
                .build();
    }

    private static JsonObject location(Location at) {
        JsonObject.Builder location = JsonObject.builder().put("path", at.path());
        if (at.line() != Location.NO_LINE) {
            location.put("line", at.line());
        }
        if (at.byteOffset() != Location.NO_BYTE) {
            location.put("byteOffset", at.byteOffset());
        }
        return location.build();
    }

    private static Tone tone(Severity severity) {
        return switch (severity) {
            case INFO -> Tone.PLAIN;
            case WARNING -> Tone.WARN;
            case ERROR, FATAL -> Tone.BAD;
        };
    }
}
