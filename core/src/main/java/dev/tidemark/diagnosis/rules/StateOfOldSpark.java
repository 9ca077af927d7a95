package dev.tidemark.diagnosis.rules;

import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.diagnosis.CaseFile;
import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.exhibit.StateExhibit;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.state.schema.StatefulOperator;

/** State that Spark 2 wrote, without a schema beside it. */
final class StateOfOldSpark extends CaseRule {
    StateOfOldSpark() {
        super("STA-023");
    }

    @Override
    public List<Finding> check(CaseFile file) {
        Optional<StateExhibit> state = file.state().found();
        boolean isOld = state.filter(found -> !found.conf().pinned().containsKey(PinnedConf.JOIN_STATE_FORMAT.key())
                        && !found.files().isEmpty())
                .isPresent();
        if (!isOld || state.get().operators().stream().noneMatch(StateOfOldSpark::lacksSchema)) {
            return List.of();
        }
        boolean hasDecimals = state.get().holdsOldDecimals();
        String writer = PinnedConf.writer(state.get().conf().pinned())
                .map(version -> "Spark " + version)
                .orElse("Spark 2");
        return List.of(finding(
                hasDecimals ? Severity.ERROR : Severity.INFO,
                hasDecimals ? Confidence.LIKELY : Confidence.CERTAIN,
                new Finding.Explanation(
                        "The state was written by " + writer
                                + ": there is no schema file and the newest offsets lack what"
                                + " Spark 3 pins"
                                + (hasDecimals ? "; its values look like sums of decimals" : ""),
                        hasDecimals
                                ? "Spark 3 and later lay out the sum of a decimal in two fields and not in one: the query fails"
                                        + " with STATE_STORE_VALUE_ROW_FORMAT_VALIDATION_FAILURE, or, unvalidated, counts wrong"
                                : "A newer Spark checks the first row of a load alone against its own layout, so no error is no"
                                        + " proof that every row fits",
                        hasDecimals
                                ? "Finish the query on the old Spark, or begin a new checkpoint; there is no repair"
                                : "Nothing, if the query's aggregates are laid out as then; sums of decimals are not"),
                Location.of("state")));
    }

    private static boolean lacksSchema(StatefulOperator operator) {
        return operator.damages().stream().anyMatch(damage -> damage.kind() == DamageKind.MISSING);
    }
}
