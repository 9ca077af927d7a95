package dev.tidemark.delta.action;

import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;

/**
 * {@code commitInfo}: who wrote a commit and why. Writers put what they like into it, so it is kept as it stands.
 *
 * @param fields all of it
 */
public record CommitInfo(JsonObject fields) implements Action {
    @Override
    public String name() {
        return "commitInfo";
    }

    /** Such as {@code WRITE} or {@code STREAMING UPDATE}. */
    public Optional<String> operation() {
        return fields.text("operation");
    }

    /** What the operation was given; values are any JSON. */
    public JsonObject operationParameters() {
        return fields.object("operationParameters").orElse(JsonObject.EMPTY);
    }

    /** What the operation counted. */
    public JsonObject operationMetrics() {
        return fields.object("operationMetrics").orElse(JsonObject.EMPTY);
    }

    /** The writer's clock, epoch milliseconds. */
    public OptionalLong timestampMs() {
        return fields.number("timestamp");
    }

    /** The in-commit timestamp, epoch milliseconds. */
    public OptionalLong inCommitTimestampMs() {
        return fields.number("inCommitTimestamp");
    }

    /** Identifies the write attempt. */
    public Optional<String> transactionId() {
        return fields.text("txnId");
    }

    /** The writer, such as {@code Apache-Spark/4.1.1 Delta-Lake/4.2.0}. */
    public Optional<String> engine() {
        return fields.text("engineInfo");
    }

    /** A parameter of the operation as text; JSON that is no string as it stands. */
    public Optional<String> parameter(String key) {
        return operationParameters()
                .find(key)
                .map(value -> value instanceof JsonText text ? text.value() : value.toString());
    }
}
