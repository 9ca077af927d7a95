package dev.tidemark.state.stats;

import java.util.Optional;
import java.util.OptionalInt;

import dev.tidemark.format.binary.Murmur3;
import dev.tidemark.format.binary.Values;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.OperatorName;

/**
 * The part of a stored key that decided its partition: columns of the key, or of a struct inside it. Spark 4.2:
 * StatePartitionKeyExtractorFactory; transformWithState's column families as StateStoreColumnFamilySchemaUtils lays them
 * out.
 *
 * @param outer ordinal of the struct that holds the columns, or {@link #NONE}
 * @param inner ordinal of a struct inside that one, or {@link #NONE}
 * @param schema of the struct that is reached
 * @param columns how many of its first columns
 */
record PartitionKey(int outer, int inner, StructSchema schema, int columns) {
    static final int NONE = -1;

    private static final String KEY = "key";
    private static final String ELEMENT_KEY = "elementKey";
    private static final String INDEX = "index";
    private static final String EVENT_TIME = "__event_time";
    private static final String SESSION_START = "sessionStartTime";

    /** What to hash of the keys of a column family; empty where all rows go to one partition. */
    static Optional<PartitionKey> of(String operatorName, String storeName, ColumnFamilySchema family) {
        StructSchema key = family.key();
        if (operatorName.equals(OperatorName.GLOBAL_LIMIT) || key.size() == 0) {
            return Optional.empty();
        }
        if (OperatorName.isTransformWithState(operatorName)) {
            return Optional.of(variable(family));
        }
        String last = key.field(key.size() - 1).name();
        boolean isJoin = operatorName.equals(OperatorName.JOIN);
        boolean hasSuffix = isJoin ? isJoinSuffix(storeName, family, last) : last.equals(SESSION_START);
        int columns = key.size() - (hasSuffix ? 1 : 0);
        return columns == 0 ? Optional.empty() : Optional.of(new PartitionKey(NONE, NONE, key, columns));
    }

    private static boolean isJoinSuffix(String storeName, ColumnFamilySchema family, String last) {
        String name = storeName + family.name();
        return (name.contains("keyWithIndexToValue") && last.equals(INDEX)) || last.equals(EVENT_TIME);
    }

    private static PartitionKey variable(ColumnFamilySchema family) {
        StructSchema key = family.key();
        if (family.mapKey().isPresent() || family.name().contains("Timers_")) {
            OptionalInt ordinal = key.ordinalOf(KEY);
            if (ordinal.isPresent() && key.field(ordinal.getAsInt()).type() instanceof StructSchema struct) {
                return new PartitionKey(ordinal.getAsInt(), NONE, struct, struct.size());
            }
        }
        OptionalInt element = key.ordinalOf(ELEMENT_KEY);
        if (family.name().startsWith("$ttl_")
                && element.isPresent()
                && key.field(element.getAsInt()).type() instanceof StructSchema struct) {
            OptionalInt inner =
                    struct.size() == 2 && struct.ordinalOf("userKey").isPresent()
                            ? struct.ordinalOf(KEY)
                            : OptionalInt.empty();
            if (inner.isPresent() && struct.field(inner.getAsInt()).type() instanceof StructSchema group) {
                return new PartitionKey(element.getAsInt(), inner.getAsInt(), group, group.size());
            }
            return new PartitionKey(element.getAsInt(), NONE, struct, struct.size());
        }
        return new PartitionKey(NONE, NONE, key, key.size());
    }

    /** The partition a key belongs in. */
    int partition(Values key, int partitions) {
        Values reached = key;
        if (outer != NONE) {
            if (key.isNull(outer)) {
                return Math.floorMod(Murmur3.SEED, partitions);
            }
            reached = key.structAt(outer, inner == NONE ? schema.size() : 2);
            if (inner != NONE) {
                reached = reached.structAt(inner, schema.size());
            }
        }
        return KeyHash.partition(reached, schema, columns, partitions);
    }
}
