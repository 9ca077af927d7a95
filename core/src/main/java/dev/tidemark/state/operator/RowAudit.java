package dev.tidemark.state.operator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.MalformedException;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.binary.UnsafeRow;
import dev.tidemark.format.binary.Values;
import dev.tidemark.state.RowDecoder;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStore;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.StateStores;
import dev.tidemark.state.StateVersions;
import dev.tidemark.state.load.RowFormat;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import org.jspecify.annotations.Nullable;

/**
 * Looks through state that loads for rows which a batch may trip over: rows of another store, and counts of a join's values
 * that name values which are not there. Files that stand in each other's place leave such, and a load says nothing of it.
 */
public final class RowAudit {
    /** State of which more bytes lie in files than that is taken as it is: reading it costs more than an answer is worth. */
    public static final long MOST_BYTES = 64L << 20;

    private final StatefulOperator operator;
    private final StateConf conf;
    private final StateStores stores;
    private final StateVersions versions;

    public RowAudit(StatefulOperator operator, StateConf conf, StateStores stores, StateVersions versions) {
        this.operator = operator;
        this.conf = conf;
        this.stores = stores;
        this.versions = versions;
    }

    /** What is wrong with the rows of a partition as of a batch, the first few of each kind. */
    public List<Damage> of(int partitionId, long batchId) throws IOException {
        List<Damage> damages = new ArrayList<>();
        for (StoreSchema store : operator.stores()) {
            StateStoreId id = new StateStoreId(operator.operatorId(), partitionId, store.storeName());
            if (!isAffordable(id, batchId)) {
                return List.of();
            }
            Optional<RowFormat> format = RowFormat.of(operator.name().orElse(null), store);
            if (format.isPresent()) {
                strange(id, store, format.get(), batchId).ifPresent(damages::add);
            }
        }
        if (operator.name().filter(OperatorName.JOIN::equals).isPresent()) {
            damages.addAll(flaws(partitionId, batchId));
        }
        return List.copyOf(damages);
    }

    private List<Damage> flaws(int partitionId, long batchId) throws IOException {
        SelectionPlanner planner = new SelectionPlanner(operator, conf, stores, versions);
        List<Damage> flaws = new ArrayList<>();
        for (StateSelection.Side side : StateSelection.Side.values()) {
            try {
                flaws.addAll(planner.joinFlaws(side, partitionId, batchId));
            } catch (NoSuchStateException withoutSchema) {
                return List.of();
            }
        }
        return flaws;
    }

    private boolean isAffordable(StateStoreId id, long batchId) throws IOException {
        StateStore store = stores.open(id);
        long bytes = 0;
        for (StateFile file : store.lineage(versions.writtenBy(id, batchId)).files()) {
            bytes += file.sizeBytes();
            for (StateFile part : store.parts(file)) {
                bytes += part.sizeBytes();
            }
        }
        return bytes <= MOST_BYTES;
    }

    /** The first row that is none of its store. */
    private Optional<Damage> strange(StateStoreId id, StoreSchema schema, RowFormat format, long batchId)
            throws IOException {
        StateStore store = stores.open(id);
        RowDecoder decoder = store.decoder(schema.families().get(0));
        Location at = Location.of(id.directory().value());
        List<Damage> found = new ArrayList<>();
        store.readRows(versions.writtenBy(id, batchId), (family, key, value) -> {
            try {
                format.damage(at, row(decoder.key(key)), row(decoder.value(value)))
                        .ifPresent(found::add);
            } catch (MalformedException malformed) {
                found.add(malformed.damage());
            }
            return found.isEmpty();
        });
        return found.stream().findFirst();
    }

    /** The bytes of a row that is kept in Spark's own layout. */
    private static @Nullable Slice row(Values values) {
        return values instanceof UnsafeRow row ? row.slice() : null;
    }
}
