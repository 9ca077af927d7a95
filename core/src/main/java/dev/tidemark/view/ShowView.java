package dev.tidemark.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.PinnedConf;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.checkpoint.survey.LogSurvey;
import dev.tidemark.checkpoint.survey.RestartPoint;
import dev.tidemark.checkpoint.survey.SourceLogSurvey;
import dev.tidemark.checkpoint.survey.StateOutline;
import dev.tidemark.diagnosis.Finding;
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.diagnosis.rules.CheckpointRules;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.report.Block;
import dev.tidemark.report.Block.Fact;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import org.jspecify.annotations.Nullable;

/** A checkpoint on one screen: is it well, and where does it stand? */
public final class ShowView {
    /** State formats that matter only to one sort of operator, with their names in short. */
    private static final Map<PinnedConf, String> STATE_FORMATS = Map.of(
            PinnedConf.AGGREGATION_STATE_FORMAT, "aggregation",
            PinnedConf.JOIN_STATE_FORMAT, "join",
            PinnedConf.MAP_GROUPS_STATE_FORMAT, "mapGroups");

    private static final String NO_VALUE = "-";

    private ShowView() {}

    /** A checkpoint of which the newest files were read. */
    public static Report of(CheckpointSurvey survey) {
        return of(survey, Severity.ERROR);
    }

    /**
     * The same for a script to which only some findings matter.
     *
     * @param failOn the least severity that makes the outcome wrong
     */
    public static Report of(CheckpointSurvey survey, Severity failOn) {
        List<Finding> findings = CheckpointRules.check(survey);
        CheckpointVerdict verdict = new CheckpointVerdict(survey, findings);
        List<Block> blocks = new ArrayList<>();
        blocks.add(verdict.block());
        blocks.add(facts(survey));
        sources(survey).ifPresent(blocks::add);
        state(survey).ifPresent(blocks::add);
        blocks.addAll(verdict.alerts());
        JsonObject document = JsonObject.builder()
                .put("kind", "checkpoint")
                .put("location", survey.location())
                .put("verdict", verdict.document())
                .put("resume", verdict.resume())
                .put("queryId", queryId(survey).orElse(null))
                .put("writtenBy", writer(survey).orElse(null))
                .put("offsets", log(survey.offsets()))
                .put("commits", log(survey.commits()))
                .put("newestBatch", newestBatch(survey))
                .put("sourceLogs", JsonArray.of(survey.sources(), ShowView::sourceLog))
                .put("state", JsonArray.of(survey.state().operators(), ShowView::operator))
                .put("others", names(survey.rootOthers()))
                .put("findings", FindingView.documents(findings))
                .build();
        return new Report("show", verdict.outcome(failOn), blocks, document);
    }

