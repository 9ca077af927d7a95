package dev.tidemark.state.schema;

import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import org.jspecify.annotations.Nullable;

/**
 * A stateful operator as its directory describes it at a batch.
 *
 * @param metadata null before Spark 4.0, or when it is damaged
 * @param stores by name; a store whose schema cannot be read has no column family
 * @param partitions the partitions there are directories for, ascending
 * @param damages of metadata and schema files
 */
public record StatefulOperator(
        int operatorId,
        @Nullable OperatorMetadata metadata,
        List<StoreSchema> stores,
        List<Integer> partitions,
        List<Damage> damages) {
    public StatefulOperator {
        stores = List.copyOf(stores);
        partitions = List.copyOf(partitions);
        damages = List.copyOf(damages);
    }

    /** What the metadata says, if there are any. */
    public Optional<OperatorMetadata> knownMetadata() {
        return Optional.ofNullable(metadata);
    }

    /** The name in the metadata, or what its stores look like, or empty when neither tells. */
    public Optional<String> name() {
        return knownMetadata().map(OperatorMetadata::operatorName).or(() -> OperatorGuess.of(stores));
    }

    /** The store of that name. */
    public Optional<StoreSchema> store(String name) {
        return stores.stream().filter(store -> store.storeName().equals(name)).findFirst();
    }
}
