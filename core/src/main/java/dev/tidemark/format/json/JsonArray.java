package dev.tidemark.format.json;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/** A JSON array. */
public record JsonArray(List<JsonValue> items) implements JsonValue {
    public JsonArray {
        items = items instanceof LazyList<JsonValue> ? items : List.copyOf(items);
    }

    /** An array whose items are made when they are written, so that a long one needs no memory for them. */
    public static JsonArray lazily(int size, IntFunction<? extends JsonValue> item) {
        return new JsonArray(LazyList.of(size, item));
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
