package dev.tidemark.state.schema;

import java.util.List;
import java.util.Optional;

import dev.tidemark.format.json.JsonObject;

/**
 * What an operator says about itself. Spark 4.2: OperatorStateMetadataV1, OperatorStateMetadataV2.
 *
 * @param version 1 or 2
 * @param operatorName as {@link OperatorName} knows it, or one that it does not
 * @param properties an empty object in version 1
 */
public record OperatorMetadata(
        int version, int operatorId, String operatorName, List<StoreMetadata> stores, JsonObject properties) {
    public OperatorMetadata {
        stores = List.copyOf(stores);
    }

    /**
     * One store of the operator.
     *
     * @param prefixColumns leading key columns stored apart (version 1; 0 in version 2 whatever the store does)
     * @param partitions as of the first batch; never rewritten
     * @param schemaPaths schema files as the writer saw them: absolute, and stale once a checkpoint has moved
     */
    public record StoreMetadata(String storeName, int prefixColumns, int partitions, List<String> schemaPaths) {
        public StoreMetadata {
            schemaPaths = List.copyOf(schemaPaths);
        }
    }

    /** The store of that name. */
    public Optional<StoreMetadata> store(String name) {
        return stores.stream().filter(store -> store.storeName().equals(name)).findFirst();
    }
}
