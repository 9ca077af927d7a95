package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.commit.SinkMetadata;
import dev.tidemark.checkpoint.offset.ControlBatch;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.rules.CheckpointRules;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import org.jspecify.annotations.Nullable;

/** Everything the logs say of one batch. */
public final class BatchView {
    private BatchView() {}

    /** A batch that at least one log has, in a survey that read its files and those of the batch before. */
    public static Report of(CheckpointSurvey survey, long batchId) {
        List<Finding> findings = CheckpointRules.check(survey).stream()
                .filter(finding -> isAbout(finding, survey, batchId))
                .toList();
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict(survey, batchId));
        blocks.add(facts(survey, batchId));
        sources(survey, batchId).ifPresent(blocks::add);
        offsetLines(survey, batchId).ifPresent(lines -> {
            blocks.add(new Block.Heading("End offsets as the file spells them"));
            blocks.add(lines);
        });
        confs(survey, batchId).ifPresent(blocks::add);
        findings.stream().map(FindingView::block).forEach(blocks::add);
        JsonObject document = JsonObject.builder()
                .put("batch", BatchDocuments.batch(survey, batchId))
                .put("previous", previous(survey, batchId))
                .put("stateIds", stateIds(survey, batchId))
                .put("sinks", sinks(survey, batchId))
                .put("findings", FindingView.documents(findings))
                .build();
        boolean isDamaged = damage(survey.offsets(), batchId)
                .or(() -> damage(survey.commits(), batchId))
                .isPresent();
        return new Report("batch", isDamaged ? Outcome.WRONG : Outcome.FINE, blocks, document);
    }

    private static boolean isAbout(Finding finding, CheckpointSurvey survey, long batchId) {
        String offsets = survey.offsets().at(batchId).path();
        String commit = survey.commits().at(batchId).path();
        return finding.evidence().stream()
                .anyMatch(at -> at.path().equals(offsets) || at.path().equals(commit));
    }

    private static Block.Verdict verdict(CheckpointSurvey survey, long batchId) {
        Optional<Damage> damage = damage(survey.offsets(), batchId).or(() -> damage(survey.commits(), batchId));
        if (damage.isPresent()) {
            return new Block.Verdict(
                    Tone.BAD,
                    "Batch " + batchId + " cannot be read whole",
                    damage.get().message(),
                    "");
        }
        boolean isPlanned = survey.offsets().batches().contains(batchId);
        boolean isCommitted = survey.commits().batches().contains(batchId);
        if (isPlanned && isCommitted) {
            return new Block.Verdict(Tone.GOOD, "Batch " + batchId + " was planned and committed", "", "");
        } else if (isPlanned) {
            boolean isNewest = survey.offsets().latest().orElse(-1) == batchId;
            return new Block.Verdict(
                    Tone.WARN,
                    "Batch " + batchId + " was planned and has no commit",
                    isNewest
                            ? "It is the newest: a restart runs it again with the offsets below"
                            : "Newer batches were planned after it, so a restart does not run it again",
                    "");
        }
        return new Block.Verdict(Tone.WARN, "Batch " + batchId + " was committed and its offsets are gone", "", "");
    }

    private static Block facts(CheckpointSurvey survey, long batchId) {
        List<Fact> facts = new ArrayList<>();
        Optional<OffsetMetadata> metadata = survey.metadata(batchId);
        Optional<CommitEntry> commit = survey.commits().value(batchId);
        survey.offsets()
                .value(batchId)
                .ifPresent(entry -> facts.add(new Fact(
                        survey.offsets().at(batchId).path(),
                        Cell.text("version " + entry.version()
                                + (entry.version() == OffsetEntry.MAP ? ", offset map" : "")))));
        commit.ifPresent(entry ->
                facts.add(new Fact(survey.commits().at(batchId).path(), Cell.text("version " + entry.version()))));
        metadata.ifPresent(known -> {
            facts.add(new Fact("planned at", instant(known.recordedTimestampMs())));
            facts.add(new Fact("watermark", watermark(known.recordedWatermarkMs())));
        });
        survey.metadata(batchId - 1)
                .filter(before -> before.watermarkMs() != 0)
                .ifPresent(before -> facts.add(new Fact("rows are late before", Cell.instant(before.watermarkMs()))));
        commit.ifPresent(
                entry -> facts.add(new Fact("watermark of the next", watermark(entry.recordedNextWatermarkMs()))));
        commit.map(CommitEntry::stateUniqueIds)
                .filter(ids -> !ids.isEmpty())
                .ifPresent(ids -> facts.add(new Fact("state ids", Cell.text(stateIdText(ids)))));
        commit.ifPresent(entry -> entry.sinks()
                .values()
                .forEach(sink -> facts.add(new Fact("sink " + sink.sinkName(), Cell.text(sinkText(sink))))));
        metadata.map(OffsetMetadata::controlBatch)
                .ifPresent(control -> facts.add(new Fact("control batch", Cell.text(controlText(control)))));
        return new Block.Facts(facts);
    }

    private static String stateIdText(Map<Long, List<List<String>>> ids) {
        List<String> parts = new ArrayList<>();
        ids.forEach((operator, partitions) ->
                parts.add("operator " + operator + ": " + partitions.size() + " partitions of "
                        + (partitions.isEmpty() ? 0 : partitions.get(0).size())));
        return String.join("; ", parts);
    }

    private static String sinkText(SinkMetadata sink) {
        return sink.providerName() + ", " + sink.apiVersion() + (sink.isActive() ? ", active" : "");
    }

    private static String controlText(ControlBatch control) {
        return control.operationInfo().isEmpty()
                ? control.operationType()
                : control.operationType() + " " + control.operationInfo();
    }

    private static Optional<Block> sources(CheckpointSurvey survey, long batchId) {
        Optional<OffsetEntry> entry = survey.offsets().value(batchId);
        if (entry.isEmpty() || entry.get().sources().isEmpty()) {
            return Optional.empty();
        }
        Optional<OffsetEntry> before = survey.offsets().value(batchId - 1);
        List<List<Cell>> rows = new ArrayList<>();
        for (SourceLine line : entry.get().sources()) {
            Optional<SourceLine> from = before.flatMap(earlier -> earlier.source(line.sourceId()));
            boolean isIdle = from.map(SourceLine::text).equals(Optional.of(line.text()));
            rows.add(List.of(
                    Cell.text(line.sourceId()),
                    batchId == 0
                            ? Cell.text("its beginning")
                            : from.map(SourceOffsetView::text).map(Cell::text).orElse(Cell.nothing()),
                    Cell.text(SourceOffsetView.text(line)),
                    isIdle ? Cell.text("no new data", Tone.FAINT) : Cell.text("")));
        }
        return Optional.of(new Block.Table(List.of("source", "after", "up to", ""), rows));
    }

    private static Optional<Block> offsetLines(CheckpointSurvey survey, long batchId) {
        return survey.offsets()
                .value(batchId)
                .filter(entry -> !entry.sources().isEmpty())
                .map(entry -> new Block.Listing(entry.sources().stream()
                        .map(line -> "  " + line.sourceId() + "  " + line.text())
                        .toList()));
    }

    private static Optional<Block> confs(CheckpointSurvey survey, long batchId) {
        Map<String, String> conf =
                survey.metadata(batchId).map(OffsetMetadata::conf).orElse(Map.of());
        if (conf.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> before =
                survey.metadata(batchId - 1).map(OffsetMetadata::conf).orElse(conf);
        List<List<Cell>> rows = new ArrayList<>();
        new TreeMap<>(conf)
                .forEach((key, value) -> rows.add(List.of(
                        Cell.text(key),
                        value.equals(before.get(key))
                                ? Cell.text(value)
                                : Cell.text(
                                        value + " (was " + before.getOrDefault(key, "not there") + ")", Tone.WARN))));
        return Optional.of(new Block.Table(List.of("pinned configuration", "value"), rows));
    }

    private static Optional<Damage> damage(LogSurvey<?> log, long batchId) {
        return log.entry(batchId).flatMap(Parsed::damage);
    }

    private static Cell instant(@Nullable Long epochMs) {
        return epochMs == null ? Cell.nothing() : Cell.instant(epochMs);
    }

    private static Cell watermark(@Nullable Long watermarkMs) {
        return watermarkMs == null
                ? Cell.text("not recorded", Tone.FAINT)
                : watermarkMs == 0 ? Cell.text("none") : Cell.instant(watermarkMs);
    }

    private static @Nullable JsonObject previous(CheckpointSurvey survey, long batchId) {
        boolean isKnown = survey.offsets().value(batchId - 1).isPresent()
                || survey.commits().value(batchId - 1).isPresent();
        return isKnown ? BatchDocuments.batch(survey, batchId - 1) : null;
    }

    private static @Nullable JsonObject stateIds(CheckpointSurvey survey, long batchId) {
        Map<Long, List<List<String>>> ids =
                survey.commits().value(batchId).map(CommitEntry::stateUniqueIds).orElse(null);
        if (ids == null) {
            return null;
        }
        JsonObject.Builder operators = JsonObject.builder();
        ids.forEach((operator, partitions) -> operators.put(
                Long.toString(operator),
                JsonArray.of(partitions, stores -> JsonArray.of(stores, dev.tidemark.format.json.JsonText::new))));
        return operators.build();
    }

    private static JsonArray sinks(CheckpointSurvey survey, long batchId) {
        List<SinkMetadata> sinks = survey.commits()
                .value(batchId)
                .map(entry -> new TreeMap<>(entry.sinks()).values().stream().toList())
                .orElse(List.of());
        return JsonArray.of(
                sinks,
                sink -> JsonObject.builder()
                        .put("sinkName", sink.sinkName())
                        .put("providerName", sink.providerName())
                        .put("apiVersion", sink.apiVersion())
                        .put("commitOffset", sink.commitOffset())
                        .put("isActive", sink.isActive())
                        .build());
    }
}
