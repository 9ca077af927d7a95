package dev.tidemark.diagnosis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.exhibit.Exhibit;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.query.QueryDescription;
import org.jspecify.annotations.Nullable;

/**
 * All that is at hand about one stream: its checkpoint, and of the rest what could be found.
 *
 * @param description the query as its owner describes it; null when nobody did
 */
public record CaseFile(
        CheckpointSurvey checkpoint,
        @Nullable QueryDescription description,
        Exhibit<StateExhibit> state,
        Exhibit<RestartOutlook> restart) {
    /** The query as its owner describes it. */
    public Optional<QueryDescription> query() {
        return Optional.ofNullable(description);
    }

    /** What should have been looked at and was not at hand, a clause each. */
    public List<String> notAtHand() {
        List<String> reasons = new ArrayList<>();
        List.of(state, restart).forEach(exhibit -> add(reasons, exhibit));
        return reasons;
    }

    private static void add(List<String> reasons, Exhibit<?> exhibit) {
        if (!exhibit.whyNot().isEmpty()) {
            reasons.add(exhibit.whyNot());
        }
    }
}
