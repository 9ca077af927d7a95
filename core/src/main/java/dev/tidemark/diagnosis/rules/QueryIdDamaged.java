package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Rule;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;

/**
 * The file {@code metadata} is there and Spark cannot take an id from it.
 */
final class QueryIdDamaged implements Rule<CheckpointSurvey> {
    @Override
    public String id() {
        return "CKP-002";
    }

    @Override
    public List<Finding> check(CheckpointSurvey survey) {
        Optional<Damage> damage =
                survey.identity().found().flatMap(Parsed::damage).filter(Damages::isReadable);
        return damage.map(found -> List.of(new Finding(
                        id(),
                        Severity.FATAL,
                        Confidence.CERTAIN,
                        "metadata",
                        new Finding.Explanation(
                                "The file metadata does not hold a query id: " + Damages.words(found),
                                "The query does not start, in any version of Spark",
                                "Restore the file, or write it anew as {\"id\":\"...\"} with the id that the query's"
                                        + " progress events or the txn actions of its Delta sink show"),
                        List.of(found.at()))))
                .orElse(List.of());
    }
}
