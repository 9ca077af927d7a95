package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.tidemark.compat.Compatibility;
import dev.tidemark.compat.Compatibility.Verdict;
import dev.tidemark.compat.Effect;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** {@code check}: whether a checkpoint fits a changed query. */
public final class CheckView {
    private CheckView() {}

    /**
     * What was asked, for display.
     *
     * @param against the description or the checkpoint that the new query wrote
     * @param assumptions what was taken for granted, each a clause
     */
    public record Terms(String checkpoint, String against, String spark, List<String> assumptions) {
        public Terms {
            assumptions = List.copyOf(assumptions);
        }
    }

    /** The report on what is not accepted. */
    public static Report of(Compatibility check, Triage triage, Terms terms) {
        List<Finding> findings = triage.open();
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(check, findings));
        blocks.add(facts(check, terms));
        findings.stream()
                .filter(finding -> check.verdict() != Verdict.INCOMPATIBLE
                        || !finding.equals(check.effects().get(0).finding()))
                .forEach(finding -> blocks.add(FindingView.block(finding)));
        if (!check.undecided().isEmpty()) {
            blocks.add(new Block.Note(Tone.UNKNOWN, "Could not be told: " + String.join("; ", check.undecided())));
        }
        if (!check.notCompared().isEmpty()) {
            blocks.add(new Block.Note(Tone.FAINT, "Not checked: " + String.join("; ", check.notCompared())));
        }
        return new Report("check", outcome(check, triage), blocks, document(check, findings, terms));
    }

    private static Outcome outcome(Compatibility check, Triage triage) {
        return switch (check.verdict()) {
            case INCOMPATIBLE -> Outcome.WRONG;
            case COMPATIBLE -> FindingsReport.outcome(triage);
            case UNKNOWN -> triage.isWrong() ? Outcome.WRONG : Outcome.UNKNOWN;
        };
    }

    private static Block verdict(Compatibility check, List<Finding> findings) {
        if (check.verdict() == Verdict.INCOMPATIBLE) {
            Effect worst = check.effects().get(0);
            String lead = check.effects().stream().allMatch(CheckView::isNoChange)
                    ? "The restart fails, and not for a change: "
                    : "Incompatible: ";
            String error = " (" + worst.rule().id() + (worst.error() == null ? "" : ", " + worst.error()) + ")";
            return new Block.Verdict(
                    Tone.BAD,
                    lead + worst.words().summary() + error,
                    worst.words().consequence(),
                    worst.words().remedy());
        }
        if (check.verdict() == Verdict.UNKNOWN) {
            return new Block.Verdict(
                    Tone.UNKNOWN,
                    "It cannot be told whether the query goes on with this checkpoint",
                    check.undecided().get(0),
                    "");
        }
        if (check.before().isFresh()) {
            return new Block.Verdict(
                    Tone.GOOD,
                    "Compatible: the checkpoint has no batches yet, so that any query can begin on it",
                    "",
                    "");
        }
        long notable = findings.stream()
                .filter(finding -> finding.severity().compareTo(Severity.WARNING) >= 0)
                .count();
        boolean isBad = findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
        String headline = notable == 0
                ? "Compatible: the query goes on with this checkpoint"
                : "The query goes on with this checkpoint, and " + notable
                        + (notable == 1 ? " change does" : " changes do") + " not do what one may expect";
        return new Block.Verdict(isBad ? Tone.BAD : notable > 0 ? Tone.WARN : Tone.GOOD, headline, "", "");
    }

    private static boolean isNoChange(Effect effect) {
        return effect.severity() != Severity.FATAL || effect.rule().id().equals("CMP-001");
    }

    private static Block facts(Compatibility check, Terms terms) {
        List<Block.Fact> facts = new ArrayList<>();
        facts.add(new Block.Fact("checkpoint", Cell.text(terms.checkpoint())));
        Long newest = check.before().newestBatch();
        facts.add(new Block.Fact("newest batch", newest == null ? Cell.nothing() : Cell.count(newest)));
        facts.add(new Block.Fact("new query", Cell.text(terms.against())));
        facts.add(new Block.Fact("on", Cell.text("Spark " + terms.spark())));
        if (!terms.assumptions().isEmpty()) {
            facts.add(new Block.Fact("assumed", Cell.text(String.join("; ", terms.assumptions()))));
        }
        return new Block.Facts(facts);
    }

    private static JsonObject document(Compatibility check, List<Finding> findings, Terms terms) {
        Long newest = check.before().newestBatch();
        return JsonObject.builder()
                .put("verdict", check.verdict().name().toLowerCase(Locale.ROOT))
                .put("checkpoint", terms.checkpoint())
                .put("against", terms.against())
                .put("spark", terms.spark())
                .put("assumed", JsonArray.of(terms.assumptions(), JsonText::new))
                .put("newestBatch", newest == null ? null : JsonNumber.of(newest))
                .put("changes", JsonArray.of(check.effects(), CheckView::change))
                .put("undecided", JsonArray.of(check.undecided(), JsonText::new))
                .put("notChecked", JsonArray.of(check.notCompared(), JsonText::new))
                .put("restart", restart(check.prediction()))
                .put("findings", FindingView.documents(findings))
                .build();
    }

    private static JsonObject change(Effect effect) {
        return JsonObject.builder()
                .put("rule", effect.rule().id())
                .put("subject", effect.subject())
                .put("severity", effect.severity().name().toLowerCase(Locale.ROOT))
                .put("error", effect.error())
                .build();
    }

    private static @Nullable JsonObject restart(@Nullable RestartPrediction prediction) {
        return prediction == null
                ? null
                : JsonObject.builder()
                        .put("verdict", prediction.verdict().name().toLowerCase(Locale.ROOT))
                        .put("error", RestartJson.error(prediction.failure()))
                        .build();
    }
}
