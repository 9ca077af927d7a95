package dev.tidemark.compat;

import java.util.List;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.query.DescriptionPlaces;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a check.
 *
 * @param before the checkpoint
 * @param effects what differs and what Spark makes of it, the worst first
 * @param undecided what could not be compared and decides whether the query starts
 * @param notCompared what could not be compared and does not
 * @param prediction what a restart of the new query comes to; null when it was not followed
 */
public record Compatibility(
        CheckpointShape before,
        List<Effect> effects,
        List<String> undecided,
        List<String> notCompared,
        @Nullable RestartPrediction prediction) {
    /** In one word. */
    public enum Verdict {
        COMPATIBLE,
        INCOMPATIBLE,
        UNKNOWN
    }

    public Compatibility {
        effects = List.copyOf(effects);
        undecided = List.copyOf(undecided);
        notCompared = List.copyOf(notCompared);
    }

    /** Incompatible when something stops the query; unknown when something that could was not compared. */
    public Verdict verdict() {
        if (effects.stream().anyMatch(effect -> effect.severity() == Severity.FATAL)) {
            return Verdict.INCOMPATIBLE;
        }
        return undecided.isEmpty() ? Verdict.COMPATIBLE : Verdict.UNKNOWN;
    }

    /** The same with the places in a description that tell of each part, before all other evidence. */
    public Compatibility located(DescriptionPlaces places) {
        return new Compatibility(
                before,
                effects.stream()
                        .map(effect -> places.find(effect.subject())
                                .map(effect::shownAt)
                                .orElse(effect))
                        .toList(),
                undecided,
                notCompared,
                prediction);
    }

    /** The effects as findings. */
    public List<Finding> findings() {
        return effects.stream().map(Effect::finding).toList();
    }
}
