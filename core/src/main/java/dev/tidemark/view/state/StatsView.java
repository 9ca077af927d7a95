package dev.tidemark.view.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.rules.StateRowFindings;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Figures;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.state.LoadObserver;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.stats.BatchGrowth;
import dev.tidemark.state.stats.FamilyStats;
import dev.tidemark.state.stats.PartitionStats;
import dev.tidemark.stream.StatsSurvey;
import dev.tidemark.view.FindingView;
import org.jspecify.annotations.Nullable;

/** {@code state stats}: rows, bytes, growth, skew, ages and misplaced keys of an operator. */
public final class StatsView {
    private static final int MOST_PARTITIONS = 20;

    private final StatsSurvey survey;
    private final List<Finding> findings;

    private StatsView(StatsSurvey survey) {
        this.survey = survey;
        this.findings = StateRowFindings.of(survey, StateRowFindings.Eviction.UNKNOWN);
    }

    /** The report of a survey. */
    public static Report of(StatsSurvey survey) {
        StatsView view = new StatsView(survey);
        boolean isWell =
                view.findings.stream().noneMatch(finding -> finding.severity().compareTo(Severity.ERROR) >= 0);
        return new Report("state stats", isWell ? Outcome.FINE : Outcome.WRONG, view.blocks(), view.document());
    }

