package dev.tidemark.diagnosis.exhibit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.stream.LoadSurvey;

/** Reads the state of a checkpoint. */
public final class StateReader {
    private static final int BATCHES_LOOKED_BACK = 100;
    private static final int NAMES_KEPT = 20;
    private static final int PARTITIONS_SAMPLED = 20;
    private static final int ROWS_SAMPLED = 50;
    private static final Pattern KNOWN_PROVIDER =
            Pattern.compile("(.*\\.)?(HDFSBackedStateStoreProvider|RocksDBStateStoreProvider)");
    private static final Pattern VERSIONED = Pattern.compile("(\\d{1,18})(?:_[^.]+)?\\.(delta|snapshot|changelog|zip)");

    private final Storage storage;
    private final CheckpointState state;

    private StateReader(Checkpoint checkpoint) {
        this.storage = checkpoint.storage();
        this.state = CheckpointState.of(checkpoint);
    }

    /** All of it; not at hand when the logs name no batch, and nothing when there is no operator's directory. */
    public static Exhibit<StateExhibit> read(Checkpoint checkpoint, RowReading rows) {
        StateReader reader = new StateReader(checkpoint);
        try {
            if (reader.state.operatorIds().isEmpty()) {
                return Exhibit.none();
            }
            Optional<String> obstacle = reader.obstacle(checkpoint);
            return obstacle.isPresent()
                    ? Exhibit.notAtHand("the state, " + obstacle.get())
                    : Exhibit.of(reader.read(rows));
        } catch (NoSuchStateException unknown) {
            return Exhibit.notAtHand("the state: " + unknown.getMessage());
        } catch (IOException refused) {
            return Exhibit.notAtHand("the state, which could not be read: " + refused.getMessage());
        }
    }

    /** Why nobody can tell what the state's files should look like; empty when one can. */
    private Optional<String> obstacle(Checkpoint checkpoint) throws IOException, NoSuchStateException {
        if (checkpoint.offsets().list().latest().isEmpty()) {
            return Optional.of("for no offset file says how it is written");
        }
        return state.conf(state.newestBatch())
                .providerClass()
                .filter(provider -> !KNOWN_PROVIDER.matcher(provider).matches())
                .map(provider -> "whose provider is not known here: " + provider);
    }

    private StateExhibit read(RowReading reading) throws IOException, NoSuchStateException {
        LoadSurvey loads = LoadSurvey.of(state, OptionalInt.empty(), BATCHES_LOOKED_BACK);
        long newest = loads.newestBatchId();
        StateConf conf = state.conf(newest);
        boolean holdsOldDecimals = false;
        List<StatefulOperator> operators = new ArrayList<>();
        List<StateExhibit.StoreFiles> files = new ArrayList<>();
        for (int operatorId : state.operatorIds()) {
            StatefulOperator operator = state.operator(operatorId, newest);
            operators.add(operator);
            holdsOldDecimals |= holdsOldDecimals(operator, conf, newest);
            for (int partition : operator.partitions()) {
                for (StoreSchema store : operator.stores()) {
                    files.add(files(new StateStoreId(operatorId, partition, store.storeName())));
                }
            }
        }
        StateRows rows = new StateRowsReader(state, loads, conf).read(operators, reading);
        return new StateExhibit(loads, operators, conf, files, holdsOldDecimals, rows);
    }

    /** Whether the first rows of a store without a schema look like sums of decimals as Spark 2 laid them out. */
    private boolean holdsOldDecimals(StatefulOperator operator, StateConf conf, long batchId) throws IOException {
        boolean hasSchema =
                operator.stores().stream().anyMatch(store -> !store.families().isEmpty());
        if (hasSchema || operator.partitions().isEmpty()) {
            return false;
        }
        boolean[] found = {false};
        for (int partition :
                operator.partitions().stream().limit(PARTITIONS_SAMPLED).toList()) {
            StateStoreId id = StateStoreId.ofDefault(operator.operatorId(), partition);
            StateStore store = state.stores(operator.operatorId(), conf).open(id);
            int[] rows = {0};
            store.readRows(state.writtenBy(id, batchId), (family, key, value) -> {
                found[0] |= OldDecimals.looksLikeOne(value);
                return !found[0] && ++rows[0] < ROWS_SAMPLED;
            });
        }
        return found[0];
    }

    private StateExhibit.StoreFiles files(StateStoreId store) throws IOException {
        Tally hdfs = new Tally();
        Tally rocksDb = new Tally();
        List<String> zeroBytes = new ArrayList<>();
        forEachFile(store.directory(), entry -> {
            Matcher name = VERSIONED.matcher(entry.name());
            if (!name.matches()) {
                return;
            }
            boolean isHdfs = name.group(2).equals("delta") || name.group(2).equals("snapshot");
            (isHdfs ? hdfs : rocksDb).add(Long.parseLong(name.group(1)));
            if (entry.sizeBytes() == 0 && zeroBytes.size() < NAMES_KEPT) {
                zeroBytes.add(entry.path().value());
            }
        });
        return new StateExhibit.StoreFiles(store, hdfs.files(), rocksDb.files(), zeroBytes);
    }

    private interface FileVisitor {
        void file(FileEntry entry);
    }

    private void forEachFile(StoragePath directory, FileVisitor each) throws IOException {
        try {
            storage.forEachEntry(directory, entry -> {
                if (entry.isFile()) {
                    each.file(entry);
                }
            });
        } catch (FileNotFoundException | NotDirectoryException absent) {
            // a store that has no directory has no files
        }
    }

    private static final class Tally {
        private long count;
        private long oldest = -1;
        private long newest = -1;

        void add(long version) {
            count++;
            oldest = oldest < 0 ? version : Math.min(oldest, version);
            newest = Math.max(newest, version);
        }

        StateExhibit.ProviderFiles files() {
            return new StateExhibit.ProviderFiles(count, oldest, newest);
        }
    }
}
