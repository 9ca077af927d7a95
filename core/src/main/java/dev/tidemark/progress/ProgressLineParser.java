package dev.tidemark.progress;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNull;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A line of a progress file, which is {@code StreamingQueryProgress.json()}, or of a Spark event log, which wraps the same
 * report in a listener event and spells offsets as strings. Authority: Spark 4.2 StreamingQueryProgress.jsonValue,
 * StreamingQueryListener, JsonProtocol. Fields of another type than Spark's count as absent.
 */
public final class ProgressLineParser {
    private static final String EVENT = "Event";
    private static final String LISTENER = "org.apache.spark.sql.streaming.StreamingQueryListener$Query";
    private static final String PROGRESS_EVENT = LISTENER + "ProgressEvent";
    private static final String IDLE_EVENT = LISTENER + "IdleEvent";
    private static final String STARTED_EVENT = LISTENER + "StartedEvent";
    private static final String TERMINATED_EVENT = LISTENER + "TerminatedEvent";

    private static final String PROGRESS = "progress";
    private static final String ID = "id";
    private static final String RUN_ID = "runId";
    private static final String NAME = "name";
    private static final String TIMESTAMP = "timestamp";
    private static final String BATCH_ID = "batchId";
    private static final String BATCH_DURATION = "batchDuration";
    private static final String DURATIONS = "durationMs";
    private static final String TRIGGER_EXECUTION = "triggerExecution";
    private static final String ADD_BATCH = "addBatch";
    private static final String EVENT_TIME = "eventTime";
    private static final String OPERATORS = "stateOperators";
    private static final String SOURCES = "sources";
    private static final String EXCEPTION = "exception";

    /** What sources call the distance to their end. Kafka, Kinesis and Delta report these. */
    private static final List<String> BACKLOGS = List.of(
            "maxOffsetsBehindLatest",
            "avgOffsetsBehindLatest",
            "estimatedTotalBytesBehindLatest",
            "numFilesOutstanding",
            "numBytesOutstanding");

    private static final int ERROR_CHARS = 500;

    private ProgressLineParser() {}

    /** Reads one line. A line of an event log that is not about streams is not looked into. */
    public static Parsed<ProgressLine> parse(Location at, String line) {
        if (isForeignEvent(line)) {
            return Parsed.intact(ProgressLine.Other.OTHER);
        }
        Parsed<JsonObject> parsed = JsonParser.parseObject(at, line);
        JsonObject object = parsed.value().orElse(null);
        if (object == null) {
            return Parsed.damaged(parsed.damage().orElseThrow());
        }
        Optional<String> event = object.text(EVENT);
        if (event.isPresent()) {
            return event(at, event.get(), object);
        }
        return object.object(PROGRESS).map(progress -> report(at, progress)).orElseGet(() -> report(at, object));
    }

    /** An event log is nearly all tasks and jobs; the event's name is the first field of each line. */
    private static boolean isForeignEvent(String line) {
        return line.startsWith("{\"" + EVENT + "\"") && !line.startsWith(LISTENER, line.indexOf(':') + 2);
    }

    private static Parsed<ProgressLine> event(Location at, String name, JsonObject object) {
        return switch (name) {
            case PROGRESS_EVENT ->
                object.object(PROGRESS)
                        .map(progress -> report(at, progress))
                        .orElseGet(() -> Parsed.damaged(
                                new Damage(at, DamageKind.MISSING, "an object in field \"progress\"", "none")));
            case IDLE_EVENT -> Parsed.intact(new ProgressLine.Idle(run(object), orZero(instant(object, TIMESTAMP))));
            case STARTED_EVENT ->
                Parsed.intact(new ProgressLine.Started(run(object), orZero(instant(object, TIMESTAMP))));
            case TERMINATED_EVENT -> Parsed.intact(new ProgressLine.Terminated(run(object), error(object)));
            default -> Parsed.intact(ProgressLine.Other.OTHER);
        };
    }

    private static String error(JsonObject object) {
        String text = object.text(EXCEPTION).orElse("").strip();
        int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
        return text.substring(0, Math.min(end, ERROR_CHARS));
    }

