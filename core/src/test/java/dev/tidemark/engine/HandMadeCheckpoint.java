package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.io.MemoryStorage;
import dev.tidemark.io.PathMapping;
import dev.tidemark.io.Places;
import dev.tidemark.query.OperatorDescription;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SinkDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.query.Trigger;
import org.jspecify.annotations.Nullable;

/** Builds a checkpoint in memory and a query, and restarts it. */
final class HandMadeCheckpoint {
    static final String ID = "11111111-2222-3333-4444-555555555555";

    private final MemoryStorage storage = new MemoryStorage();
    private final Map<String, MemoryStorage> places = new HashMap<>();
    private final Map<String, String> confs = new TreeMap<>();
    private final List<SourceDescription> sources = new ArrayList<>();
    private PathMapping mapping = PathMapping.NONE;
    private boolean isRefused;
    private String sinkFormat = "noop";
    private Map<String, String> sinkOptions = Map.of();
    private @Nullable String sinkPath;
    private String outputMode = "append";
    private List<OperatorDescription> operators = List.of();
    private Trigger trigger = new Trigger.AvailableNow();

    /** A checkpoint of a running query over one rate source: nothing but its metadata. */
    static HandMadeCheckpoint started() {
        return new HandMadeCheckpoint().file("metadata", "{\"id\":\"" + ID + "\"}");
    }

    static HandMadeCheckpoint empty() {
        return new HandMadeCheckpoint();
    }

    /** Batches 0 to {@code newest} of one rate source, all committed. */
    static HandMadeCheckpoint committedUpTo(long newest) {
        HandMadeCheckpoint checkpoint = started();
        for (long id = 0; id <= newest; id++) {
            checkpoint.offsets(id, Long.toString(id * 10 + 10)).commit(id);
        }
        return checkpoint;
    }

    HandMadeCheckpoint file(String path, String text) {
        storage.with(path, text);
        return this;
    }

    HandMadeCheckpoint without(String path) {
        storage.delete(new dev.tidemark.io.StoragePath(path));
        return this;
    }

    /** An offsets entry of version 1 with the confs that decide nothing here. */
    HandMadeCheckpoint offsets(long id, String... lines) {
        return offsetsWithConf(id, "{\"spark.sql.shuffle.partitions\":\"5\"}", lines);
    }

    HandMadeCheckpoint offsetsWithConf(long id, String conf, String... lines) {
        return file(
                "offsets/" + id,
                "v1\n{\"batchWatermarkMs\":" + id * 1000 + ",\"batchTimestampMs\":7,\"conf\":" + conf + "}\n"
                        + String.join("\n", lines));
    }

    HandMadeCheckpoint commit(long id) {
        return file("commits/" + id, "v1\n{\"nextBatchWatermarkMs\":" + (id + 1) * 1000 + "}");
    }

    HandMadeCheckpoint conf(String key, String value) {
        confs.put(key, value);
        return this;
    }

    HandMadeCheckpoint source(String format, @Nullable String path) {
        return source(null, format, path);
    }

    HandMadeCheckpoint source(@Nullable String name, String format, @Nullable String path) {
        sources.add(new SourceDescription(name, format, path, null, Map.of(), null));
        return this;
    }

    HandMadeCheckpoint source(SourceDescription source) {
        sources.add(source);
        return this;
    }

    HandMadeCheckpoint operators(OperatorDescription... all) {
        operators = List.of(all);
        return this;
    }

    HandMadeCheckpoint sinkAt(String format, String path) {
        sinkFormat = format;
        sinkPath = path;
        return beside(path, "part-00000", "is there");
    }

    /** Leaves nothing where a sink or a table was. */
    HandMadeCheckpoint nothingAt(String place) {
        places.remove(place);
        return this;
    }

    HandMadeCheckpoint outputMode(String mode) {
        outputMode = mode;
        return this;
    }

    HandMadeCheckpoint sink(String format, Map<String, String> options) {
        sinkFormat = format;
        sinkOptions = options;
        return this;
    }

    HandMadeCheckpoint trigger(Trigger newTrigger) {
        trigger = newTrigger;
        return this;
    }

    /** A file of a table or directory beside the checkpoint. */
    HandMadeCheckpoint beside(String place, String path, String text) {
        places.computeIfAbsent(place, ignored -> new MemoryStorage()).with(path, text);
        return this;
    }

    RestartPrediction restartOn(String spark) throws IOException {
        return restart(spark, Reach.LOGS_ALONE);
    }

    /** Follows the query until it has caught up, reading data files. */
    RestartPrediction follow(String spark) throws IOException {
        return restart(spark, new Reach(null, Reach.DataFiles.READ));
    }

    RestartPrediction restart(String spark, Reach reach) throws IOException {
        return RestartEngine.predict(query(), SparkVersion.of(spark).orElseThrow(), storage, places(), reach);
    }

    /** The query about to be followed until it has caught up, data files read. */
    Simulation simulate(String spark) {
        return Simulation.of(
                query(),
                SparkVersion.of(spark).orElseThrow(),
                storage,
                places(),
                new Reach(null, Reach.DataFiles.READ));
    }

    /** Every crash of the next batches, data files read. */
    CrashProof crash(String spark, int batches) throws IOException {
        SparkVersion version = SparkVersion.of(spark).orElseThrow();
        return CrashSearch.of(query(), version, storage, places(), batches, Reach.DataFiles.READ);
    }

    /** The recorded past held against the rules, data files read. */
    HistoryReading history(String spark) throws IOException {
        SparkVersion version = SparkVersion.of(spark).orElseThrow();
        return History.of(query(), version, storage, places(), Reach.DataFiles.READ);
    }

    /** Has all that lies beside the checkpoint be a copy: at {@code /copy} now. */
    HandMadeCheckpoint copied() {
        mapping = PathMapping.parse(List.of("/lake=/copy"));
        return this;
    }

    /** Has nothing beside the checkpoint be handed out. */
    HandMadeCheckpoint refused() {
        isRefused = true;
        return this;
    }

    private Places places() {
        PathMapping back = mapping.reversed();
        return Places.of(mapping, now -> {
            if (isRefused) {
                throw new IOException("the disk is away");
            }
            return places.getOrDefault(back.map(now).replaceFirst("^file:", ""), new MemoryStorage());
        });
    }

    MemoryStorage storage() {
        return storage;
    }

    private QueryDescription query() {
        List<SourceDescription> all =
                sources.isEmpty() ? List.of(new SourceDescription(null, "rate", null, null, Map.of(), null)) : sources;
        return new QueryDescription(
                new QueryDescription.Versions(null, null),
                trigger,
                confs,
                all,
                operators,
                new SinkDescription(null, sinkFormat, sinkPath, outputMode, sinkOptions));
    }
}
