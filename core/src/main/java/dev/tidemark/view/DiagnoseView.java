package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.diagnosis.Diagnosis;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.diagnosis.exhibit.RestartOutlook;
import dev.tidemark.engine.RestartPrediction;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** {@code diagnose}: what a restart does, what is wrong and what to do about it, and what was not looked at. */
public final class DiagnoseView {
    private static final int FINDINGS_SHOWN = 30;

    private final Diagnosis diagnosis;
    private final Triage triage;

    private DiagnoseView(Diagnosis diagnosis, Triage triage) {
        this.diagnosis = diagnosis;
        this.triage = triage;
    }

    /** The report on what was found; findings that a baseline accepts are not shown. */
    public static Report of(Diagnosis diagnosis, Triage triage) {
        DiagnoseView view = new DiagnoseView(diagnosis, triage);
        Report report = new Report("diagnose", view.outcome(), view.blocks(), view.document());
        return FindingsReport.of(report, triage, diagnosis.location());
    }

    private Outcome outcome() {
        if (diagnosis.verdict() == Diagnosis.Verdict.UNKNOWN) {
            return Outcome.UNKNOWN;
        }
        boolean fails = diagnosis.outlook().filter(RestartOutlook::fails).isPresent();
        return fails ? Outcome.WRONG : FindingsReport.outcome(triage);
    }

    // for the eye

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict());
        diagnosis
                .outlook()
                .ifPresent(outlook -> outlook.assumptions()
                        .forEach(assumption -> blocks.add(new Block.Note(Tone.FAINT, "Assumed: " + assumption))));
        List<Finding> findings = triage.open();
        if (!findings.isEmpty()) {
            blocks.add(new Block.Heading(tally(findings)));
        }
        findings.stream().limit(FINDINGS_SHOWN).map(FindingView::block).forEach(blocks::add);
        if (findings.size() > FINDINGS_SHOWN) {
            blocks.add(new Block.Note(
                    Tone.FAINT, (findings.size() - FINDINGS_SHOWN) + " more findings: --format json lists them all"));
        }
        blocks.add(notChecked());
        return blocks;
    }

    private Block.Verdict verdict() {
        Optional<Finding> fatal = diagnosis.worst().filter(finding -> finding.severity() == Severity.FATAL);
        Optional<RestartOutlook> outlook = diagnosis.outlook();
        if (outlook.isEmpty()) {
            return place();
        }
        Block.Verdict restart = new RestartHeadline(outlook.get().prediction())
                .block(outlook.get().query().trigger(), outlook.get().reach());
        if (outlook.get().fails() || fatal.isEmpty()) {
            return outlook.get().prediction().verdict() == RestartPrediction.Verdict.UNKNOWN
                    ? undecided(restart, outlook.get())
                    : restart;
        }
        Finding.Explanation why = fatal.get().explanation();
        return new Block.Verdict(
                Tone.BAD,
                "A restart FAILS: " + why.summary() + " (" + fatal.get().rule() + ")",
                why.consequence(),
                why.remedy());
    }

    private static Block.Verdict undecided(Block.Verdict restart, RestartOutlook outlook) {
        String reason = outlook.prediction().unknown().stream().findFirst().orElse("");
        return new Block.Verdict(
                restart.tone(),
                restart.headline(),
                reason,
                outlook.isDescribed()
                        ? restart.remedy()
                        : "Describe the query to know more: tidemark describe, --query");
    }

    private Block.Verdict place() {
        String what = switch (diagnosis.kind()) {
            case CHECKPOINT -> "The checkpoint";
            case DELTA_TABLE -> "The table";
            case FILE_SINK_OUTPUT -> "The output";
        };
        return switch (diagnosis.verdict()) {
            case WELL -> new Block.Verdict(Tone.GOOD, what + " is well", "", "");
            case WARNED -> new Block.Verdict(Tone.WARN, what + " can be used; see the warnings", "", "");
            case WRONG -> {
                Finding.Explanation worst = diagnosis.worst().orElseThrow().explanation();
                yield new Block.Verdict(
                        Tone.BAD, what + " is damaged: " + worst.summary(), worst.consequence(), worst.remedy());
            }
            case UNKNOWN -> new Block.Verdict(Tone.UNKNOWN, "It could not be told", "", "");
        };
    }

    private static String tally(List<Finding> findings) {
        List<String> parts = new ArrayList<>();
        Severity[] severities = Severity.values();
        for (int i = severities.length - 1; i >= 0; i--) {
            Severity severity = severities[i];
            long count = findings.stream()
                    .filter(finding -> finding.severity() == severity)
                    .count();
            if (count > 0) {
                parts.add(count + " " + severity.name().toLowerCase(Locale.ROOT));
            }
        }
        return (findings.size() == 1 ? "1 finding: " : findings.size() + " findings: ") + String.join(", ", parts);
    }

    private Block notChecked() {
        return diagnosis.notChecked().isEmpty()
                ? new Block.Note(Tone.FAINT, "Everything that the rules ask for was looked at")
                : new Block.Note(Tone.UNKNOWN, "Not checked: " + String.join("; ", diagnosis.notChecked()));
    }

    // for scripts

    private JsonObject document() {
        Block.Verdict verdict = verdict();
        return JsonObject.builder()
                .put("kind", kind())
                .put("location", diagnosis.location())
                .put("verdict", diagnosis.verdict().name().toLowerCase(Locale.ROOT))
                .put("headline", verdict.headline())
                .put(
                        "restart",
                        diagnosis
                                .outlook()
                                .map(outlook -> RestartJson.document(
                                        outlook.prediction(), outlook.assumptions(), RestartView.Detail.ANSWER))
                                .orElse(null))
                .put("findings", FindingView.documents(triage.open()))
                .put("notChecked", JsonArray.of(diagnosis.notChecked(), JsonText::new))
                .build();
    }

    private String kind() {
        return switch (diagnosis.kind()) {
            case CHECKPOINT -> "checkpoint";
            case DELTA_TABLE -> "deltaTable";
            case FILE_SINK_OUTPUT -> "fileSinkOutput";
        };
    }
}
