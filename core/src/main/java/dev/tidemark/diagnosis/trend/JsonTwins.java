package dev.tidemark.diagnosis.trend;

import java.util.List;
import java.util.Map;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;

/** Whether two JSON texts say the same: the order of members does not count. */
final class JsonTwins {
    private JsonTwins() {}

    static boolean areEqual(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        Location at = Location.of("offset");
        JsonValue left = JsonParser.parse(at, one).value().orElse(null);
        JsonValue right = JsonParser.parse(at, other).value().orElse(null);
        return left != null && right != null && areEqual(left, right);
    }

    private static boolean areEqual(JsonValue one, JsonValue other) {
        if (one instanceof JsonObject left && other instanceof JsonObject right) {
            Map<String, JsonValue> mine = left.asMap();
            Map<String, JsonValue> theirs = right.asMap();
            return mine.keySet().equals(theirs.keySet())
                    && mine.entrySet().stream().allMatch(member -> {
                        JsonValue twin = theirs.get(member.getKey());
                        return twin != null && areEqual(member.getValue(), twin);
                    });
        }
        if (one instanceof JsonArray left && other instanceof JsonArray right) {
            List<JsonValue> mine = left.items();
            List<JsonValue> theirs = right.items();
            if (mine.size() != theirs.size()) {
                return false;
            }
            for (int i = 0; i < mine.size(); i++) {
                if (!areEqual(mine.get(i), theirs.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return one.equals(other);
    }
}
