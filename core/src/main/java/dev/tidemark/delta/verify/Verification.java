package dev.tidemark.delta.verify;

import java.util.List;
import java.util.Map;

/**
 * What a verification found and how far it went.
 *
 * @param findings the worst first
 * @param checked how many of each kind of thing were held against the commits, such as {@code commits}
 * @param notChecked what was left out and why, a sentence each
 * @param orphans the files that no version needs, when they were looked for
 */
public record Verification(
        List<VerifyFinding> findings, Map<String, Long> checked, List<String> notChecked, List<Orphan> orphans) {
    /** The subject of a finding that is about all data files. */
    public static final String WHOLE_TABLE = ".";

    /** A file below the table that no version needs. */
    public record Orphan(String path, long sizeBytes, long modifiedAtMs) {}

    public Verification {
        findings = List.copyOf(findings);
        checked = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(checked));
        notChecked = List.copyOf(notChecked);
        orphans = List.copyOf(orphans);
    }
}
