package dev.tidemark.diagnosis.exhibit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.stream.LoadSurvey;
import dev.tidemark.stream.StatsSurvey;

/** Adds up the rows of the newest state, within bounds unless all of them are asked for. */
final class StateRowsReader {
    private static final long MOST_BYTES = 16L << 20;
    private static final int MOST_STORES = 500;
    private static final int THREADS = 4;
    private static final String ON_REQUEST = " (--read-state reads them)";

    private final CheckpointState state;
    private final LoadSurvey loads;
    private final StateConf conf;
    private final List<StatsSurvey> surveys = new ArrayList<>();
    private final List<String> notRead = new ArrayList<>();
    private long bytesLeft = MOST_BYTES;
    private long storesLeft = MOST_STORES;

    StateRowsReader(CheckpointState state, LoadSurvey loads, StateConf conf) {
        this.state = state;
        this.loads = loads;
        this.conf = conf;
    }

    StateRows read(List<StatefulOperator> operators, RowReading reading) throws IOException, NoSuchStateException {
        if (reading == RowReading.NONE) {
            return new StateRows(List.of(), List.of("the rows of the state: diagnose reads them"));
        }
        for (StatefulOperator operator : operators) {
            int operatorId = operator.operatorId();
            String rows = "the rows of operator " + operatorId;
            if (isObstructed(operatorId)) {
                notRead.add(rows + ", whose state does not load");
            } else if (reading == RowReading.SMALL && state.isRocksDb(operatorId, conf)) {
                notRead.add(rows + ", which are in RocksDB" + ON_REQUEST);
            } else if (reading == RowReading.SMALL && !isAffordable(operator)) {
                notRead.add(rows + ", which are many" + ON_REQUEST);
            } else {
                surveys.add(StatsSurvey.of(state, operatorId, loads.newestBatchId(), 1, THREADS));
            }
        }
        return new StateRows(surveys, notRead);
    }

    private boolean isObstructed(int operatorId) {
        return loads.batches().isEmpty()
                || loads.batches().get(0).obstacles().stream()
                        .anyMatch(obstacle -> obstacle.store().operatorId() == operatorId);
    }

    /** Takes what the operator costs out of the budget, if there is enough left. */
    private boolean isAffordable(StatefulOperator operator) throws IOException {
        StateStores stores = state.stores(operator.operatorId(), conf);
        long count = (long) operator.partitions().size() * operator.stores().size();
        if (count > storesLeft) {
            return false;
        }
        long bytes = 0;
        for (int partition : operator.partitions()) {
            for (StoreSchema store : operator.stores()) {
                StateStoreId id = new StateStoreId(operator.operatorId(), partition, store.storeName());
                bytes += stores.open(id).lineage(state.writtenBy(id, loads.newestBatchId())).files().stream()
                        .mapToLong(StateFile::sizeBytes)
                        .sum();
                if (bytes > bytesLeft) {
                    return false;
                }
            }
        }
        storesLeft -= count;
        bytesLeft -= bytes;
        return true;
    }
}
