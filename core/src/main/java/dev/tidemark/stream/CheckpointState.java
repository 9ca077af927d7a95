package dev.tidemark.stream;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.RebuiltStore;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.hdfs.HdfsStateStore;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.operator.SelectionPlanner;
import dev.tidemark.state.operator.StateReading;
import dev.tidemark.state.operator.StateSelection;
import dev.tidemark.state.rocksdb.RocksStateStore;
import dev.tidemark.state.schema.JoinStores;
import dev.tidemark.state.schema.OperatorReader;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.stats.Moments;

/**
 * The state of a checkpoint as its logs pin it: which batches there are, what confs a batch used, which version of a store
 * it wrote. Commit files are read once each. Safe for several threads.
 */
public final class CheckpointState {
    private static final String ROCKSDB = "rocksdb";
    private static final String HDFS = "hdfs";

    private final Checkpoint checkpoint;
    private final Map<Long, Optional<CommitEntry>> commits = new TreeMap<>();

    private CheckpointState(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
    }

    /** The state below a checkpoint. */
    public static CheckpointState of(Checkpoint checkpoint) {
        return new CheckpointState(checkpoint);
    }

    /** Where it lies. */
    public Storage storage() {
        return checkpoint.storage();
    }

    /**
     * The newest batch that was committed; without a commit log the newest one planned, less one where that may not have
     * finished.
     *
     * @throws NoSuchStateException when the logs hold no batch
     */
    public long newestBatch() throws IOException, NoSuchStateException {
        OptionalLong committed = checkpoint.commits().list().latest();
        if (committed.isPresent()) {
            return committed.getAsLong();
        }
        OptionalLong planned = checkpoint.offsets().list().latest();
        return planned.stream()
                .map(last -> Math.max(0, last - 1))
                .findFirst()
                .orElseThrow(() -> new NoSuchStateException(
                        checkpoint.storage().location() + " has neither commits nor offsets: name the batch"));
    }

    /**
     * Passes for a batch that the logs or any state file know of, or the one after.
     *
     * @throws NoSuchStateException for one that never was
     */
    public void require(long batchId) throws IOException, NoSuchStateException {
        OptionalLong committed = checkpoint.commits().list().latest();
        OptionalLong planned = checkpoint.offsets().list().latest();
        long newest = Math.max(committed.orElse(-1), planned.orElse(-1));
        if (newest < 0 || batchId <= newest + 1) {
            return;
        }
        StateConf conf = conf(batchId);
        for (int operatorId : operatorIds()) {
            for (StateVersion version : stores(operatorId, conf)
                    .open(StateStoreId.ofDefault(operatorId, 0))
                    .versions()) {
                if (version.batchId() >= batchId) {
                    return;
                }
            }
        }
        throw new NoSuchStateException("there is no batch " + batchId + "; the newest is " + newest);
    }

    /** The batches in the commit log. */
    public BatchIds committedBatches() throws IOException {
        return checkpoint.commits().list().batches();
    }

    /**
     * What the offset log pins for a batch; where its file is gone or says nothing, what the nearest batch before has, else
     * the nearest after: confs do not change while a query lives.
     */
    public StateConf conf(long batchId) throws IOException {
        Optional<StateConf> own = pinned(batchId);
        if (own.isPresent()) {
            return own.get();
        }
        BatchIds batches = checkpoint.offsets().list().batches();
        OptionalLong before = batches.before(batchId);
        while (before.isPresent()) {
            Optional<StateConf> conf = pinned(before.getAsLong());
            if (conf.isPresent()) {
                return conf.get();
            }
            before = batches.before(before.getAsLong());
        }
        return batches.stream()
                .filter(batch -> batch > batchId)
                .mapToObj(this::pinned)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(StateConf.LEGACY);
    }

    /** The version of a store that a batch wrote. */
    public StateVersion writtenBy(StateStoreId store, long batchId) {
        StateVersion version = StateVersion.writtenBy(batchId);
        List<List<String>> partitions = commit(batchId)
                .flatMap(entry -> Optional.ofNullable(entry.stateUniqueIds()))
                .map(ids -> ids.getOrDefault((long) store.operatorId(), List.of()))
                .orElse(List.of());
        if (store.partitionId() >= partitions.size()) {
            return version;
        }
        List<String> ids = partitions.get(store.partitionId());
        int position = JoinStores.positionInCommit(store);
        return position < ids.size() ? new StateVersion(version.number(), ids.get(position)) : version;
    }

