package dev.tidemark.diagnosis.exhibit;

import java.util.List;

import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.stream.LoadSurvey;

/**
 * The state of a checkpoint.
 *
 * @param conf what the newest batch pins
 * @param holdsOldDecimals whether rows look like sums of decimals as Spark 2 laid them out
 * @param files what lies in the partitions' directories, by store
 */
public record StateExhibit(
        LoadSurvey loads,
        List<StatefulOperator> operators,
        StateConf conf,
        List<StoreFiles> files,
        boolean holdsOldDecimals,
        StateRows rows) {
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
        files = List.copyOf(files);
    }
}
