package dev.tidemark.diagnosis.exhibit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.RowSink;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.hdfs.HdfsStateStore;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.RowAudit;
import dev.tidemark.state.schema.OperatorName;
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
    private final List<StateRows.Strayed> strayed = new ArrayList<>();
    private final List<StateRows.Misfit> misfits = new ArrayList<>();
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
            return new StateRows(
                    List.of(), List.of(), List.of(), List.of("the rows of the state (diagnose reads them)"));
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
                compareSnapshots(operator, reading);
                audit(operator);
            }
        }
        return new StateRows(surveys, strayed, misfits, notRead);
    }

    /** Looks for rows that load and do not belong where they lie. */
    private void audit(StatefulOperator operator) throws IOException {
        RowAudit audit = new RowAudit(operator, conf, state.stores(operator.operatorId(), conf), state::writtenBy);
        boolean isJoin = operator.name().filter(OperatorName.JOIN::equals).isPresent();
        for (int partition : operator.partitions()) {
            List<Damage> damages = audit.of(partition, loads.newestBatchId());
            if (!damages.isEmpty()) {
                misfits.add(new StateRows.Misfit(operator.operatorId(), partition, isJoin, damages));
            }
        }
    }

    /** Holds the newest snapshot of each partition against the change files that make the same version. */
    private void compareSnapshots(StatefulOperator operator, RowReading reading) throws IOException {
        StateStores stores = state.stores(operator.operatorId(), conf);
        for (int partition : operator.partitions()) {
            for (StoreSchema store : operator.stores()) {
                StateStoreId id = new StateStoreId(operator.operatorId(), partition, store.storeName());
                if (stores.open(id) instanceof HdfsStateStore files) {
                    Optional<StateFile> snapshot = files.lineage(StateVersion.writtenBy(loads.newestBatchId()))
                            .snapshot();
                    if (snapshot.isPresent()) {
                        compare(files, snapshot.get(), reading);
                    }
                }
            }
        }
    }

    private void compare(HdfsStateStore files, StateFile snapshot, RowReading reading) throws IOException {
        StateVersion version = StateVersion.of(snapshot.version());
        Optional<Lineage> changes = files.detours(version).stream().findFirst();
        long bytes = changes.stream()
                .flatMap(lineage -> lineage.files().stream())
                .mapToLong(StateFile::sizeBytes)
                .sum();
        if (changes.isEmpty() || (reading == RowReading.SMALL && bytes > bytesLeft)) {
            return;
        }
        bytesLeft -= bytes;
        Sum ofSnapshot = new Sum();
        Sum ofChanges = new Sum();
        List<Damage> damages =
                new ArrayList<>(files.readRows(new Lineage(version, List.of(snapshot), List.of()), ofSnapshot));
        damages.addAll(files.readRows(changes.get(), ofChanges));
        if (damages.isEmpty() && !ofSnapshot.isLike(ofChanges)) {
            strayed.add(new StateRows.Strayed(files.id(), snapshot, ofSnapshot.rows, changes.get(), ofChanges.rows));
        }
    }

    /** Rows added up so that their order does not count. */
    private static final class Sum implements RowSink {
        private long rows;
        private long hash;

        @Override
        public boolean row(String columnFamily, Slice key, Slice value) {
            rows++;
            hash += 31L * key.hashCode() * 0x9E3779B97F4A7C15L + value.hashCode();
            return true;
        }

        boolean isLike(Sum other) {
            return rows == other.rows && hash == other.hash;
        }
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
