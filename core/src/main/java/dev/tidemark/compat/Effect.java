package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import org.jspecify.annotations.Nullable;

/**
 * What Spark makes of a change.
 *
 * @param subject the part of the query it is about
 * @param words what differs, what follows, what to do
 * @param error Spark's error condition, or the simple name of the exception where it has none; null when nothing is thrown
 * @param evidence where it shows in the checkpoint
 */
public record Effect(
        CompatRule rule,
        Severity severity,
        Confidence confidence,
        String subject,
        Finding.Explanation words,
        @Nullable String error,
        List<Location> evidence) {
    public Effect {
        evidence = List.copyOf(evidence);
    }

    /** The same with a better place before the others. */
    Effect shownAt(Location best) {
        List<Location> all = new ArrayList<>(List.of(best));
        all.addAll(evidence);
        return new Effect(rule, severity, confidence, subject, words, error, all);
    }

    /** The same for everyone who reads findings. */
    public Finding finding() {
        return new Finding(rule.id(), severity, confidence, subject, words, evidence);
    }
}
