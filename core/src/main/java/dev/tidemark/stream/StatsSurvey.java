package dev.tidemark.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.state.stats.BatchGrowth;
import dev.tidemark.state.stats.Moments;
import dev.tidemark.state.stats.PartitionStats;
import dev.tidemark.state.stats.StatsReader;

/**
 * What the stores of an operator add up to as of a batch.
 *
 * @param isStrict whether a key in another partition than its hash says is an error
 * @param partitions by store, then partition
 */
public record StatsSurvey(
        int operatorId,
        String operatorName,
        long batchId,
        Moments moments,
        boolean isStrict,
        List<PartitionStats> partitions) {
    public StatsSurvey {
        partitions = List.copyOf(partitions);
    }

    /** What each batch did to all partitions of all stores, ascending. */
    public List<BatchGrowth> growth() {
        Map<Long, BatchGrowth> byBatch = new TreeMap<>();
        partitions.forEach(partition ->
                partition.growth().forEach(step -> byBatch.merge(step.batchId(), step, BatchGrowth::plus)));
        return List.copyOf(byBatch.values());
    }

    /**
     * Reads an operator's stores, several partitions at once.
     *
     * @param history how many batches back to tell
     * @throws NoSuchStateException when there is no such operator
     */
    public static StatsSurvey of(CheckpointState state, int operatorId, long batchId, int history, int threads)
            throws IOException, NoSuchStateException {
        StatefulOperator operator = state.operator(operatorId, batchId);
        StateConf conf = state.conf(batchId);
        StateStores stores = state.stores(operatorId, conf);
        String name = operator.name().orElse("");
        Moments moments = state.moments(batchId);
        int count = conf.partitions().orElse(0);
        List<Callable<PartitionStats>> readings = new ArrayList<>();
        for (StoreSchema schema : operator.stores()) {
            for (int partition : operator.partitions()) {
                if (count > 0 && partition >= count) {
                    continue;
                }
                StateStoreId id = new StateStoreId(operatorId, partition, schema.storeName());
                StatsReader reader = new StatsReader(name, schema, state::writtenBy, moments, count);
                readings.add(() -> reader.read(stores.open(id), batchId, history));
            }
        }
        boolean isStrict = conf.distributesStrictly() || name.equals(OperatorName.JOIN);
        return new StatsSurvey(operatorId, name, batchId, moments, isStrict, all(readings, threads));
    }

    private static List<PartitionStats> all(List<Callable<PartitionStats>> readings, int threads) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(Math.max(1, Math.min(threads, readings.size())));
        try {
            List<Future<PartitionStats>> results =
                    readings.stream().map(pool::submit).toList();
            List<PartitionStats> partitions = new ArrayList<>();
            for (Future<PartitionStats> result : results) {
                partitions.add(result.get());
            }
            return partitions;
        } catch (ExecutionException failure) {
            Optional<IOException> storage = Optional.ofNullable(failure.getCause())
                    .filter(IOException.class::isInstance)
                    .map(IOException.class::cast);
            throw storage.orElseThrow(() -> new IllegalStateException(failure.getCause()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading state", interrupted);
        } finally {
            pool.shutdownNow();
        }
    }
}
