package dev.tidemark.format.json;

/** A JSON string. */
public record JsonText(String value) implements JsonValue {
    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
