package dev.tidemark.format.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

import org.jspecify.annotations.Nullable;

/** A JSON object: its members in the order written, a name may stand twice. */
public record JsonObject(List<Member> members) implements JsonValue {
    /** The object without members. */
    public static final JsonObject EMPTY = new JsonObject(List.of());

    /** One name and its value. */
    public record Member(String name, JsonValue value) {}

    public JsonObject {
        members = List.copyOf(members);
    }

    /** Starts an object. */
    public static Builder builder() {
        return new Builder();
    }

    /** The value of the last member of that name, as JSON readers resolve doubles. */
    public Optional<JsonValue> find(String name) {
        for (int i = members.size() - 1; i >= 0; i--) {
            if (members.get(i).name().equals(name)) {
                return Optional.of(members.get(i).value());
            }
        }
        return Optional.empty();
    }

    /** The text of a member, or empty when it is absent or no string. */
    public Optional<String> text(String name) {
        return find(name).filter(JsonText.class::isInstance).map(value -> ((JsonText) value).value());
    }

    /** The whole number of a member, or empty when it is absent or none. */
    public OptionalLong number(String name) {
        return find(name)
                .filter(JsonNumber.class::isInstance)
                .map(value -> ((JsonNumber) value).asLong())
                .orElse(OptionalLong.empty());
    }

    /** The truth of a member, or empty when it is absent or none. */
    public Optional<Boolean> truth(String name) {
        return find(name).filter(JsonTruth.class::isInstance).map(value -> ((JsonTruth) value).value());
    }

    /** The object of a member, or empty when it is absent or none. */
    public Optional<JsonObject> object(String name) {
        return find(name).filter(JsonObject.class::isInstance).map(JsonObject.class::cast);
    }

    /** The array of a member, or empty when it is absent or none. */
    public Optional<JsonArray> array(String name) {
        return find(name).filter(JsonArray.class::isInstance).map(JsonArray.class::cast);
    }

    /** The members by name, in order; of doubles the last counts. */
    public Map<String, JsonValue> asMap() {
        Map<String, JsonValue> map = new LinkedHashMap<>();
        members.forEach(member -> map.put(member.name(), member.value()));
        return map;
    }

    @Override
    public String toString() {
        return JsonWriter.compact(this);
    }

    /** Collects members in order. */
    public static final class Builder {
        private final List<Member> members = new ArrayList<>();

        private Builder() {}

        /** Adds a member; null becomes JSON's null. */
        public Builder put(String name, @Nullable JsonValue value) {
            members.add(new Member(name, value == null ? JsonNull.NULL : value));
            return this;
        }

        /** Adds a string; null becomes JSON's null. */
        public Builder put(String name, @Nullable String value) {
            return put(name, value == null ? null : new JsonText(value));
        }

        /** Adds a whole number. */
        public Builder put(String name, long value) {
            return put(name, JsonNumber.of(value));
        }

        /** Adds a truth value. */
        public Builder put(String name, boolean value) {
            return put(name, new JsonTruth(value));
        }

        /** The object. */
        public JsonObject build() {
            return new JsonObject(members);
        }
    }
}
