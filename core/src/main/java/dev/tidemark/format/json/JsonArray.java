package dev.tidemark.format.json;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** A JSON array. */
public record JsonArray(List<JsonValue> items) implements JsonValue {
    public JsonArray {
        items = List.copyOf(items);
    }

    /** An array of one value for each item. */
    public static <T> JsonArray of(Collection<T> items, Function<? super T, ? extends JsonValue> toJson) {
        return new JsonArray(items.stream().<JsonValue>map(toJson).toList());
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }
}
