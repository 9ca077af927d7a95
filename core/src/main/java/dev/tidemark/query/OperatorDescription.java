package dev.tidemark.query;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * One stateful operator of the query, in plan order.
 *
 * @param name as Spark's operator metadata names it, such as {@code stateStoreSave}; null when not known
 * @param partitions null when not known
 * @param stores by store name; empty when not known
 */
public record OperatorDescription(
        long operatorId, @Nullable String name, @Nullable Integer partitions, Map<String, StoreDescription> stores) {
    /**
     * The schemas of one state store.
     *
     * @param key DDL or Spark's schema JSON; null when not known
     * @param value DDL or Spark's schema JSON; null when not known
     */
    public record StoreDescription(
            @Nullable String key, @Nullable String value) {}

    public OperatorDescription {
        stores = Collections.unmodifiableMap(new LinkedHashMap<>(stores));
    }
}
