package dev.tidemark.format.json;

/** A JSON value, immutable. Its text form is compact JSON. */
public sealed interface JsonValue permits JsonObject, JsonArray, JsonText, JsonNumber, JsonTruth, JsonNull {}
