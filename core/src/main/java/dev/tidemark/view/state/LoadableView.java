package dev.tidemark.view.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.rules.StateLoadFindings;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.state.load.LoadRules;
import dev.tidemark.state.load.LoadVerdict;
import dev.tidemark.stream.LoadSurvey;
import dev.tidemark.view.FindingView;
import org.jspecify.annotations.Nullable;

/** {@code state loadable}: the newest batch whose state loads, and what stands in the way of the later ones. */
public final class LoadableView {

    private LoadableView() {}

    /** The report of a survey. */
    public static Report of(LoadSurvey survey) {
        List<Finding> findings = StateLoadFindings.of(survey);
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(survey));
        blocks.add(new Block.Heading("State after each batch"));
        blocks.add(table(survey));
        findings.forEach(finding -> blocks.add(FindingView.block(finding)));
        boolean isWell = survey.batches().stream()
                .findFirst()
                .filter(LoadSurvey.BatchLoads::loadsEverywhere)
                .isPresent();
        return new Report("state loadable", isWell ? Outcome.FINE : Outcome.WRONG, blocks, document(survey, findings));
    }

    private static Block verdict(LoadSurvey survey) {
        String newest = "batch " + survey.newestBatchId();
        if (survey.batches().isEmpty()) {
            return new Block.Verdict(
                    Tone.UNKNOWN, "No state files to load", "the operators' directories hold none", "");
        }
        LoadSurvey.BatchLoads latest = survey.batches().get(0);
        if (latest.loadsEverywhere()) {
            return new Block.Verdict(
                    Tone.GOOD,
                    "The state after " + newest + " loads",
                    "every store and partition, in " + sparksThatLoad(latest),
                    "");
        }
        boolean fails = latest.outcomes().containsValue(LoadVerdict.Outcome.FAILS);
        boolean failsEverywhere = latest.outcomes().values().stream().allMatch(LoadVerdict.Outcome.FAILS::equals);
        String headline = "The state after " + newest
                + (failsEverywhere ? " does not load" : fails ? " loads in some Sparks only" : " loads after a repair");
        return new Block.Verdict(
                fails ? Tone.BAD : Tone.WARN, headline, "newest that loads: " + newestBySpark(survey), remedy(survey));
    }

    /** The Sparks that load it. Those that came before the checkpoint's format do not, without anything being wrong. */
    private static String sparksThatLoad(LoadSurvey.BatchLoads batch) {
        List<String> sparks = LoadRules.ALL.stream()
                .map(LoadRules::spark)
                .filter(spark -> batch.outcomes().get(spark) != LoadVerdict.Outcome.FAILS)
                .toList();
        String first = sparks.get(0);
        String last = sparks.get(sparks.size() - 1);
        return "Spark " + first + (first.equals(last) ? "" : " to " + last);
    }

    /** Neighbouring Sparks with the same answer together. */
    private static String newestBySpark(LoadSurvey survey) {
        List<String> parts = new ArrayList<>();
        List<LoadRules> rules = LoadRules.ALL;
        for (int i = 0; i < rules.size(); ) {
            OptionalLong batch = survey.newestLoadable(rules.get(i).spark());
            int last = i;
            while (last + 1 < rules.size()
                    && survey.newestLoadable(rules.get(last + 1).spark()).equals(batch)) {
                last++;
            }
            String to = last > i ? " to " + rules.get(last).spark() : "";
            parts.add((batch.isPresent() ? "batch " + batch.getAsLong() : "none") + " in Spark "
                    + rules.get(i).spark() + to);
            i = last + 1;
        }
        return String.join(", ", parts);
    }

    private static String remedy(LoadSurvey survey) {
        if (!survey.leftovers().isEmpty()) {
            return "a whole file lies there under its temporary name: see STA-003";
        }
        boolean isAvoidable = survey.batches().get(0).obstacles().stream()
                .allMatch(obstacle -> survey.detour(obstacle.store()).isPresent());
        if (isAvoidable) {
            return "move the snapshots named below aside: the state can be made without them";
        }
        return "restore the file below from a backup, or rewind to the newest batch that loads";
    }

    private static Block table(LoadSurvey survey) {
        List<String> columns = new ArrayList<>(List.of("batch"));
        LoadRules.ALL.forEach(rules -> columns.add("Spark " + rules.spark()));
        columns.add("in the way");
        List<List<Cell>> rows = new ArrayList<>();
        for (LoadSurvey.BatchLoads batch : survey.batches()) {
            List<Cell> row = new ArrayList<>(List.of(Cell.count(batch.batchId())));
            LoadRules.ALL.forEach(rules -> row.add(cell(batch.outcomes().get(rules.spark()))));
            row.add(inTheWay(batch));
            rows.add(row);
        }
        return new Block.Table(columns, rows);
    }

    private static Cell cell(LoadVerdict.@Nullable Outcome outcome) {
        if (outcome == null || outcome == LoadVerdict.Outcome.LOADS) {
            return Cell.text("loads", Tone.GOOD);
        }
        return outcome == LoadVerdict.Outcome.LOADS_REPAIRED
                ? Cell.text("repairs", Tone.WARN)
                : Cell.text("fails", Tone.BAD);
    }

    private static Cell inTheWay(LoadSurvey.BatchLoads batch) {
        if (batch.obstacles().isEmpty()) {
            return Cell.nothing();
        }
        String first = batch.obstacles().get(0).obstacle().damage().at().path();
        int more = batch.obstacles().size() - 1;
        String shown = LineageView.shortened(first);
        return Cell.text(more == 0 ? shown : shown + " and " + more + " more");
    }

    private static JsonObject document(LoadSurvey survey, List<Finding> findings) {
        return JsonObject.builder()
                .put("newestBatchId", survey.newestBatchId())
                .put("newestLoadable", JsonArray.of(LoadRules.ALL, rules -> {
                    JsonObject.Builder loadable = JsonObject.builder().put("spark", rules.spark());
                    OptionalLong batch = survey.newestLoadable(rules.spark());
                    return batch.isPresent()
                            ? loadable.put("batchId", batch.getAsLong()).build()
                            : loadable.put("batchId", (String) null).build();
                }))
                .put("batches", JsonArray.of(survey.batches(), LoadableView::batch))
                .put(
                        "leftovers",
                        JsonArray.of(
                                survey.leftovers(),
                                leftover -> JsonObject.builder()
                                        .put("path", leftover.file().path().value())
                                        .put(
                                                "finalPath",
                                                LoadSurvey.placeOf(leftover).value())
                                        .put("sizeBytes", leftover.file().sizeBytes())
                                        .build()))
                .put("findings", FindingView.documents(findings))
                .build();
    }

    private static JsonObject batch(LoadSurvey.BatchLoads batch) {
        JsonObject.Builder sparks = JsonObject.builder();
        batch.outcomes()
                .forEach((spark, outcome) -> sparks.put(
                        spark,
                        switch (outcome) {
                            case LOADS -> "loads";
                            case LOADS_REPAIRED -> "loadsRepaired";
                            case FAILS -> "fails";
                        }));
        return JsonObject.builder()
                .put("batchId", batch.batchId())
                .put("spark", sparks.build())
                .put("obstacles", JsonArray.of(batch.obstacles(), LoadableView::obstacle))
                .build();
    }

    private static JsonObject obstacle(LoadSurvey.Obstacle met) {
        Damage damage = met.obstacle().damage();
        JsonObject.Builder obstacle = JsonObject.builder()
                .put("operatorId", met.store().operatorId())
                .put("partitionId", met.store().partitionId())
                .put("store", met.store().storeName())
                .put("version", met.version().number())
                .put("uniqueId", met.version().uniqueId())
                .put("failsIn", JsonArray.of(met.sparks(), JsonText::new))
                .put("repairedIn", JsonArray.of(met.repairedIn(), JsonText::new))
                .put("condition", met.obstacle().condition())
                .put("path", damage.at().path());
        if (damage.at().byteOffset() != Location.NO_BYTE) {
            obstacle.put("byteOffset", damage.at().byteOffset());
        }
        return obstacle.put("kind", damage.kind().name().toLowerCase(Locale.ROOT))
                .put("expected", damage.expected())
                .put("found", damage.found())
                .build();
    }
}
