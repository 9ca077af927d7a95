package dev.tidemark.source.delta;

import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.data.TimestampText;
import org.jspecify.annotations.Nullable;

/**
 * The column of a Delta table that has a watermark, and what the log says of it. Statistics hold times to the millisecond,
 * as watermarks do. Authority: Delta 4.2 DataSkippingReader, StatisticsCollection.
 *
 * @param physicalName as files, statistics and partition values name it
 * @param zone of partition values; null when it is not known
 */
record EventTimeColumn(
        String physicalName, boolean isPartition, @Nullable ZoneId zone) {
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

    /**
     * The times of a file's rows.
     *
     * @param oldest not after the oldest; null when it is not known
     * @param newest of all rows
     * @param isTight whether these are the times of the rows that count alone, whatever a deletion vector hides
     */
    record Times(@Nullable Long oldest, NewestTime newest, boolean isTight) {
        static final Times UNKNOWN = new Times(null, NewestTime.UNKNOWN, false);

        /** The newest of the rows that a deletion vector leaves. */
        NewestTime behindVector() {
            return newest.equals(NewestTime.NONE)
                    ? newest
                    : new NewestTime(oldest == null ? Long.MIN_VALUE : oldest, newest.atMostMs());
        }
    }

    /**
     * The column of that name, whatever its case; empty when there is none of type timestamp, as every other type has to be
     * cast before Spark takes it for an event time.
     */
    static Optional<EventTimeColumn> of(String name, Metadata metadata, @Nullable ZoneId zone) {
        for (StructSchema.Field field : SchemaRules.schemaOf(metadata).fields()) {
            if (field.name().equalsIgnoreCase(name) && field.type() == SparkType.Simple.TIMESTAMP) {
                String physical = SchemaRules.hasColumnMapping(metadata)
                        ? field.metadata().text(PHYSICAL_NAME).orElse(field.name())
                        : field.name();
                boolean isPartition = SchemaRules.partitionColumnsOf(metadata).contains(field.name());
                return Optional.of(new EventTimeColumn(physical, isPartition, zone));
            }
        }
        return Optional.empty();
    }

    /** What an add says of its rows' times. */
    Times of(Add add) {
        return isPartition ? ofPartition(add) : ofStatistics(add);
    }

    private Times ofPartition(Add add) {
        if (!add.partitionValues().byColumn().containsKey(physicalName)) {
            return Times.UNKNOWN;
        }
        String text = add.partitionValues().byColumn().get(physicalName);
        if (text == null || text.isEmpty()) {
            return new Times(null, NewestTime.NONE, true);
        }
        return micros(text, zone).stream()
                .map(micros -> Math.floorDiv(micros, 1000))
                .mapToObj(ms -> new Times(ms, NewestTime.exactly(ms), true))
                .findFirst()
                .orElse(Times.UNKNOWN);
    }

    private Times ofStatistics(Add add) {
        JsonObject stats = add.detail().stats() == null
                ? null
                : JsonParser.parseObject(Location.of("stats"), add.detail().stats())
                        .value()
                        .orElse(null);
        if (stats == null) {
            return Times.UNKNOWN;
        }
        OptionalLong rows = stats.number("numRecords");
        OptionalLong nulls = stats.object("nullCount")
                .map(counts -> counts.number(physicalName))
                .orElse(OptionalLong.empty());
        boolean isTight = stats.find("tightBounds")
                .map(value -> value instanceof JsonTruth truth && truth.value())
                .orElse(true);
        if (rows.isPresent() && nulls.isPresent() && rows.getAsLong() == nulls.getAsLong()) {
            return new Times(null, NewestTime.NONE, isTight);
        }
        OptionalLong newest = ms(stats, "maxValues");
        OptionalLong oldest = ms(stats, "minValues");
        boolean hasNulls = nulls.isEmpty() || nulls.getAsLong() > 0;
        return newest.isEmpty()
                ? Times.UNKNOWN
                : new Times(
                        oldest.isEmpty() || hasNulls ? null : Long.valueOf(oldest.getAsLong()),
                        NewestTime.exactly(newest.getAsLong()),
                        isTight);
    }

    private OptionalLong ms(JsonObject stats, String bound) {
        String text =
                stats.object(bound).flatMap(values -> values.text(physicalName)).orElse(null);
        OptionalLong micros = text == null ? OptionalLong.empty() : micros(text, null);
        return micros.isEmpty() ? micros : OptionalLong.of(Math.floorDiv(micros.getAsLong(), 1000));
    }

    private static OptionalLong micros(String text, @Nullable ZoneId ofTextWithoutZone) {
        try {
            return TimestampText.micros(text, ofTextWithoutZone);
        } catch (TimestampText.ZoneUnknownException unknown) {
            return OptionalLong.empty();
        }
    }
}
