package dev.tidemark.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import org.jspecify.annotations.Nullable;

/**
 * What was found at a place.
 *
 * @param location of the place, for display
 * @param restart null for a place that no query restarts from, and where it could not be predicted
 * @param findings the worst first
 * @param notChecked what was not looked at and why, a clause each
 */
public record Diagnosis(
        Kind kind, String location, @Nullable RestartOutlook restart, List<Finding> findings, List<String> notChecked) {
    /** What stands at the place. */
    public enum Kind {
        CHECKPOINT,
        DELTA_TABLE,
        FILE_SINK_OUTPUT
    }

    /** What it comes to. */
    public enum Verdict {
        /** Nothing above info was found. */
        WELL,
        /** Warnings alone. */
        WARNED,
        /** Something is wrong, or the restart fails. */
        WRONG,
        /** What decides could not be read. */
        UNKNOWN
    }

    public Diagnosis {
        findings = findings.stream()
                .sorted(Comparator.comparing(Finding::severity).reversed())
                .toList();
        notChecked = List.copyOf(notChecked);
    }

    /** The same with more findings. */
    public Diagnosis with(List<Finding> more) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(more);
        return new Diagnosis(kind, location, restart, all, notChecked);
    }

    /** The prediction of a restart, where there is one. */
    public Optional<RestartOutlook> outlook() {
        return Optional.ofNullable(restart);
    }

    /** The worst finding, if there is any. */
    public Optional<Finding> worst() {
        return findings.stream().findFirst();
    }

    /** Whether a finding is at least that bad; a restart that fails counts as fatal. */
    public boolean hasAtLeast(Severity severity) {
        return outlook().filter(RestartOutlook::fails).isPresent()
                || worst().filter(finding -> finding.severity().compareTo(severity) >= 0)
                        .isPresent();
    }

    /** What it all comes to. */
    public Verdict verdict() {
        boolean isFatal = hasAtLeast(Severity.FATAL);
        boolean isRefused = findings.stream().anyMatch(finding -> finding.rule().equals(Finding.FILE_UNREADABLE));
        if (!isFatal && isRefused) {
            return Verdict.UNKNOWN;
        } else if (hasAtLeast(Severity.ERROR)) {
            return Verdict.WRONG;
        }
        return hasAtLeast(Severity.WARNING) ? Verdict.WARNED : Verdict.WELL;
    }
}
