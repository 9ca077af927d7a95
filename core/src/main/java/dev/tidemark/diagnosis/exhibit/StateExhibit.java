package dev.tidemark.diagnosis.exhibit;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.stream.LoadSurvey;

/**
 * The state of a checkpoint.
 *
 * @param conf what the newest batch pins
 * @param detours for a store whose newest version has a broken snapshot, a way to that version whose files were all read
 *     and found well
 * @param holdsOldDecimals whether rows look like sums of decimals as Spark 2 laid them out
 * @param files what lies in the partitions' directories, by store
 */
public record StateExhibit(
        LoadSurvey loads,
        List<StatefulOperator> operators,
        StateConf conf,
        Map<StateStoreId, Detour> detours,
        List<StoreFiles> files,
        boolean holdsOldDecimals,
        StateRows rows) {
    /**
     * A way around a snapshot that is broken.
     *
     * @param broken the file that a version would be loaded from
     * @param lineage files that make the same version, all of them read and found well
     */
    public record Detour(StateFile broken, Lineage lineage) {}

    /**
     * What lies in one store's directory, by names.
     *
     * @param zeroBytes names of files without a byte
     */
    public record StoreFiles(StateStoreId store, ProviderFiles hdfs, ProviderFiles rocksDb, List<String> zeroBytes) {
        public StoreFiles {
            zeroBytes = List.copyOf(zeroBytes);
        }
    }

    /**
     * The files that one provider writes.
     *
     * @param oldest the lowest version of them; -1 when there is none
     * @param newest the highest
     */
    public record ProviderFiles(long count, long oldest, long newest) {
        /** Whether there are any. */
        public boolean isEmpty() {
            return count == 0;
        }
    }

    public StateExhibit {
        operators = List.copyOf(operators);
        detours = Map.copyOf(detours);
        files = List.copyOf(files);
    }

    /** A way around the broken snapshot of a store's newest version. */
    public Optional<Detour> detour(StateStoreId store) {
        return Optional.ofNullable(detours.get(store));
    }
}
