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
