package dev.tidemark.view.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.checkpoint.survey.CheckpointSurvey;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.report.Tone;
import dev.tidemark.stream.CheckpointFollower.Deed;
import dev.tidemark.stream.CheckpointFollower.Step;
import dev.tidemark.stream.StateStep;
import dev.tidemark.view.SourceOffsetView;
import org.jspecify.annotations.Nullable;

/** What happened to a checkpoint that is followed, one step at a time, for the eye and as JSON. */
public final class WatchView {
    private WatchView() {}

    /**
     * One step in words.
     *
     * @param detail more about it; may be empty
     */
    public record Line(Tone tone, String word, String text, String detail) {}

    /**
     * What is known of a step.
     *
     * @param survey with the files of its batch and of the one before
     * @param state what the batch did to the state; null when unknown, or there is none
     * @param tookMs from the batch's plan to its commit by the files' times; null when unknown
     */
    public record Happening(
            Step step,
            CheckpointSurvey survey,
            @Nullable StateStep state,
            @Nullable Long tookMs) {}

    /** Whether something is wrong: a log went back, or what came cannot be read. */
    public static boolean isWrong(Happening happening) {
        return switch (happening.step().deed()) {
            case PLANS_WENT_BACK, COMMITS_WENT_BACK -> true;
            case PLANNED, COMMITTED -> damage(happening).isPresent();
        };
    }

    /** The step for the eye. */
    public static Line line(Happening happening) {
        long batchId = happening.step().batchId();
        Optional<Damage> damage = damage(happening);
        if (damage.isPresent()) {
            return new Line(
                    Tone.BAD, "damaged", "batch " + batchId, damage.get().message());
        }
        return switch (happening.step().deed()) {
            case PLANNED -> new Line(Tone.PLAIN, "begun", "batch " + batchId + planned(happening), sources(happening));
            case COMMITTED -> new Line(Tone.GOOD, "done", "batch " + batchId + committed(happening), state(happening));
            case PLANS_WENT_BACK ->
                new Line(
                        Tone.BAD,
                        "back",
                        "the newest offset file is " + name(batchId) + " now",
                        "Somebody rewound the checkpoint, or put an older copy in its place");
            case COMMITS_WENT_BACK ->
                new Line(
                        Tone.BAD,
                        "back",
                        "the newest commit file is " + name(batchId) + " now",
                        "Batches above it run again when the query is started");
        };
    }

    private static String name(long batchId) {
        return batchId < 0 ? "none" : String.valueOf(batchId);
    }

    private static Optional<Damage> damage(Happening happening) {
        CheckpointSurvey survey = happening.survey();
        long batchId = happening.step().batchId();
        return switch (happening.step().deed()) {
            case PLANNED -> survey.offsets().entry(batchId).flatMap(Parsed::damage);
            case COMMITTED -> survey.commits().entry(batchId).flatMap(Parsed::damage);
            case PLANS_WENT_BACK, COMMITS_WENT_BACK -> Optional.empty();
        };
    }

    private static String planned(Happening happening) {
        OffsetMetadata metadata =
                happening.survey().metadata(happening.step().batchId()).orElse(null);
        if (metadata == null) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        if (metadata.recordedTimestampMs() != null) {
            parts.add("planned at " + instant(metadata.timestampMs()));
        }
        if (metadata.watermarkMs() > 0) {
            parts.add("watermark " + instant(metadata.watermarkMs()));
        }
        return parts.isEmpty() ? "" : ", " + String.join(", ", parts);
    }

    private static String sources(Happening happening) {
        long batchId = happening.step().batchId();
        OffsetEntry entry = happening.survey().offsets().value(batchId).orElse(null);
        if (entry == null) {
            return "";
        }
        Optional<OffsetEntry> before = happening.survey().offsets().value(batchId - 1);
        List<String> parts = new ArrayList<>();
        for (SourceLine line : entry.sources()) {
            String from = before.flatMap(earlier -> earlier.source(line.sourceId()))
                    .map(SourceOffsetView::text)
                    .orElse("the start");
            String to = SourceOffsetView.text(line);
            parts.add("source " + line.sourceId() + ": " + (from.equals(to) ? "nothing new" : from + " -> " + to));
        }
        return String.join("; ", parts);
    }

    private static String committed(Happening happening) {
        long batchId = happening.step().batchId();
        StringBuilder text = new StringBuilder();
        if (happening.tookMs() != null) {
            text.append(String.format(Locale.ROOT, ", took %.1f s", happening.tookMs() / 1000.0));
        }
        long used = happening
                .survey()
                .metadata(batchId)
                .map(OffsetMetadata::watermarkMs)
                .orElse(0L);
        long next = happening
                .survey()
                .commits()
                .value(batchId)
                .map(CommitEntry::nextWatermarkMs)
                .orElse(0L);
        if (next > used) {
            text.append(", next watermark ").append(instant(next));
        } else if (next > 0) {
            text.append(", watermark stays");
        }
        return text.toString();
    }

    private static String state(Happening happening) {
        StateStep state = happening.state();
        if (state == null || state.stores() == 0) {
            return "";
        }
        return "state: " + state.updates() + (state.updates() == 1 ? " row" : " rows") + " set, " + state.removals()
                + " removed" + (state.silent() > 0 ? " (" + state.silent() + " stores left no change file)" : "");
    }

    private static String instant(long epochMs) {
        return java.time.Instant.ofEpochMilli(epochMs).toString();
    }

    /** The step as JSON. */
    public static JsonObject document(Happening happening) {
        long batchId = happening.step().batchId();
        StateStep state = happening.state();
        JsonObject.Builder document = JsonObject.builder()
                .put("event", event(happening.step().deed()))
                .put("batchId", batchId < 0 ? null : JsonNumber.of(batchId))
                .put("damage", damage(happening).map(Damage::message).orElse(null));
        if (happening.step().deed() == Deed.PLANNED || happening.step().deed() == Deed.COMMITTED) {
            OffsetMetadata metadata = happening.survey().metadata(batchId).orElse(null);
            document.put("timestampMs", metadata == null ? null : number(metadata.recordedTimestampMs()))
                    .put("watermarkMs", metadata == null ? null : number(metadata.recordedWatermarkMs()))
                    .put(
                            "sources",
                            JsonArray.of(
                                    happening
                                            .survey()
                                            .offsets()
                                            .value(batchId)
                                            .map(OffsetEntry::sources)
                                            .orElse(List.of()),
                                    SourceOffsetView::document));
        }
        if (happening.step().deed() == Deed.COMMITTED) {
            document.put(
                            "nextWatermarkMs",
                            happening
                                    .survey()
                                    .commits()
                                    .value(batchId)
                                    .map(CommitEntry::recordedNextWatermarkMs)
                                    .map(JsonNumber::of)
                                    .orElse(null))
                    .put("tookMs", number(happening.tookMs()))
                    .put(
                            "state",
                            state == null
                                    ? null
                                    : JsonObject.builder()
                                            .put("updates", state.updates())
                                            .put("removals", state.removals())
                                            .put("stores", state.stores())
                                            .put("withoutChangeFile", state.silent())
                                            .build());
        }
        return document.build();
    }

    private static @Nullable JsonNumber number(@Nullable Long value) {
        return value == null ? null : JsonNumber.of(value);
    }

    private static String event(Deed deed) {
        return switch (deed) {
            case PLANNED -> "planned";
            case COMMITTED -> "committed";
            case PLANS_WENT_BACK -> "offsetsWentBack";
            case COMMITS_WENT_BACK -> "commitsWentBack";
        };
    }
}
