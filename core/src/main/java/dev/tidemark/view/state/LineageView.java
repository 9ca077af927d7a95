package dev.tidemark.view.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.tidemark.diagnosis.Confidence;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.view.FindingView;

/** {@code state lineage}: the files a version is made of. */
public final class LineageView {
    private static final Pattern UUID =
            Pattern.compile("([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private LineageView() {}

    /** The report of a survey. */
    public static Report of(LineageSurvey survey) {
        List<Finding> findings = new ArrayList<>();
        survey.stores().forEach(store -> store.damages().forEach(damage -> findings.add(finding(store, damage))));
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(survey, findings));
        for (LineageSurvey.StoreLineage store : survey.stores()) {
            blocks.add(new Block.Heading(store.store() + ", version " + store.version()));
            blocks.add(table(store));
        }
        findings.forEach(finding -> blocks.add(FindingView.block(finding)));
        return new Report(
                "state lineage", findings.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document(survey, findings));
    }

    private static Block verdict(LineageSurvey survey, List<Finding> findings) {
        long files = survey.stores().stream()
                .mapToLong(store -> store.files().size())
                .sum();
        String subject = "The state of operator " + survey.operatorId() + " after batch " + survey.batchId();
        if (findings.isEmpty()) {
            return new Block.Verdict(Tone.GOOD, subject + " is whole", files + " files, all there and sound", "");
        }
        return new Block.Verdict(
                Tone.BAD,
                subject + " is not whole",
                findings.size() + (findings.size() == 1 ? " thing is wrong" : " things are wrong"),
                "see which batches still load: tidemark state loadable");
    }

    private static Block table(LineageSurvey.StoreLineage store) {
        List<List<Cell>> rows = new ArrayList<>();
        int directory = store.store().directory().value().length() + 1;
        for (LineageSurvey.FileUse use : store.files()) {
            rows.add(List.of(
                    Cell.text(shortened(use.file().path().value().substring(directory))),
                    Cell.text(use.file().kind().name().toLowerCase(Locale.ROOT)),
                    Cell.bytes(use.file().sizeBytes()),
                    use.file().modifiedAtMs() == 0
                            ? Cell.nothing()
                            : Cell.instant(use.file().modifiedAtMs()),
                    soundness(store, use),
                    use.alsoNeededBy().isEmpty() ? Cell.nothing() : Cell.text(ranges(use.alsoNeededBy()))));
        }
        for (Damage damage : store.damages()) {
            boolean isListed = store.files().stream()
                    .anyMatch(
                            use -> use.file().path().value().equals(damage.at().path()));
            if (damage.kind() == DamageKind.MISSING && damage.at().path().length() > directory && !isListed) {
                rows.add(List.of(
                        Cell.text(shortened(damage.at().path().substring(directory))),
                        Cell.nothing(),
                        Cell.nothing(),
                        Cell.nothing(),
                        Cell.text("missing", Tone.BAD),
                        Cell.nothing()));
            }
        }
        return new Block.Table(List.of("file", "kind", "size", "written", "state", "also needed by"), rows);
    }

    private static Cell soundness(LineageSurvey.StoreLineage store, LineageSurvey.FileUse use) {
        if (use.isSound()) {
            return Cell.text("sound", Tone.GOOD);
        }
        boolean isMissing = store.damages().stream()
                .anyMatch(damage -> damage.kind() == DamageKind.MISSING
                        && damage.at().path().equals(use.file().path().value()));
        return Cell.text(isMissing ? "missing" : "damaged", Tone.BAD);
    }

    /** The first block of a UUID tells files apart well enough; the document has all of it. */
    static String shortened(String name) {
        return UUID.matcher(name).replaceAll("$1…");
    }

    /** Ascending numbers as {@code 3-5, 7}. */
    static String ranges(List<Long> batches) {
        StringBuilder text = new StringBuilder("batch ");
        for (int i = 0; i < batches.size(); ) {
            int last = i;
            while (last + 1 < batches.size() && batches.get(last + 1) == batches.get(last) + 1) {
                last++;
            }
            text.append(i == 0 ? "" : ", ").append(batches.get(i));
            if (last > i) {
                text.append('-').append(batches.get(last));
            }
            i = last + 1;
        }
        return text.toString();
    }

    private static Finding finding(LineageSurvey.StoreLineage store, Damage damage) {
        boolean isMissing = damage.kind() == DamageKind.MISSING;
        return new Finding(
                isMissing ? "STA-005" : "STA-004",
                Severity.ERROR,
                Confidence.CERTAIN,
                damage.at().path(),
                new Finding.Explanation(
                        "expected " + damage.expected() + ", found " + damage.found(),
                        "version " + store.version() + " of " + store.store() + " cannot be built from these files",
                        "restore the file from a backup"),
                List.of(damage.at()));
    }

    private static JsonObject document(LineageSurvey survey, List<Finding> findings) {
        return JsonObject.builder()
                .put("operatorId", survey.operatorId())
                .put("batchId", survey.batchId())
                .put("stores", JsonArray.of(survey.stores(), LineageView::store))
                .put("findings", FindingView.documents(findings))
                .build();
    }

    private static JsonObject store(LineageSurvey.StoreLineage store) {
        return JsonObject.builder()
                .put("partitionId", store.store().partitionId())
                .put("store", store.store().storeName())
                .put("version", store.version().number())
                .put("uniqueId", store.version().uniqueId())
                .put("sizeBytes", store.sizeBytes())
                .put("files", JsonArray.of(store.files(), LineageView::file))
                .build();
    }

    private static JsonObject file(LineageSurvey.FileUse use) {
        return JsonObject.builder()
                .put("path", use.file().path().value())
                .put("kind", use.file().kind().name().toLowerCase(Locale.ROOT))
                .put("sizeBytes", use.file().sizeBytes())
                .put("modifiedAtMs", use.file().modifiedAtMs())
                .put("sound", use.isSound())
                .put("alsoNeededByBatches", JsonArray.of(use.alsoNeededBy(), JsonNumber::of))
                .build();
    }
}
