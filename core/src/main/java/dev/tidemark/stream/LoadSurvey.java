package dev.tidemark.stream;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeSet;

import dev.tidemark.evidence.Damage;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.load.Detour;
import dev.tidemark.state.load.LeftoverFile;
import dev.tidemark.state.load.LoadChecker;
import dev.tidemark.state.load.LoadObstacle;
import dev.tidemark.state.load.LoadRules;
import dev.tidemark.state.load.LoadVerdict;
import dev.tidemark.state.load.RowFormat;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;

/**
 * Which batches' state loads: every operator, store and partition, by the rules of every Spark.
 *
 * @param newestBatchId the newest committed batch
 * @param batches the newest first, down to the first that loads in every Spark or has no files left
 * @param leftovers whole files under temporary names whose real files are missing
 * @param detours for a store whose newest version has a broken snapshot, a way around it
 */
public record LoadSurvey(
        long newestBatchId, List<BatchLoads> batches, List<LeftoverFile> leftovers, Map<StateStoreId, Detour> detours) {
    /**
     * The state after one batch.
     *
     * @param outcomes for each of {@link LoadRules#ALL} by its {@code spark}
     */
    public record BatchLoads(long batchId, Map<String, LoadVerdict.Outcome> outcomes, List<Obstacle> obstacles) {
        public BatchLoads {
            outcomes = new LinkedHashMap<>(outcomes);
            obstacles = List.copyOf(obstacles);
        }

        /** Whether it loads in every Spark that knows its checkpoint format, without any repair. */
        public boolean loadsEverywhere() {
            return obstacles.isEmpty();
        }
    }

    /**
     * What stands in the way of one version of one store.
     *
     * @param sparks those that meet it
     * @param repairedIn those that get around it
     */
    public record Obstacle(
            StateStoreId store,
            StateVersion version,
            LoadObstacle obstacle,
            List<String> sparks,
            List<String> repairedIn) {
        public Obstacle {
            sparks = List.copyOf(sparks);
            repairedIn = List.copyOf(repairedIn);
        }
    }

    public LoadSurvey {
        batches = List.copyOf(batches);
        leftovers = List.copyOf(leftovers);
        detours = Map.copyOf(detours);
    }

    /** A way around the broken snapshot of a store's newest version. */
    public Optional<Detour> detour(StateStoreId store) {
        return Optional.ofNullable(detours.get(store));
    }

    /** The newest batch whose state loads in that Spark; empty when none does. */
    public OptionalLong newestLoadable(String spark) {
        return batches.stream()
                .filter(batch -> batch.outcomes().get(spark) != LoadVerdict.Outcome.FAILS)
                .mapToLong(BatchLoads::batchId)
                .findFirst();
    }

    /**
     * Surveys all operators, or one.
     *
     * @param batchLimit how many batches to look back at most
     * @throws NoSuchStateException when the logs hold no batch or there is no such operator
     */
    public static LoadSurvey of(CheckpointState state, OptionalInt operatorId, int batchLimit)
            throws IOException, NoSuchStateException {
        long newest = state.newestBatch();
        Surveyor surveyor = new Surveyor(state, newest);
        List<Integer> operators = operatorId.isPresent() ? List.of(operatorId.getAsInt()) : state.operatorIds();
        for (int operator : operators) {
            surveyor.add(state.operator(operator, newest));
        }
        return surveyor.survey(batchLimit);
    }

    /** Holds a checker for each store of each partition. */
    private static final class Surveyor {
        /** The conf may name any number of partitions; the first that is not there decides, the others tell no more. */
        private static final int MOST_ABSENT = 100;

        private final CheckpointState state;
        private final long newest;
        private final Map<StateStoreId, LoadChecker> checkers = new LinkedHashMap<>();
        private final List<LeftoverFile> leftovers = new ArrayList<>();
        private long oldestVersion = Long.MAX_VALUE;

        Surveyor(CheckpointState state, long newest) {
            this.state = state;
            this.newest = newest;
        }

        void add(StatefulOperator operator) throws IOException {
            StateConf conf = state.conf(newest);
            StateStores stores = state.stores(operator.operatorId(), conf);
            for (int partition : expectedPartitions(operator, conf)) {
                for (StoreSchema schema : operator.stores()) {
                    StateStoreId id = new StateStoreId(operator.operatorId(), partition, schema.storeName());
                    StateStore store = stores.open(id);
                    LoadChecker checker =
                            LoadChecker.of(store, RowFormat.of(operator.name().orElse(null), schema));
                    checkers.put(id, checker);
                    List<StateVersion> versions = store.versions();
                    if (!versions.isEmpty()) {
                        oldestVersion = Math.min(oldestVersion, versions.get(0).number());
                    }
                    addLeftovers(id, checker);
                }
            }
        }

        /** All that the conf says, unless the operator sends everything to the first. */
        private static TreeSet<Integer> expectedPartitions(StatefulOperator operator, StateConf conf) {
            TreeSet<Integer> partitions = new TreeSet<>(operator.partitions());
            int count = conf.partitions().orElse(partitions.size());
            partitions.removeIf(partition -> partition >= count);
            boolean isOnePartition =
                    operator.name().filter(OperatorName.GLOBAL_LIMIT::equals).isPresent()
                            || operator.stores().stream()
                                    .flatMap(store -> store.families().stream())
                                    .allMatch(family -> family.key().size() == 0);
            int absent = 0;
            for (int partition = 0; partition < (isOnePartition ? 1 : count) && absent < MOST_ABSENT; partition++) {
                absent += partitions.add(partition) ? 1 : 0;
            }
            return partitions;
        }

        private void addLeftovers(StateStoreId id, LoadChecker checker) throws IOException {
            List<FileEntry> entries = new ArrayList<>();
            try {
                state.storage().forEachEntry(id.directory(), entries::add);
            } catch (FileNotFoundException | NotDirectoryException absent) {
                return;
            }
            for (FileEntry entry : entries) {
                Optional<LeftoverFile> leftover = LeftoverFile.of(entry);
                if (leftover.isPresent() && isPromotable(id, leftover.get(), checker)) {
                    leftovers.add(leftover.get());
                }
            }
        }

        private boolean isPromotable(StateStoreId id, LeftoverFile leftover, LoadChecker checker) throws IOException {
            StoragePath place = id.directory().child(leftover.finalName());
            return state.storage().stat(place).isEmpty()
                    && checker.damages(leftover.file()).isEmpty();
        }

        LoadSurvey survey(int batchLimit) throws IOException {
            List<BatchLoads> batches = new ArrayList<>();
            long oldestBatch = Math.max(0, oldestVersion == Long.MAX_VALUE ? newest : oldestVersion - 1);
            for (long batch = newest; batch >= oldestBatch && batches.size() < batchLimit; batch--) {
                BatchLoads loads = batch(batch);
                batches.add(loads);
                if (loads.loadsEverywhere()) {
                    break;
                }
            }
            return new LoadSurvey(newest, batches, leftovers, batches.isEmpty() ? Map.of() : detours(batches.get(0)));
        }

        private Map<StateStoreId, Detour> detours(BatchLoads loads) throws IOException {
            Map<StateStoreId, Detour> detours = new HashMap<>();
            for (Obstacle obstacle : loads.obstacles()) {
                LoadChecker checker = checkers.get(obstacle.store());
                if (checker != null && !detours.containsKey(obstacle.store())) {
                    checker.detour(obstacle.version()).ifPresent(found -> detours.put(obstacle.store(), found));
                }
            }
            return detours;
        }

        private BatchLoads batch(long batchId) throws IOException {
            Map<String, LoadVerdict.Outcome> outcomes = new LinkedHashMap<>();
            LoadRules.ALL.forEach(rules -> outcomes.put(rules.spark(), LoadVerdict.Outcome.LOADS));
            List<Obstacle> obstacles = new ArrayList<>();
            for (Map.Entry<StateStoreId, LoadChecker> store : checkers.entrySet()) {
                StateVersion version = state.writtenBy(store.getKey(), batchId);
                Map<Damage, Meeting> meetings = new LinkedHashMap<>();
                for (LoadRules rules : LoadRules.ALL) {
                    LoadVerdict verdict = store.getValue().check(version, rules);
                    outcomes.merge(rules.spark(), verdict.outcome(), Surveyor::worse);
                    boolean isForeignFormat = version.uniqueId() != null && !rules.knowsUniqueIds();
                    verdict.met()
                            .filter(met -> !isForeignFormat)
                            .ifPresent(met -> meetings.computeIfAbsent(met.damage(), damage -> new Meeting(met))
                                    .add(rules, verdict));
                }
                meetings.values()
                        .forEach(meeting -> obstacles.add(new Obstacle(
                                store.getKey(), version, meeting.obstacle, meeting.sparks, meeting.repairedIn)));
            }
            return new BatchLoads(batchId, outcomes, obstacles);
        }

        private static LoadVerdict.Outcome worse(LoadVerdict.Outcome one, LoadVerdict.Outcome other) {
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    /** Who meets one obstacle. */
    private static final class Meeting {
        private final LoadObstacle obstacle;
        private final List<String> sparks = new ArrayList<>();
        private final List<String> repairedIn = new ArrayList<>();

        Meeting(LoadObstacle obstacle) {
            this.obstacle = obstacle;
        }

        void add(LoadRules rules, LoadVerdict verdict) {
            (verdict.loads() ? repairedIn : sparks).add(rules.spark());
        }
    }

    /** The file that a leftover would become. */
    public static StoragePath placeOf(LeftoverFile leftover) {
        StateFile file = leftover.file();
        return file.path().parent().child(leftover.finalName());
    }
}
