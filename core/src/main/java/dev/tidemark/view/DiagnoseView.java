package dev.tidemark.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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

    /** What answers a complaint, and does not fire on every healthy stream. */
    private static boolean answers(Finding finding) {
        return finding.rule().startsWith("OK-") && !finding.rule().equals("OK-005");
    }

    private final Diagnosis diagnosis;
    private final Triage triage;
    private final Detail detail;

    /** How much is said of what is merely worth knowing; scripts get all of it in any case. */
    public enum Detail {
        /** A line or two, and one for all of a rule. */
        BRIEF,
        /** As much as of everything else. */
        FULL
    }

    private DiagnoseView(Diagnosis diagnosis, Triage triage, Detail detail) {
        this.diagnosis = diagnosis;
        this.triage = triage;
        this.detail = detail;
    }

    /** The report on what was found; findings that a baseline accepts are not shown. */
    public static Report of(Diagnosis diagnosis, Triage triage, Detail detail) {
        DiagnoseView view = new DiagnoseView(diagnosis, triage, detail);
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
                .map(RestartOutlook::assumptions)
                .filter(assumptions -> !assumptions.isEmpty())
                .ifPresent(assumptions ->
                        blocks.add(new Block.Note(Tone.FAINT, "Assumed: " + String.join("; ", assumptions))));
        List<Finding> findings = triage.open();
        if (!findings.isEmpty()) {
            blocks.add(new Block.Heading(tally(findings)));
        }
        Predicate<Finding> isBrief =
                finding -> detail == Detail.BRIEF && finding.severity() == Severity.INFO && !answers(finding);
        List<Finding> whole = findings.stream().filter(isBrief.negate()).toList();
        whole.stream().limit(FINDINGS_SHOWN).map(FindingView::block).forEach(blocks::add);
        if (whole.size() > FINDINGS_SHOWN) {
            blocks.add(new Block.Note(
                    Tone.FAINT, (whole.size() - FINDINGS_SHOWN) + " more findings: --format json lists them all"));
        }
        Map<String, List<Finding>> brief = findings.stream()
                .filter(isBrief)
                .collect(Collectors.groupingBy(Finding::rule, LinkedHashMap::new, Collectors.toList()));
        brief.values().stream().map(FindingView::brief).forEach(blocks::add);
        if (!brief.isEmpty()) {
            blocks.add(new Block.Note(
                    Tone.FAINT,
                    brief.size() == 1
                            ? "The last one is told in brief (--details)"
                            : "The last " + brief.size() + " are told in brief (--details)"));
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
                        : new RestartHeadline(outlook.prediction())
                                .elsewhere()
                                .orElse("Describe the query to know more: tidemark describe, --query"));
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
