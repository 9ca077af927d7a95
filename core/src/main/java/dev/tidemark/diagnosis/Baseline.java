package dev.tidemark.diagnosis;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Findings that somebody has looked at and lives with. What it holds makes nothing wrong, until its day has passed.
 *
 * @param entries in the order of the file
 */
public record Baseline(List<Entry> entries) {
    /** Knows nothing. */
    public static final Baseline EMPTY = new Baseline(List.of());

    /**
     * One accepted finding.
     *
     * @param fingerprint of the finding
     * @param severity how bad it was when it was accepted; a worse one is not covered
     * @param summary what it said, for people who read the file
     * @param lastDay the last day (UTC) on which it is accepted; for ever when null
     * @param reason why it is accepted; null when nobody said
     */
    public record Entry(
            String fingerprint,
            Severity severity,
            String summary,
            @Nullable LocalDate lastDay,
            @Nullable String reason) {
        /** Whether it no longer covers anything. */
        public boolean isExpired(LocalDate today) {
            return lastDay != null && today.isAfter(lastDay);
        }
    }

    public Baseline {
        entries = List.copyOf(entries);
    }

    /** The entry for a finding; of two the later. */
    public Optional<Entry> find(String fingerprint) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            if (entries.get(i).fingerprint().equals(fingerprint)) {
                return Optional.of(entries.get(i));
            }
        }
        return Optional.empty();
    }

    /** What accepts these findings, those that can be: the days and reasons this one gives are kept. */
    public Baseline renewed(List<Finding> findings) {
        return new Baseline(findings.stream()
                .filter(finding -> finding.severity() != Severity.FATAL)
                .map(finding -> renewed(finding, find(finding.fingerprint())))
                .distinct()
                .sorted(java.util.Comparator.comparing(Entry::fingerprint))
                .toList());
    }

    private static Entry renewed(Finding finding, Optional<Entry> known) {
        return new Entry(
                finding.fingerprint(),
                finding.severity(),
                finding.explanation().summary(),
                known.map(Entry::lastDay).orElse(null),
                known.map(Entry::reason).orElse(null));
    }
}
