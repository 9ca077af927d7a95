package dev.tidemark.engine;

import java.util.Optional;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;

/** The Kafka source's reader of offsets. Authority: kafka010 JsonUtils.partitionOffsets. */
final class KafkaOffsets {
    private KafkaOffsets() {}

    static Optional<SparkError> faultOf(String offset) {
        boolean isEmptyObject = JsonParser.parse(Location.of("offset"), offset)
                .value()
                .filter(value ->
                        value instanceof JsonObject object && object.members().isEmpty())
                .isPresent();
        Optional<SourceOffset> read =
                SourceOffsetParser.parse(Location.of("offset"), offset).value();
        if (isEmptyObject || read.filter(SourceOffset.Kafka.class::isInstance).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(SparkError.plain(
                "java.lang.IllegalArgumentException",
                "Expected e.g. {\"topicA\":{\"0\":23,\"1\":-1},\"topicB\":{\"0\":-2}}, got " + offset));
    }
}
