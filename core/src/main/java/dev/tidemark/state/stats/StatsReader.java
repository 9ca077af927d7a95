package dev.tidemark.state.stats;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.ChangeKind;
import dev.tidemark.state.Lineage;
import dev.tidemark.state.LoadObserver;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateVersion;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.StoreSchema;
import org.jspecify.annotations.Nullable;

/** Adds up one partition of a store in one pass over its rows. Several partitions may be read at once. */
public final class StatsReader {
    private static final int MOST_ROW_DAMAGES = 5;

    private final String operatorName;
    private final StoreSchema schema;
    private final StateVersions versions;
    private final Moments moments;
    private final int partitions;

    /**
     * A reader of the partitions of a store.
     *
     * @param operatorName as the metadata name the operator; empty when unknown
     * @param partitions how many partitions keys were hashed to; 0 when that is no question
     */
    public StatsReader(
            String operatorName, StoreSchema schema, StateVersions versions, Moments moments, int partitions) {
        this.operatorName = operatorName;
        this.schema = schema;
        this.versions = versions;
        this.moments = moments;
        this.partitions = partitions;
    }

    /** The rows as of a batch, and what the {@code history} batches up to it did. */
    public PartitionStats read(StateStore store, long batchId, int history) throws IOException {
        StateStoreId id = store.id();
        Tally tally = new Tally(store);
        Map<Long, BatchGrowth> growth = new TreeMap<>();
        List<Damage> damages = new ArrayList<>(store.readRows(
                versions.writtenBy(id, batchId),
                (file, updates, removals, rowsAfter) -> {
                    long batch = file.version() - 1;
                    growth.merge(
                            batch,
                            new BatchGrowth(batch, updates, removals, file.sizeBytes(), rowsAfter),
                            (snapshot, changes) -> snapshot.plus(changes));
                },
                tally));
        damages.addAll(tally.damages);
        growth.computeIfPresent(batchId, (batch, step) -> withRows(step, tally.rows()));
        for (long batch = Math.max(0, batchId - history + 1); batch <= batchId; batch++) {
            BatchGrowth known = growth.get(batch);
            boolean isSnapshotAlone = known != null && known.updates() == 0 && known.removals() == 0;
            if (known == null || isSnapshotAlone) {
                growth(store, batch).ifPresent(step -> growth.merge(step.batchId(), step, StatsReader::withChanges));
            }
        }
        List<BatchGrowth> recent = growth.values().stream()
                .filter(step -> step.batchId() > batchId - history)
                .toList();
        return new PartitionStats(id, tally.families(), recent, damages);
    }

    private static BatchGrowth withRows(BatchGrowth step, long rows) {
        return new BatchGrowth(step.batchId(), step.updates(), step.removals(), step.fileBytes(), rows);
    }

    /** A batch whose snapshot was read, with the changes its change file tells. */
    private static BatchGrowth withChanges(BatchGrowth snapshot, BatchGrowth changes) {
        return new BatchGrowth(
                snapshot.batchId(), changes.updates(), changes.removals(), snapshot.fileBytes(), snapshot.rows());
    }

    /** What a batch did that is not on the way to the version read; nothing when it left no change file. */
    private Optional<BatchGrowth> growth(StateStore store, long batchId) throws IOException {
        StateVersion version = versions.writtenBy(store.id(), batchId);
        Lineage lineage = store.lineage(version);
        List<StateFile> own = lineage.files().stream()
                .filter(file -> file.version() == version.number())
                .toList();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        long[] counts = new long[2];
        store.readChanges(version, (kind, family, key, value) -> {
            counts[kind == ChangeKind.DELETE || kind == ChangeKind.DELETE_RANGE ? 1 : 0]++;
            return true;
        });
        long sizeBytes = own.stream().mapToLong(StateFile::sizeBytes).sum();
        return Optional.of(new BatchGrowth(batchId, counts[0], counts[1], sizeBytes, LoadObserver.UNKNOWN));
    }

    /** Counts rows by column family; the last one used is at hand, for rows come family by family. */
    private final class Tally implements dev.tidemark.state.RowSink {
        private final StateStore store;
        private final Map<String, FamilyTally> byName = new HashMap<>();
        private final List<Damage> damages = new ArrayList<>();
        private @Nullable FamilyTally last;

        Tally(StateStore store) {
            this.store = store;
        }

        @Override
        public boolean row(String columnFamily, Slice key, Slice value) throws IOException {
            FamilyTally tally = last;
            if (tally == null || !tally.name.equals(columnFamily)) {
                tally = byName.computeIfAbsent(columnFamily, name -> new FamilyTally(name, store));
                last = tally;
            }
            try {
                tally.add(key, value);
            } catch (MalformedException malformed) {
                if (damages.size() < MOST_ROW_DAMAGES) {
                    damages.add(malformed.damage());
                }
            }
            return true;
        }

        long rows() {
            return byName.values().stream().mapToLong(tally -> tally.rows).sum();
        }

        List<FamilyStats> families() {
            return byName.values().stream()
                    .map(FamilyTally::stats)
                    .sorted(java.util.Comparator.comparing(FamilyStats::family))
                    .toList();
        }
    }

    private final class FamilyTally {
        private final String name;
        private final int partitionId;
        private final @Nullable ColumnFamilySchema family;
        private final @Nullable RowDecoder decoder;
        private final @Nullable PartitionKey partitionKey;
        private final @Nullable Expiry expiry;
        private long rows;
        private long elements;
        private long keyBytes;
        private long valueBytes;
        private long misplaced;
        private long overdue;
        private long evictable;

        FamilyTally(String name, StateStore store) {
            this.name = name;
            partitionId = store.id().partitionId();
            family = schema.family(name).orElse(null);
            decoder = family == null ? null : store.decoder(family);
            partitionKey = family == null || partitions <= 1
                    ? null
                    : PartitionKey.of(operatorName, store.id().storeName(), family)
                            .orElse(null);
            expiry = family == null ? null : Expiry.of(operatorName, family).orElse(null);
        }

        void add(Slice key, Slice value) throws IOException {
            rows++;
            keyBytes += key.length();
            valueBytes += value.length();
            if (decoder == null || family == null) {
                elements++;
                return;
            }
            boolean isAged = expiry != null;
            Values decodedKey = partitionKey != null || isAged ? decoder.key(key) : null;
            if (partitionKey != null
                    && decodedKey != null
                    && partitionKey.partition(decodedKey, partitions) != partitionId) {
                misplaced++;
            }
            if (family.holdsSeveral()) {
                decoder.forEachElement(value, element -> {
                    elements++;
                    if (decodedKey != null) {
                        age(decodedKey, element);
                    }
                });
                return;
            }
            elements++;
            if (isAged && decodedKey != null) {
                age(decodedKey, decoder.value(value));
            }
        }

        private void age(Values key, Values value) {
            if (expiry == null || family == null) {
                return;
            }
            Long now = expiry.moment(moments.watermarkMs(), moments.batchTimeMs());
            Long next = expiry.moment(moments.nextWatermarkMs(), moments.batchTimeMs());
            overdue += now != null && expiry.isDue(key, value, now, family) ? 1 : 0;
            evictable += next != null && expiry.isDue(key, value, next, family) ? 1 : 0;
        }

        FamilyStats stats() {
            FamilyStats.Ages ages = expiry == null ? null : new FamilyStats.Ages(overdue, evictable);
            return new FamilyStats(name, rows, elements, keyBytes, valueBytes, misplaced, ages);
        }
    }
}
