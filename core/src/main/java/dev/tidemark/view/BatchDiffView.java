package dev.tidemark.view;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;

/** Two batches side by side, of one checkpoint or of two: watermark, offsets, configurations. */
public final class BatchDiffView {
    private static final String ABSENT = "-";
    private static final String STATE_PACKAGE = "org.apache.spark.sql.execution.streaming.state.";

    /** One side: a batch in a survey that read it. */
    public record Side(String label, CheckpointSurvey survey, long batchId) {}

    private record Difference(String what, String left, String right) {
        boolean isNone() {
            return left.equals(right);
        }
    }

    private BatchDiffView() {}

    /** What differs between two sides; that something does is no trouble. */
    public static Report of(Side left, Side right) {
        List<Difference> all = new ArrayList<>();
        all.add(new Difference("query id", queryId(left), queryId(right)));
        all.add(new Difference("batch", Long.toString(left.batchId()), Long.toString(right.batchId())));
        all.add(new Difference("state", state(left), state(right)));
        Map<String, String> leftFacts = facts(left);
        Map<String, String> rightFacts = facts(right);
        leftFacts.forEach((what, value) -> all.add(new Difference(what, value, rightFacts.getOrDefault(what, ABSENT))));
        rightFacts.forEach((what, value) -> {
            if (!leftFacts.containsKey(what)) {
                all.add(new Difference(what, ABSENT, value));
            }
        });
        sources(left, right, all);
        confs(left, right, all);
        List<Difference> differing =
                all.stream().filter(difference -> !difference.isNone()).toList();
        return report(left, right, differing, all.size() - differing.size());
    }

    private static Report report(Side left, Side right, List<Difference> differing, int same) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Verdict(
                Tone.PLAIN,
                differing.isEmpty()
                        ? "Nothing differs between " + left.label() + " and " + right.label()
                        : differing.size() + (differing.size() == 1 ? " difference" : " differences") + " between "
                                + left.label() + " and " + right.label(),
                same + " things are the same on both sides",
                ""));
        boolean isOneCheckpoint = left.survey().location().equals(right.survey().location());
        if (!isOneCheckpoint) {
            blocks.add(new Block.Facts(List.of(
                    new Block.Fact("left", Cell.text(left.survey().location())),
                    new Block.Fact("right", Cell.text(right.survey().location())))));
        }
        if (!differing.isEmpty()) {
            blocks.add(new Block.Table(
                    List.of("", left.label(), right.label()),
                    differing.stream()
                            .map(difference -> List.of(
                                    Cell.text(difference.what()),
                                    Cell.text(shortened(difference.left())),
                                    Cell.text(shortened(difference.right()))))
                            .toList()));
        }
        JsonObject document = JsonObject.builder()
                .put("left", side(left))
                .put("right", side(right))
                .put(
                        "differences",
                        JsonArray.of(
                                differing,
                                difference -> JsonObject.builder()
                                        .put("what", difference.what())
                                        .put("left", difference.left())
                                        .put("right", difference.right())
                                        .build()))
                .put("findings", FindingView.documents(List.of()))
                .build();
        return new Report("diff", Outcome.FINE, blocks, document);
    }

    private static String shortened(String value) {
        return value.startsWith(STATE_PACKAGE) ? value.substring(STATE_PACKAGE.length()) : value;
    }

    private static JsonObject side(Side side) {
        return JsonObject.builder()
                .put("location", side.survey().location())
                .put("batch", BatchDocuments.batch(side.survey(), side.batchId()))
                .build();
    }

    private static String queryId(Side side) {
        return side.survey()
                .identity()
                .found()
                .flatMap(Parsed::value)
                .map(StreamMetadata::id)
                .map(Object::toString)
                .orElse(ABSENT);
    }

    private static String state(Side side) {
        boolean isPlanned = side.survey().offsets().batches().contains(side.batchId());
        boolean isCommitted = side.survey().commits().batches().contains(side.batchId());
        return isCommitted ? isPlanned ? "committed" : "commit only" : isPlanned ? "no commit" : "absent";
    }

    private static Map<String, String> facts(Side side) {
        Map<String, String> facts = new LinkedHashMap<>();
        side.survey()
                .offsets()
                .value(side.batchId())
                .ifPresent(entry -> facts.put("offset file version", "v" + entry.version()));
        side.survey().metadata(side.batchId()).ifPresent(metadata -> {
            facts.put("planned at", instant(metadata.timestampMs()));
            facts.put("watermark", instant(metadata.watermarkMs()));
        });
        Optional<CommitEntry> commit = side.survey().commits().value(side.batchId());
        commit.ifPresent(entry -> {
            facts.put("commit file version", "v" + entry.version());
            facts.put("watermark of the next", instant(entry.nextWatermarkMs()));
        });
        return facts;
    }

    private static void sources(Side left, Side right, List<Difference> into) {
        Set<String> ids = new LinkedHashSet<>();
        lines(left).forEach(line -> ids.add(line.sourceId()));
        lines(right).forEach(line -> ids.add(line.sourceId()));
        for (String id : ids) {
            Optional<SourceLine> leftLine = line(left, id);
            Optional<SourceLine> rightLine = line(right, id);
            boolean isSame = Objects.equals(
                    leftLine.map(SourceLine::text).orElse(""),
                    rightLine.map(SourceLine::text).orElse(""));
            String leftText = leftLine.map(SourceOffsetView::text).orElse(ABSENT);
            String rightText = rightLine.map(SourceOffsetView::text).orElse(ABSENT);
            if (!isSame && leftText.equals(rightText)) {
                leftText = leftLine.map(SourceOffsetView::exactText).orElse(ABSENT);
                rightText = rightLine.map(SourceOffsetView::exactText).orElse(ABSENT);
            }
            into.add(new Difference("source " + id, leftText, rightText));
        }
    }

    private static List<SourceLine> lines(Side side) {
        return side.survey()
                .offsets()
                .value(side.batchId())
                .map(OffsetEntry::sources)
                .orElse(List.of());
    }

    private static Optional<SourceLine> line(Side side, String sourceId) {
        return side.survey().offsets().value(side.batchId()).flatMap(entry -> entry.source(sourceId));
    }

    private static void confs(Side left, Side right, List<Difference> into) {
        Map<String, String> leftConf = conf(left);
        Map<String, String> rightConf = conf(right);
        Set<String> keys = new TreeSet<>(leftConf.keySet());
        keys.addAll(rightConf.keySet());
        for (String key : keys) {
            into.add(new Difference(key, leftConf.getOrDefault(key, ABSENT), rightConf.getOrDefault(key, ABSENT)));
        }
    }

    private static Map<String, String> conf(Side side) {
        return side.survey().metadata(side.batchId()).map(OffsetMetadata::conf).orElse(Map.of());
    }

    private static String instant(long epochMs) {
        return epochMs == 0 ? "none" : java.time.Instant.ofEpochMilli(epochMs).toString();
    }
}