    /**
     * What opens the stores of an operator: the provider that confs name, or where they name none the one whose files lie
     * there.
     */
    public StateStores stores(int operatorId, StateConf conf) throws IOException {
        return isRocksDb(operatorId, conf)
                ? id -> new RocksStateStore(storage(), id, conf)
                : id -> HdfsStateStore.of(storage(), id, conf);
    }

    /** Whether the provider of an operator's stores is RocksDB's. */
    public boolean isRocksDb(int operatorId, StateConf conf) throws IOException {
        StoragePath partition = StateStoreId.operatorDirectory(operatorId).child("0");
        String provider = conf.providerClass().orElse("").toLowerCase(Locale.ROOT);
        if (provider.contains(ROCKSDB) || provider.contains(HDFS)) {
            return provider.contains(ROCKSDB);
        }
        boolean[] holdsRocksDb = {false};
        try {
            storage().forEachEntry(partition, entry -> {
                String name = entry.path().name();
                holdsRocksDb[0] |= name.endsWith(".zip") || name.endsWith(".changelog");
            });
        } catch (FileNotFoundException noPartition) {
            return false;
        }
        return holdsRocksDb[0];
    }

    /** The moments by which rows of a batch's state expire, as its logs record them. */
    public Moments moments(long batchId) {
        Optional<OffsetMetadata> planned =
                checkpoint.offsets().read(batchId).flatMap(Parsed::value).map(OffsetEntry::metadata);
        return new Moments(
                planned.map(OffsetMetadata::watermarkMs).orElse(null),
                commit(batchId).map(CommitEntry::nextWatermarkMs).orElse(null),
                planned.map(OffsetMetadata::timestampMs).orElse(null));
    }

    /** The operators that have a directory, ascending. */
    public List<Integer> operatorIds() throws IOException {
        return OperatorReader.operatorIds(storage());
    }

    /**
     * An operator as it stood at a batch.
     *
     * @throws NoSuchStateException when it has no directory
     */
    public StatefulOperator operator(int operatorId, long batchId) throws IOException, NoSuchStateException {
        List<Integer> known = operatorIds();
        if (!known.contains(operatorId)) {
            throw new NoSuchStateException("there is no operator " + operatorId + " in " + StateStoreId.STATE
                    + (known.isEmpty() ? ": the query keeps no state" : "; there is " + known));
        }
        return OperatorReader.read(storage(), operatorId, batchId);
    }

    /**
     * What is needed to read a selection as of a batch.
     *
     * @throws NoSuchStateException when the operator has nothing of that name or kind
     */
    public StateReading reading(StatefulOperator operator, StateSelection selection, long batchId)
            throws IOException, NoSuchStateException {
        StateConf conf = conf(batchId);
        StateStores stores = stores(operator.operatorId(), conf);
        return new SelectionPlanner(operator, conf, stores, this::writtenBy).plan(selection);
    }

    /**
     * As {@link #reading}, each store rebuilt from the snapshot that it has after an earlier batch and the changes since.
     *
     * @throws NoSuchStateException when the operator has nothing of that name or kind, or the batch is no earlier one
     */
    public StateReading readingFrom(
            long snapshotBatchId, StatefulOperator operator, StateSelection selection, long batchId)
            throws IOException, NoSuchStateException {
        if (snapshotBatchId > batchId) {
            throw new NoSuchStateException("the state after batch " + batchId
                    + " cannot be rebuilt from a later snapshot, after batch " + snapshotBatchId);
        }
        StateConf conf = conf(batchId);
        StateStores stores = RebuiltStore.from(
                StateVersion.writtenBy(snapshotBatchId).number(), stores(operator.operatorId(), conf));
        return new SelectionPlanner(operator, conf, stores, this::writtenBy).plan(selection);
    }

    private Optional<StateConf> pinned(long batchId) {
        return checkpoint
                .offsets()
                .read(batchId)
                .flatMap(Parsed::value)
                .map(OffsetEntry::metadata)
                .map(OffsetMetadata::conf)
                .map(StateConf::new);
    }

    private Optional<CommitEntry> commit(long batchId) {
        synchronized (commits) {
            return commits.computeIfAbsent(
                    batchId, id -> checkpoint.commits().read(id).flatMap(Parsed::value));
        }
    }
}
