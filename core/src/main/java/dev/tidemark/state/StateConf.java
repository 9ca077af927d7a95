package dev.tidemark.state;

import java.util.Map;
import java.util.Optional;

/**
 * What the offset log of a batch pins about its state. A key the log lacks has the value that old queries had, not
 * today's default. Spark 4.2: OffsetSeqMetadata.relevantSQLConfDefaultValues.
 */
public record StateConf(Map<String, String> pinned) {
    private static final String STATE_STORE = "spark.sql.streaming.stateStore.";

    /** Nothing pinned: a query of Spark 2.x. */
    public static final StateConf LEGACY = new StateConf(Map.of());

    public StateConf {
        pinned = Map.copyOf(pinned);
    }

    /** The class of the provider, as the log spells it; empty when the log does not say. */
    public Optional<String> providerClass() {
        return Optional.ofNullable(pinned.get(STATE_STORE + "providerClass"));
    }

    /** The codec of state files: a short name or a class name. */
    public String codec() {
        return pinned.getOrDefault(STATE_STORE + "compression.codec", "lz4");
    }

    /** Whether each row carries a checksum (Spark 4.2). */
    public boolean checksumsRows() {
        return Boolean.parseBoolean(pinned.getOrDefault(STATE_STORE + "rowChecksum.enabled", "false"));
    }

    /** {@code unsaferow} or {@code avro}. */
    public String encodingFormat() {
        return pinned.getOrDefault(STATE_STORE + "encodingFormat", "unsaferow");
    }

    /** 1: merged values are joined by a comma; 2: by nothing. */
    public int mergeOperatorVersion() {
        return number(STATE_STORE + "rocksdb.mergeOperatorVersion", 1);
    }

    /** Format of a stream-stream join's state when the log says. */
    public Optional<Integer> joinFormat() {
        String key = "spark.sql.streaming.join.stateFormatVersion";
        return pinned.containsKey(key) ? Optional.of(number(key, 1)) : Optional.empty();
    }

    /** Format of an aggregation's state. */
    public int aggregationFormat() {
        return number("spark.sql.streaming.aggregation.stateFormatVersion", 1);
    }

    /** Whether a key must be in the partition its hash gives. */
    public boolean distributesStrictly() {
        return Boolean.parseBoolean(
                pinned.getOrDefault("spark.sql.streaming.statefulOperator.useStrictDistribution", "false"));
    }

    /** Partitions of every stateful operator, when the log says. */
    public Optional<Integer> partitions() {
        String key = "spark.sql.shuffle.partitions";
        return pinned.containsKey(key) ? Optional.of(number(key, 0)).filter(count -> count > 0) : Optional.empty();
    }

    private int number(String key, int otherwise) {
        try {
            return Integer.parseInt(
                    pinned.getOrDefault(key, Integer.toString(otherwise)).strip());
        } catch (NumberFormatException notANumber) {
            return otherwise;
        }
    }
}
