package dev.tidemark.view.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;

import dev.tidemark.evidence.Damage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.stream.CheckpointState;

/** The files that make up the state of an operator after a batch, and which other batches need them. */
public record LineageSurvey(int operatorId, long batchId, List<StoreLineage> stores) {
    /**
     * One store of one partition.
     *
     * @param damages what is missing, and what was found wrong in the files
     */
    public record StoreLineage(StateStoreId store, StateVersion version, List<FileUse> files, List<Damage> damages) {
        public StoreLineage {
            files = List.copyOf(files);
            damages = List.copyOf(damages);
        }

        /** Bytes of all its files. */
        public long sizeBytes() {
            return files.stream().mapToLong(use -> use.file().sizeBytes()).sum();
        }
    }

    /**
     * One file of a version.
     *
     * @param alsoNeededBy other batches whose state needs it, ascending
     * @param isSound whether nothing was found wrong in it
     */
    public record FileUse(StateFile file, List<Long> alsoNeededBy, boolean isSound) {
        public FileUse {
            alsoNeededBy = List.copyOf(alsoNeededBy);
        }
    }

    public LineageSurvey {
        stores = List.copyOf(stores);
    }

    /**
     * Surveys an operator's stores; every file is read once to see whether it is sound.
     *
     * @param partitionId one partition, or all
     * @throws NoSuchStateException when there is no such operator
     */
    public static LineageSurvey of(CheckpointState state, int operatorId, OptionalInt partitionId, long batchId)
            throws IOException, NoSuchStateException {
        StatefulOperator operator = state.operator(operatorId, batchId);
        StateConf conf = state.conf(batchId);
        StateStores stores = state.stores(operatorId, conf);
        List<StoreLineage> lineages = new ArrayList<>();
        for (int partition : operator.partitions()) {
            if (partitionId.isPresent() && partitionId.getAsInt() != partition) {
                continue;
            }
            for (StoreSchema schema : operator.stores()) {
                StateStoreId id = new StateStoreId(operatorId, partition, schema.storeName());
                lineages.add(lineage(stores.open(id), state.writtenBy(id, batchId)));
            }
        }
        if (lineages.isEmpty()) {
            throw new NoSuchStateException("operator " + operatorId + " has no partition "
                    + (partitionId.isPresent() ? partitionId.getAsInt() : "") + "; there is " + operator.partitions());
        }
        return new LineageSurvey(operatorId, batchId, lineages);
    }

    private static StoreLineage lineage(StateStore store, StateVersion version) throws IOException {
        Map<StoragePath, TreeSet<Long>> users = users(store);
        Lineage lineage = store.lineage(version);
        List<Damage> damages = new ArrayList<>(lineage.damages());
        List<FileUse> files = new ArrayList<>();
        for (StateFile file : lineage.files()) {
            List<Damage> found = store.check(file);
            damages.addAll(found);
            files.add(use(file, users, version, isSound(file, found)));
            if (file.kind() == StateFileKind.SNAPSHOT) {
                for (StateFile part : store.parts(file)) {
                    files.add(use(part, users, version, isSound(part, found)));
                }
            }
        }
        return new StoreLineage(store.id(), version, files, damages);
    }

    private static boolean isSound(StateFile file, List<Damage> found) {
        String path = file.path().value();
        return found.stream()
                .noneMatch(damage ->
                        damage.at().path().equals(path) || damage.at().path().startsWith(path + "!/"));
    }

    private static FileUse use(
            StateFile file, Map<StoragePath, TreeSet<Long>> users, StateVersion version, boolean isSound) {
        List<Long> others = users.getOrDefault(file.path(), new TreeSet<>()).stream()
                .filter(batch -> batch != version.batchId())
                .toList();
        return new FileUse(file, others, isSound);
    }

    /** Which batches' state each file is part of, over all versions that files are named after. */
    private static Map<StoragePath, TreeSet<Long>> users(StateStore store) throws IOException {
        Map<StoragePath, TreeSet<Long>> users = new LinkedHashMap<>();
        Map<StoragePath, List<StateFile>> parts = new LinkedHashMap<>();
        for (StateVersion version : store.versions()) {
            for (StateFile file : store.lineage(version).files()) {
                add(users, file, version);
                if (file.kind() == StateFileKind.SNAPSHOT) {
                    List<StateFile> known = parts.get(file.path());
                    if (known == null) {
                        known = store.parts(file);
                        parts.put(file.path(), known);
                    }
                    known.forEach(part -> add(users, part, version));
                }
            }
        }
        return users;
    }

    private static void add(Map<StoragePath, TreeSet<Long>> users, StateFile file, StateVersion version) {
        users.computeIfAbsent(file.path(), path -> new TreeSet<>()).add(version.batchId());
    }
}