    private static Block facts(CheckpointSurvey survey) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("checkpoint", Cell.text(survey.location())));
        facts.add(new Fact("query id", queryId(survey).map(Cell::text).orElse(Cell.text("unknown", Tone.BAD))));
        writer(survey)
                .ifPresent(version -> facts.add(
                        new Fact("written by", Cell.text("Spark " + version + ", by the configurations it pins"))));
        facts.add(new Fact("offsets", files(survey.offsets())));
        facts.add(new Fact("commits", files(survey.commits())));
        OptionalLong newest = survey.offsets().latest();
        OffsetMetadata metadata =
                newest.isPresent() ? survey.metadata(newest.getAsLong()).orElse(null) : null;
        if (metadata != null && metadata.recordedTimestampMs() != null) {
            facts.add(new Fact("batch " + newest.getAsLong() + " planned", Cell.instant(metadata.timestampMs())));
        }
        RestartPoint point = survey.restartPoint();
        if (point.kind() != RestartPoint.Kind.FRESH) {
            Cell watermark = point.watermarkMs() == 0 ? Cell.text("none") : Cell.instant(point.watermarkMs());
            facts.add(new Fact("watermark of batch " + point.batchId(), watermark));
        }
        if (metadata != null) {
            facts.add(new Fact("pinned", Cell.text(pinned(metadata.conf(), survey.state()))));
        }
        others(survey).ifPresent(text -> facts.add(new Fact("also here", Cell.text(text, Tone.FAINT))));
        return new Block.Facts(facts);
    }

    private static Cell files(LogSurvey<?> log) {
        LogListing listing = log.listing();
        return switch (listing.presence()) {
            case ABSENT -> Cell.text("no directory", Tone.WARN);
            case NOT_A_DIRECTORY -> Cell.text("not a directory", Tone.BAD);
            case DIRECTORY -> {
                BatchIds batches = listing.batches();
                if (batches.isEmpty()) {
                    yield Cell.text("no batch", Tone.WARN);
                }
                int ranges = batches.ranges().size();
                String ids = ranges <= 4
                        ? batches.toString()
                        : batches.first().orElseThrow() + " to "
                                + batches.last().orElseThrow() + " with " + (ranges - 1) + " gaps";
                yield Cell.text((batches.size() == 1 ? "batch " : "batches ") + ids);
            }
        };
    }

    private static String pinned(Map<String, String> conf, StateOutline state) {
        if (conf.isEmpty()) {
            return "nothing";
        }
        List<String> parts = new ArrayList<>();
        value(conf, PinnedConf.SHUFFLE_PARTITIONS).ifPresent(value -> parts.add(value + " shuffle partitions"));
        if (!state.operators().isEmpty()) {
            value(conf, PinnedConf.STATE_STORE_PROVIDER)
                    .ifPresent(value -> parts.add(value.substring(value.lastIndexOf('.') + 1)));
            value(conf, PinnedConf.STATE_STORE_CODEC).ifPresent(parts::add);
            value(conf, PinnedConf.STATE_ENCODING).ifPresent(parts::add);
            value(conf, PinnedConf.MULTIPLE_WATERMARK_POLICY)
                    .ifPresent(value -> parts.add(value + " watermark policy"));
            STATE_FORMATS.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue())
                    .forEach(format -> value(conf, format.getKey())
                            .ifPresent(value -> parts.add(format.getValue() + " state v" + value)));
        }
        return parts.isEmpty() ? conf.size() + " configurations" : String.join(", ", parts);
    }

    private static Optional<String> value(Map<String, String> conf, PinnedConf pinned) {
        return Optional.ofNullable(conf.get(pinned.key()));
    }

    private static Optional<String> others(CheckpointSurvey survey) {
        List<String> parts = new ArrayList<>();
        if (!survey.rootOthers().isEmpty()) {
            parts.add(survey.rootOthers().some().stream().limit(5).collect(Collectors.joining(", "))
                    + (survey.rootOthers().count() > 5
                            ? " and " + (survey.rootOthers().count() - 5) + " more"
                            : ""));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
    }

    private static Optional<Block> sources(CheckpointSurvey survey) {
        OptionalLong newest = survey.offsets().latest();
        Optional<OffsetEntry> entry =
                newest.isEmpty() ? Optional.empty() : survey.offsets().value(newest.getAsLong());
        if (entry.isEmpty() || entry.get().sources().isEmpty()) {
            return Optional.empty();
        }
        long batchId = newest.getAsLong();
        Optional<OffsetEntry> before = survey.offsets().value(batchId - 1);
        boolean hasLogs = survey.sources().stream()
                .anyMatch(source -> source.listing().latest().isPresent());
        List<List<Cell>> rows = new ArrayList<>();
        for (SourceLine line : entry.get().sources()) {
            String from = before.flatMap(earlier -> earlier.source(line.sourceId()))
                    .map(SourceOffsetView::text)
                    .orElse(NO_VALUE);
            List<Cell> row = new ArrayList<>();
            row.add(Cell.text(line.sourceId()));
            row.add(Cell.text(kind(line)));
            row.add(Cell.text(from));
            row.add(Cell.text(SourceOffsetView.text(line)));
            if (hasLogs) {
                row.add(Cell.text(sourceLogText(survey, line.sourceId())));
            }
            rows.add(row);
        }
        List<String> columns = new ArrayList<>(List.of("source", "kind", "from", "up to, batch " + batchId));
        if (hasLogs) {
            columns.add("own log");
        }
        return Optional.of(new Block.Table(columns, rows));
    }

    private static String kind(SourceLine line) {
        Parsed<SourceOffset> parsed = SourceOffsetParser.parse(line.at(), line.text());
        return line.isVoid()
                ? NO_VALUE
                : parsed.value().map(SourceOffsetView::kind).orElse("no JSON");
    }

    private static String sourceLogText(CheckpointSurvey survey, String sourceId) {
        return survey.sources().stream()
                .filter(source -> source.sourceId().equals(sourceId))
                .findFirst()
                .map(source -> source.listing().latest().isEmpty()
                        ? "empty"
                        : "entry " + source.listing().latest().getAsLong())
                .orElse(NO_VALUE);
    }

    private static Optional<Block> state(CheckpointSurvey survey) {
        if (survey.state().operators().isEmpty()) {
            return Optional.empty();
        }
        List<List<Cell>> rows = new ArrayList<>();
        for (StateOutline.Operator operator : survey.state().operators()) {
            rows.add(List.of(
                    Cell.count(operator.operatorId()),
                    Cell.count(operator.partitions()),
                    Cell.text(operator.stores().isEmpty() ? "default" : String.join(", ", operator.stores()))));
        }
        return Optional.of(new Block.Table(List.of("state operator", "partitions", "stores"), rows));
    }

    private static Optional<String> queryId(CheckpointSurvey survey) {
        return survey.identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString);
    }

    private static Optional<String> writer(CheckpointSurvey survey) {
        OptionalLong newest = survey.offsets().latest();
        return newest.isEmpty()
                ? Optional.empty()
                : survey.metadata(newest.getAsLong()).flatMap(metadata -> PinnedConf.writer(metadata.conf()));
    }

    private static JsonObject log(LogSurvey<?> log) {
        LogListing listing = log.listing();
        return JsonObject.builder()
                .put("presence", listing.presence().name().toLowerCase(java.util.Locale.ROOT))
                .put("count", listing.batches().size())
                .put("first", number(listing.batches().first()))
                .put("last", number(listing.batches().last()))
                .put(
                        "gaps",
                        new JsonArray(listing.batches().gaps().stream()
                                .limit(100)
                                .<JsonValue>map(range -> new JsonText(range.toString()))
                                .toList()))
                .put("misnamed", JsonArray.of(listing.misnamed().values(), JsonText::new))
                .put("temporary", names(listing.others().temporaries()))
                .put("foreign", names(listing.others().foreign()))
                .build();
    }

    private static @Nullable JsonValue newestBatch(CheckpointSurvey survey) {
        OptionalLong newest = survey.offsets().latest();
        return newest.isEmpty() ? null : BatchDocuments.batch(survey, newest.getAsLong());
    }

    private static JsonObject sourceLog(SourceLogSurvey source) {
        return JsonObject.builder()
                .put("sourceId", source.sourceId())
                .put("last", number(source.listing().latest()))
                .put("compacts", source.listing().compacts().size())
                .put("missing", JsonArray.of(source.missing(), JsonText::new))
                .build();
    }

    private static JsonObject operator(StateOutline.Operator operator) {
        return JsonObject.builder()
                .put("operatorId", operator.operatorId())
                .put("partitions", operator.partitions())
                .put("stores", JsonArray.of(operator.stores(), JsonText::new))
                .build();
    }

    private static JsonObject names(NameTally tally) {
        return JsonObject.builder()
                .put("count", tally.count())
                .put("some", JsonArray.of(tally.some(), JsonText::new))
                .build();
    }

    private static @Nullable JsonValue number(OptionalLong value) {
        return value.isPresent() ? JsonNumber.of(value.getAsLong()) : null;
    }
}
