package dev.tidemark.audit;

import java.util.List;

import dev.tidemark.diagnosis.Finding;

/**
 * What was found out about one item.
 *
 * @param headline one sentence: where it stands, or why nothing could be told
 * @param notChecked what was not looked at and why
 */
public record ItemResult(
        AuditItem item,
        ItemVerdict verdict,
        String headline,
        List<Finding> findings,
        List<String> notChecked,
        ItemKeys keys) {
    public ItemResult {
        findings = List.copyOf(findings);
        notChecked = List.copyOf(notChecked);
    }

    /** An item about which nothing could be told. */
    public static ItemResult unknown(AuditItem item, String reason) {
        return new ItemResult(item, ItemVerdict.UNKNOWN, reason, List.of(), List.of(), ItemKeys.NONE);
    }

    /** An item on which Tidemark failed. */
    public static ItemResult bug(AuditItem item, Throwable failure) {
        StackTraceElement[] trace = failure.getStackTrace();
        String where = trace.length == 0 ? "" : " at " + trace[0];
        return new ItemResult(
                item,
                ItemVerdict.BUG,
                "Tidemark failed here, which is a bug: " + failure + where,
                List.of(),
                List.of(),
                ItemKeys.NONE);
    }
}