    private List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict());
        blocks.add(new Block.Heading("Stores"));
        blocks.add(stores());
        if (survey.partitions().size() > 1) {
            blocks.add(new Block.Heading("Partitions"));
            blocks.add(partitions());
        }
        if (!survey.growth().isEmpty()) {
            blocks.add(new Block.Heading("Growth"));
            blocks.add(growth());
        }
        findings.forEach(finding -> blocks.add(FindingView.block(finding)));
        return blocks;
    }

    private Block verdict() {
        long rows = survey.partitions().stream().mapToLong(PartitionStats::rows).sum();
        String name = survey.operatorName().isEmpty() ? "" : " (" + survey.operatorName() + ")";
        String headline = "Operator " + survey.operatorId() + name + " holds " + Figures.grouped(rows)
                + (rows == 1 ? " row" : " rows") + " after batch " + survey.batchId();
        boolean hasErrors =
                findings.stream().anyMatch(finding -> finding.severity().compareTo(Severity.ERROR) >= 0);
        Tone tone = hasErrors ? Tone.BAD : findings.isEmpty() ? Tone.GOOD : Tone.WARN;
        return new Block.Verdict(tone, headline, ages(), "");
    }

    private String ages() {
        long evictable = 0;
        boolean areKnown = false;
        for (PartitionStats partition : survey.partitions()) {
            for (FamilyStats family : partition.families()) {
                if (family.ages() != null) {
                    areKnown = true;
                    evictable += family.ages().evictable();
                }
            }
        }
        return areKnown && survey.moments().nextWatermarkMs() != null
                ? Figures.grouped(evictable) + " of them the next batch can drop"
                : "";
    }

    /** Families of all partitions together. */
    private Map<String, FamilyStats> families() {
        Map<String, FamilyStats> families = new TreeMap<>();
        for (PartitionStats partition : survey.partitions()) {
            String store = partition.store().storeName();
            for (FamilyStats family : partition.families()) {
                String name = store.equals(StateStoreId.DEFAULT_STORE) ? family.family() : store;
                families.merge(name, family, StatsView::sum);
            }
        }
        return families;
    }

    private static FamilyStats sum(FamilyStats one, FamilyStats other) {
        FamilyStats.Ages ages = one.ages() == null || other.ages() == null
                ? null
                : new FamilyStats.Ages(
                        one.ages().overdue() + other.ages().overdue(),
                        one.ages().evictable() + other.ages().evictable());
        return new FamilyStats(
                one.family(),
                one.rows() + other.rows(),
                one.elements() + other.elements(),
                one.keyBytes() + other.keyBytes(),
                one.valueBytes() + other.valueBytes(),
                one.misplaced() + other.misplaced(),
                ages);
    }

    private Block stores() {
        List<List<Cell>> rows = new ArrayList<>();
        families()
                .forEach((name, family) -> rows.add(List.of(
                        Cell.text(name),
                        Cell.count(family.rows()),
                        Cell.count(family.elements()),
                        Cell.bytes(family.keyBytes()),
                        Cell.bytes(family.valueBytes()),
                        age(family, false),
                        age(family, true),
                        family.misplaced() == 0
                                ? Cell.count(0)
                                : new Cell.Count(family.misplaced(), survey.isStrict() ? Tone.BAD : Tone.PLAIN))));
        return new Block.Table(
                List.of("store", "rows", "elements", "key bytes", "value bytes", "overdue", "evictable", "misplaced"),
                rows);
    }

    private static Cell age(FamilyStats family, boolean isEvictable) {
        FamilyStats.Ages ages = family.ages();
        return ages == null ? Cell.nothing() : Cell.count(isEvictable ? ages.evictable() : ages.overdue());
    }

    private Block partitions() {
        List<PartitionStats> shown = survey.partitions().stream()
                .sorted(Comparator.comparingLong(PartitionStats::rows)
                        .reversed()
                        .thenComparing(PartitionStats::store))
                .limit(MOST_PARTITIONS)
                .toList();
        List<List<Cell>> rows = new ArrayList<>();
        for (PartitionStats partition : shown) {
            rows.add(List.of(
                    Cell.text(partition.store().toString()),
                    Cell.count(partition.rows()),
                    Cell.bytes(partition.bytes()),
                    Cell.text(share(partition))));
        }
        return new Block.Table(List.of("partition", "rows", "bytes", "share"), rows);
    }

    private String share(PartitionStats partition) {
        long all = survey.partitions().stream()
                .filter(other ->
                        other.store().storeName().equals(partition.store().storeName()))
                .mapToLong(PartitionStats::rows)
                .sum();
        return all == 0 ? "" : Math.round(100.0 * partition.rows() / all) + " %";
    }

    private Block growth() {
        List<List<Cell>> rows = new ArrayList<>();
        for (BatchGrowth step : survey.growth()) {
            rows.add(List.of(
                    Cell.count(step.batchId()),
                    Cell.count(step.updates()),
                    Cell.count(step.removals()),
                    step.rows() == LoadObserver.UNKNOWN ? Cell.nothing() : Cell.count(step.rows()),
                    Cell.bytes(step.fileBytes())));
        }
        return new Block.Table(List.of("batch", "updates", "removals", "rows after", "files"), rows);
    }

    private JsonObject document() {
        return JsonObject.builder()
                .put("operatorId", survey.operatorId())
                .put("operatorName", survey.operatorName().isEmpty() ? null : survey.operatorName())
                .put("batchId", survey.batchId())
                .put(
                        "rows",
                        survey.partitions().stream()
                                .mapToLong(PartitionStats::rows)
                                .sum())
                .put(
                        "bytes",
                        survey.partitions().stream()
                                .mapToLong(PartitionStats::bytes)
                                .sum())
                .put("watermarkMs", number(survey.moments().watermarkMs()))
                .put("nextWatermarkMs", number(survey.moments().nextWatermarkMs()))
                .put("stores", JsonArray.of(families().entrySet(), entry -> family(entry.getKey(), entry.getValue())))
                .put("partitions", JsonArray.of(survey.partitions(), this::partition))
                .put("growth", JsonArray.of(survey.growth(), StatsView::step))
                .put("findings", FindingView.documents(findings))
                .build();
    }

    private static @Nullable JsonValue number(@Nullable Long value) {
        return value == null ? null : JsonNumber.of(value);
    }

    private JsonObject partition(PartitionStats partition) {
        return JsonObject.builder()
                .put("partitionId", partition.store().partitionId())
                .put("store", partition.store().storeName())
                .put("rows", partition.rows())
                .put("bytes", partition.bytes())
                .put("families", JsonArray.of(partition.families(), family -> family(family.family(), family)))
                .build();
    }

    private static JsonObject family(String name, FamilyStats family) {
        FamilyStats.Ages ages = family.ages();
        return JsonObject.builder()
                .put("name", name)
                .put("rows", family.rows())
                .put("elements", family.elements())
                .put("keyBytes", family.keyBytes())
                .put("valueBytes", family.valueBytes())
                .put("overdue", ages == null ? null : number(ages.overdue()))
                .put("evictable", ages == null ? null : number(ages.evictable()))
                .put("misplaced", family.misplaced())
                .build();
    }

    private static JsonObject step(BatchGrowth step) {
        return JsonObject.builder()
                .put("batchId", step.batchId())
                .put("updates", step.updates())
                .put("removals", step.removals())
                .put("rowsAfter", step.rows() == LoadObserver.UNKNOWN ? null : number(step.rows()))
                .put("fileBytes", step.fileBytes())
                .build();
    }
}