    private static Parsed<ProgressLine> report(Location at, JsonObject object) {
        long batchId = object.number(BATCH_ID).orElse(-1);
        if (batchId < 0) {
            String found = object.find(BATCH_ID).map(JsonValue::toString).orElse("no such field");
            return Parsed.damaged(new Damage(
                    at,
                    DamageKind.MALFORMED,
                    "the progress of a query with a field \"batchId\"",
                    found.substring(0, Math.min(found.length(), 60))));
        }
        List<QueryProgress.OperatorProgress> operators = new ArrayList<>();
        objects(object, OPERATORS).forEach(operator -> operators.add(operator(operator)));
        List<QueryProgress.SourceProgress> sources = new ArrayList<>();
        objects(object, SOURCES).forEach(source -> sources.add(source(source)));
        QueryProgress progress = new QueryProgress(
                at, run(object), batchId, timing(object, sources), eventTime(object), operators, sources);
        return Parsed.intact(new ProgressLine.Report(progress));
    }

    private static QueryProgress.Run run(JsonObject object) {
        return new QueryProgress.Run(
                object.text(ID).orElse(null),
                object.text(RUN_ID).orElse(null),
                object.text(NAME).orElse(null));
    }

    private static QueryProgress.Timing timing(JsonObject object, List<QueryProgress.SourceProgress> sources) {
        Optional<JsonObject> durations = object.object(DURATIONS);
        Long duration = durations
                .map(parts -> number(parts, TRIGGER_EXECUTION))
                .orElseGet(() -> number(object, BATCH_DURATION));
        boolean ranBatch = durations.isPresent()
                ? durations.get().find(ADD_BATCH).isPresent()
                : sources.stream().anyMatch(source -> source.inputRows() != null && source.inputRows() > 0);
        return new QueryProgress.Timing(instant(object, TIMESTAMP), duration, ranBatch);
    }

    private static QueryProgress.EventTime eventTime(JsonObject object) {
        Optional<JsonObject> times = object.object(EVENT_TIME);
        return new QueryProgress.EventTime(
                times.map(time -> instant(time, "watermark")).orElse(null),
                times.map(time -> instant(time, "max")).orElse(null));
    }

    private static QueryProgress.OperatorProgress operator(JsonObject operator) {
        return new QueryProgress.OperatorProgress(
                operator.text("operatorName").orElse("stateful operator"),
                orZero(number(operator, "numRowsTotal")),
                orZero(number(operator, "numRowsUpdated")),
                orZero(number(operator, "numRowsRemoved")),
                orZero(number(operator, "numRowsDroppedByWatermark")),
                orZero(number(operator, "memoryUsedBytes")));
    }

    private static QueryProgress.SourceProgress source(JsonObject source) {
        List<QueryProgress.Backlog> backlog = new ArrayList<>();
        source.object("metrics")
                .ifPresent(metrics -> BACKLOGS.forEach(name -> metrics.find(name)
                        .flatMap(ProgressLineParser::amount)
                        .ifPresent(amount -> backlog.add(new QueryProgress.Backlog(name, amount)))));
        return new QueryProgress.SourceProgress(
                source.text("description").orElse(""),
                source.find("endOffset").flatMap(ProgressLineParser::offset).orElse(null),
                number(source, "numInputRows"),
                backlog);
    }

    /** An offset as JSON text, whether it is written as JSON or as a string of it. */
    private static Optional<String> offset(JsonValue value) {
        if (value == JsonNull.NULL) {
            return Optional.empty();
        }
        return Optional.of(value instanceof JsonText text ? text.value() : value.toString());
    }

    private static Optional<Double> amount(JsonValue value) {
        String digits = value instanceof JsonText text
                ? text.value()
                : value instanceof JsonNumber number ? number.digits() : "";
        try {
            double amount = Double.parseDouble(digits);
            return Double.isFinite(amount) && amount >= 0 ? Optional.of(amount) : Optional.empty();
        } catch (NumberFormatException none) {
            return Optional.empty();
        }
    }

    private static List<JsonObject> objects(JsonObject object, String name) {
        return object.array(name).map(JsonArray::items).orElse(List.of()).stream()
                .filter(JsonObject.class::isInstance)
                .map(JsonObject.class::cast)
                .toList();
    }

    private static @Nullable Long number(JsonObject object, String name) {
        return object.number(name).isPresent() ? object.number(name).getAsLong() : null;
    }

    private static @Nullable Long instant(JsonObject object, String name) {
        try {
            return object.text(name)
                    .map(text -> Instant.parse(text).toEpochMilli())
                    .orElse(null);
        } catch (DateTimeException | ArithmeticException none) {
            return null;
        }
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
