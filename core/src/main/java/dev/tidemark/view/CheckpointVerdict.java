package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Tone;

/** What a checkpoint's logs and the findings about them come to: one answer. */
final class CheckpointVerdict {
    private static final int ALERTS_SHOWN = 20;

    private final CheckpointSurvey survey;
    private final List<Finding> findings;
    private final RestartPoint point;

    CheckpointVerdict(CheckpointSurvey survey, List<Finding> findings) {
        this.survey = survey;
        this.findings = findings;
        this.point = survey.restartPoint();
    }

    /** What it means for a script. */
    Outcome outcome() {
        return outcome(Severity.ERROR);
    }

    /** What it means for a script to which only findings from a severity on matter. */
    Outcome outcome(Severity failOn) {
        if (worst(Severity.FATAL).isPresent()) {
            return Outcome.WRONG;
        } else if (hasRefusal()) {
            return Outcome.UNKNOWN;
        }
        if (isElsewhere()) {
            return Outcome.UNKNOWN;
        }
        boolean isWrong =
                findings.stream().anyMatch(finding -> finding.severity().compareTo(failOn) >= 0);
        return isWrong ? Outcome.WRONG : Outcome.FINE;
    }

    /** The answer for the eye. */
    Block.Verdict block() {
        Optional<Finding> fatal = worst(Severity.FATAL);
        if (fatal.isPresent()) {
            return of(Tone.BAD, "A restart fails", fatal.get());
        }
        if (hasRefusal()) {
            return of(Tone.UNKNOWN, "It cannot be told", worst(Severity.ERROR).orElseThrow());
        }
        Optional<Finding> error = worst(Severity.ERROR);
        if (error.isPresent()) {
            return of(Tone.BAD, "Something is wrong", error.get());
        }
        return well();
    }

    /** The findings the verdict does not speak of already, and how many more there are. */
    List<Block> alerts() {
        Optional<Finding> told = told();
        List<Finding> others = findings.stream()
                .filter(finding -> told.isEmpty() || !finding.equals(told.get()))
                .toList();
        List<Block> alerts = new ArrayList<>();
        others.stream().limit(ALERTS_SHOWN).map(FindingView::block).forEach(alerts::add);
        if (others.size() > ALERTS_SHOWN) {
            alerts.add(new Block.Note(
                    Tone.FAINT, (others.size() - ALERTS_SHOWN) + " more findings: --format json lists them all"));
        }
        return alerts;
    }

    /** The answer for scripts. */
    JsonObject document() {
        Block.Verdict verdict = block();
        return JsonObject.builder()
                .put("headline", verdict.headline())
                .put("reason", verdict.reason().isEmpty() ? null : verdict.reason())
                .put("remedy", verdict.remedy().isEmpty() ? null : verdict.remedy())
                .build();
    }

    /** Where a restart goes on, for scripts; null while something fatal stands in the way. */
    @org.jspecify.annotations.Nullable
    JsonObject resume() {
        if (worst(Severity.FATAL).isPresent() || hasRefusal()) {
            return null;
        }
        return JsonObject.builder()
                .put("batchId", point.batchId())
                .put("kind", point.kind() == RestartPoint.Kind.RERUN ? "rerun" : "new")
                .put("watermarkMs", point.watermarkMs())
                .build();
    }

    private Block.Verdict well() {
        Optional<Finding> warning = worst(Severity.WARNING);
        Tone tone = warning.isPresent() || point.kind() == RestartPoint.Kind.RERUN ? Tone.WARN : Tone.GOOD;
        String reason = warning.map(finding -> finding.explanation().summary() + " (" + finding.rule() + ")")
                .orElse("");
        String remedy = warning.map(finding -> finding.explanation().remedy()).orElse("");
        return switch (point.kind()) {
            case FRESH ->
                isElsewhere()
                        ? elsewhere()
                        : new Block.Verdict(
                                warning.isPresent() ? Tone.WARN : Tone.GOOD,
                                "The query has not begun: a start plans batch 0",
                                reason.isEmpty() ? "There is no offset file." : reason,
                                remedy);
            case NEW ->
                new Block.Verdict(
                        tone,
                        warning.isPresent()
                                ? "Batch " + (point.batchId() - 1) + " is committed: a restart goes on with batch "
                                        + point.batchId() + ". One thing to look at"
                                : "The logs are well: batch " + (point.batchId() - 1)
                                        + " is committed, a restart goes on with batch " + point.batchId(),
                        reason,
                        warning.isPresent()
                                ? remedy
                                : "tidemark diagnose looks at the state, the sources and the sink as well");
            case RERUN ->
                new Block.Verdict(
                        tone,
                        "Batch " + point.batchId() + " was started and not committed: a restart runs it again",
                        reason.isEmpty()
                                ? "offsets/" + point.batchId() + " is there and commits/" + point.batchId() + " is not."
                                : reason,
                        remedy.isEmpty()
                                ? "Start the query. It reads the same offsets again; a Delta or file sink that has the batch"
                                        + " already skips it, other sinks may get it twice."
                                : remedy);
        };
    }

    /** Whether something is here, and no checkpoint. */
    private boolean isElsewhere() {
        return point.kind() == RestartPoint.Kind.FRESH
                && survey.isEmpty()
                && !survey.rootOthers().isEmpty();
    }

    private Block.Verdict elsewhere() {
        List<String> names = survey.rootOthers().some();
        return new Block.Verdict(
                Tone.UNKNOWN,
                "There is no checkpoint here: no metadata, no offsets, no commits",
                "The directory holds other names: "
                        + String.join(
                                ", ",
                                names.stream()
                                        .filter(name -> !name.startsWith("."))
                                        .limit(5)
                                        .toList()),
                names.contains("_delta_log")
                        ? "It is a Delta table: tidemark show, tidemark table replay"
                        : "Give the directory that holds offsets and commits; tidemark audit finds those below a root");
    }

    private static Block.Verdict of(Tone tone, String lead, Finding finding) {
        String summary = finding.explanation().summary();
        return new Block.Verdict(
                tone,
                lead + ": " + summary + " (" + finding.rule() + ")",
                finding.explanation().consequence(),
                finding.explanation().remedy());
    }

    private Optional<Finding> told() {
        Optional<Finding> fatal = worst(Severity.FATAL);
        if (fatal.isPresent()) {
            return fatal;
        }
        Optional<Finding> error = worst(Severity.ERROR);
        if (error.isPresent()) {
            return error;
        }
        Optional<Finding> warning = worst(Severity.WARNING);
        return warning.isPresent()
                ? warning
                : findings.stream()
                        .filter(finding -> finding.rule().equals("CKP-008"))
                        .findFirst();
    }

    private Optional<Finding> worst(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .findFirst();
    }

    private boolean hasRefusal() {
        return survey.identity()
                        .found()
                        .flatMap(Parsed::damage)
                        .filter(CheckpointVerdict::isRefusal)
                        .isPresent()
                || survey.offsets().entries().values().stream().anyMatch(CheckpointVerdict::isRefused)
                || survey.commits().entries().values().stream().anyMatch(CheckpointVerdict::isRefused);
    }

    private static boolean isRefused(Parsed<?> parsed) {
        return parsed.damage().filter(CheckpointVerdict::isRefusal).isPresent();
    }

    private static boolean isRefusal(Damage damage) {
        return damage.kind() == DamageKind.UNREADABLE || damage.kind() == DamageKind.TOO_LARGE;
    }
}
