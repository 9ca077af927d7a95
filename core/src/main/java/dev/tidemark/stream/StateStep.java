package dev.tidemark.stream;

import java.io.IOException;

import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import org.jspecify.annotations.Nullable;

/**
 * What a batch did to all state of a query, as its change files tell.
 *
 * @param stores with a change file of the batch
 * @param silent stores without one: their provider writes none, or it is gone
 */
public record StateStep(long updates, long removals, int stores, int silent) {
    private static final int MOST_STORES = 10_000;

    /** Reads the change files of a batch; null when there is no state. */
    public static @Nullable StateStep of(CheckpointState state, long batchId) throws IOException {
        Counting counting = new Counting();
        StateConf conf = state.conf(batchId);
        for (int operatorId : state.operatorIds()) {
            StatefulOperator operator;
            try {
                operator = state.operator(operatorId, batchId);
            } catch (NoSuchStateException gone) {
                continue;
            }
            StateStores stores = state.stores(operatorId, conf);
            for (StoreSchema schema : operator.stores()) {
                for (int partition : operator.partitions()) {
                    StateStoreId id = new StateStoreId(operatorId, partition, schema.storeName());
                    if (counting.stores + counting.silent < MOST_STORES) {
                        counting.read(stores.open(id), state.writtenBy(id, batchId));
                    }
                }
            }
        }
        return counting.stores + counting.silent == 0
                ? null
                : new StateStep(counting.updates, counting.removals, counting.stores, counting.silent);
    }

    private static final class Counting {
        private long updates;
        private long removals;
        private int stores;
        private int silent;

        void read(StateStore store, StateVersion version) throws IOException {
            boolean hasFile =
                    store.lineage(version).files().stream().anyMatch(file -> file.version() == version.number());
            if (!hasFile) {
                silent++;
                return;
            }
            stores++;
            store.readChanges(version, (kind, family, key, value) -> {
                if (kind == ChangeKind.DELETE || kind == ChangeKind.DELETE_RANGE) {
                    removals++;
                } else {
                    updates++;
                }
                return true;
            });
        }
    }
}
