package dev.tidemark.diagnosis;

import java.util.List;

import dev.tidemark.evidence.Location;

/**
 * Something a user should know, in a form that people and scripts can act on.
 *
 * @param rule stable id such as {@code CKP-003}; its meaning never changes
 * @param subject what it is about, such as {@code commits/7}
 * @param explanation what is wrong, what follows, what to do
 * @param evidence where it shows
 */
public record Finding(
        String rule,
        Severity severity,
        Confidence confidence,
        String subject,
        Explanation explanation,
        List<Location> evidence) {
    /** The rule that speaks when a file could not be read, so that nothing is known of it. */
    public static final String FILE_UNREADABLE = "CKP-027";

    /** What is wrong, what follows, and what to do; each a sentence without a full stop. */
    public record Explanation(String summary, String consequence, String remedy) {}

    public Finding {
        evidence = List.copyOf(evidence);
    }

    /** The same for the same trouble in the same place, whatever else changed: rule and subject. */
    public String fingerprint() {
        return rule + ":" + subject;
    }
}
