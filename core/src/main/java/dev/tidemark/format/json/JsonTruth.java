package dev.tidemark.format.json;

/** {@code true} or {@code false}. */
public record JsonTruth(boolean value) implements JsonValue {
    @Override
    public String toString() {
        return Boolean.toString(value);
    }
}
