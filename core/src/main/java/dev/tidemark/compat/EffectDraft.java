package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Location;
import org.jspecify.annotations.Nullable;

/** An effect while its sentences are found. */
final class EffectDraft {
    private final CompatRule rule;
    private final Severity severity;
    private final List<Location> evidence = new ArrayList<>();
    private String summary = "";
    private String consequence = "";
    private String remedy = "";
    private Confidence confidence = Confidence.CERTAIN;
    private @Nullable String error;

    EffectDraft(CompatRule rule, Severity severity) {
        this.rule = rule;
        this.severity = severity;
    }

    /** Files of a checkpoint that changes show in. */
    record Places(CheckpointShape before) {
        Location offsets() {
            return Location.of(before.newestBatch() == null ? "offsets" : "offsets/" + before.newestBatch());
        }

        Location commits() {
            return Location.of("commits");
        }
    }

    EffectDraft says(String text) {
        summary = text;
        return this;
    }

    EffectDraft then(String text) {
        consequence = text;
        return this;
    }

    EffectDraft todo(String text) {
        remedy = text;
        return this;
    }

    EffectDraft fails(@Nullable String with) {
        error = with;
        return this;
    }

    EffectDraft likely() {
        confidence = Confidence.LIKELY;
        return this;
    }

    EffectDraft at(Location where) {
        evidence.add(where);
        return this;
    }

    Effect effect(String subject) {
        return new Effect(
                rule,
                severity,
                confidence,
                subject,
                new Finding.Explanation(summary, consequence, remedy),
                error,
                evidence);
    }
}
