package dev.tidemark.delta.action;

import dev.tidemark.format.json.JsonValue;

/** An action that no released reader knows; readers skip it. */
public record UnknownAction(String name, JsonValue value) implements Action {}
