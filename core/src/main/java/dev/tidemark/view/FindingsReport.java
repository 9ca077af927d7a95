package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

import dev.tidemark.diagnosis.Baseline;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.RuleCatalog;
import dev.tidemark.diagnosis.RulePage;
import dev.tidemark.diagnosis.Triage;
import dev.tidemark.diagnosis.Triage.Status;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Concern;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** A report about findings, made ready for every format: what other programs read, and what the baseline says. */
public final class FindingsReport {
    private FindingsReport() {}

    /** What a triage means for a script, where all could be told. */
    public static Outcome outcome(Triage triage) {
        return triage.isWrong() ? Outcome.WRONG : Outcome.FINE;
    }

    /**
     * A report whose blocks and document tell of {@code triage.open()}, with all findings for other programs.
     *
     * @param place what the evidence's paths are relative to
     */
    public static Report of(Report report, Triage triage, String place) {
        return of(report, triage, at -> place);
    }

    /**
     * The same for evidence from several places.
     *
     * @param placeOf what a location's path is relative to; empty where it stands for itself
     */
    public static Report of(Report report, Triage triage, Function<Location, String> placeOf) {
        List<Concern> concerns = new ArrayList<>();
        for (Triage.Judged judged : triage.judged()) {
            concerns.add(concern(judged.finding(), standing(triage, judged), placeOf));
        }
        List<Block> blocks = new ArrayList<>(report.blocks());
        JsonObject document = report.document();
        if (triage.baseline() != null) {
            blocks.addAll(blocks(triage));
            JsonObject.Builder extended = JsonObject.builder();
            document.members().forEach(member -> extended.put(member.name(), member.value()));
            document = extended.put("baseline", document(triage)).build();
        }
        return new Report(report.command(), report.outcome(), blocks, document, concerns);
    }

    /** One finding as other programs get it. */
    public static Concern concern(Finding finding, Concern.Standing standing, Function<Location, String> placeOf) {
        return new Concern(
                new Concern.Rule(
                        finding.rule(),
                        RuleCatalog.find(finding.rule()).map(RulePage::title).orElse("")),
                Concern.Level.valueOf(finding.severity().name()),
                standing,
                new Concern.Words(
                        finding.subject(),
                        finding.explanation().summary(),
                        finding.explanation().consequence(),
                        finding.explanation().remedy(),
                        finding.confidence().name().toLowerCase(Locale.ROOT)),
                finding.evidence().stream()
                        .map(at -> new Concern.Spot(placeOf.apply(at), at.path(), at.line(), at.byteOffset()))
                        .toList(),
                finding.fingerprint());
    }

    private static Concern.Standing standing(Triage triage, Triage.Judged judged) {
        if (judged.status() == Status.UNCHANGED) {
            return Concern.Standing.MUTED;
        }
        return triage.counts(judged) ? Concern.Standing.COUNTS : Concern.Standing.NOTED;
    }

    private static List<Block> blocks(Triage triage) {
        List<Block> blocks = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        add(parts, triage.accepted().size(), "accepted");
        add(parts, count(triage, Status.NEW), "new");
        add(parts, count(triage, Status.EXPIRED), "expired");
        add(parts, count(triage, Status.WORSE), "worse than accepted");
        add(parts, count(triage, Status.REFUSED), "fatal, which no baseline can accept");
        add(parts, triage.absent().size(), "no longer found");
        blocks.add(new Block.Note(
                Tone.FAINT,
                "Baseline: " + (parts.isEmpty() ? "nothing found, nothing expected" : String.join(", ", parts))));
        if (!triage.absent().isEmpty()) {
            blocks.add(new Block.Listing(triage.absent().stream()
                    .map(entry -> "  no longer found: " + entry.fingerprint())
                    .toList()));
        }
        return blocks;
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(count + " " + what);
        }
    }

    private static long count(Triage triage, Status status) {
        return triage.judged().stream().filter(one -> one.status() == status).count();
    }

    private static JsonObject document(Triage triage) {
        JsonObject.Builder document = JsonObject.builder();
        for (Status status : List.of(Status.NEW, Status.EXPIRED, Status.WORSE, Status.REFUSED)) {
            document.put(
                    status.name().toLowerCase(Locale.ROOT),
                    JsonArray.of(
                            triage.judged().stream()
                                    .filter(one -> one.status() == status)
                                    .toList(),
                            one -> new JsonText(one.finding().fingerprint())));
        }
        return document.put("unchanged", FindingView.documents(triage.accepted()))
                .put("absent", JsonArray.of(triage.absent(), entry -> new JsonText(entry.fingerprint())))
                .put(
                        "entries",
                        triage.baseline() == null
                                ? Baseline.EMPTY.entries().size()
                                : triage.baseline().entries().size())
                .build();
    }
}
