package dev.tidemark.diagnosis;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Findings held against a baseline and against the severity that matters.
 *
 * @param judged all findings, in their order
 * @param absent entries of the baseline that nothing was found for: they can go
 * @param failOn the least severity that makes an answer wrong
 * @param baseline what they were held against; null when there was none
 */
public record Triage(
        List<Judged> judged,
        List<Baseline.Entry> absent,
        Severity failOn,
        @Nullable Baseline baseline) {
    /** What the baseline says of a finding. */
    public enum Status {
        /** It is not in the baseline, or there is none. */
        NEW,
        /** Accepted: it makes nothing wrong. */
        UNCHANGED,
        /** It was accepted, and the day has passed. */
        EXPIRED,
        /** It was accepted when it was less bad. */
        WORSE,
        /** Fatal: nothing can accept it. */
        REFUSED
    }

    /** A finding and what the baseline says of it. */
    public record Judged(Finding finding, Status status) {}

    public Triage {
        judged = List.copyOf(judged);
        absent = List.copyOf(absent);
    }

    /** Without a baseline. */
    public static Triage of(List<Finding> findings, Severity failOn) {
        return new Triage(
                findings.stream()
                        .map(finding -> new Judged(finding, Status.NEW))
                        .toList(),
                List.of(),
                failOn,
                null);
    }

    /**
     * Against a baseline.
     *
     * @param today decides which entries have expired
     */
    public static Triage of(List<Finding> findings, Severity failOn, Baseline baseline, LocalDate today) {
        Set<String> found = new HashSet<>();
        findings.forEach(finding -> found.add(finding.fingerprint()));
        return new Triage(
                findings.stream()
                        .map(finding -> new Judged(finding, status(finding, baseline, today)))
                        .toList(),
                baseline.entries().stream()
                        .filter(entry -> !found.contains(entry.fingerprint()))
                        .toList(),
                failOn,
                baseline);
    }

    /** What is not accepted: all that an answer may speak of. */
    public List<Finding> open() {
        return with(status -> status != Status.UNCHANGED);
    }

    /** What the baseline accepts. */
    public List<Finding> accepted() {
        return with(status -> status == Status.UNCHANGED);
    }

    /** Whether something open is as bad as matters. */
    public boolean isWrong() {
        return judged.stream().anyMatch(this::counts);
    }

    /** Whether this one makes the answer wrong. */
    public boolean counts(Judged one) {
        return one.status() != Status.UNCHANGED && one.finding().severity().compareTo(failOn) >= 0;
    }

    private List<Finding> with(java.util.function.Predicate<Status> wanted) {
        return judged.stream()
                .filter(one -> wanted.test(one.status()))
                .map(Judged::finding)
                .toList();
    }

    private static Status status(Finding finding, Baseline baseline, LocalDate today) {
        Optional<Baseline.Entry> entry = baseline.find(finding.fingerprint());
        if (entry.isEmpty()) {
            return Status.NEW;
        } else if (finding.severity() == Severity.FATAL) {
            return Status.REFUSED;
        } else if (finding.severity().compareTo(entry.get().severity()) > 0) {
            return Status.WORSE;
        }
        return entry.get().isExpired(today) ? Status.EXPIRED : Status.UNCHANGED;
    }
}
