package dev.tidemark.view.state;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.FileEntry;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.stream.CheckpointState;

/** {@code state list}: the stateful operators of a query and their stores. */
public final class StateListView {
    private final CheckpointState state;
    private final long batchId;
    private final List<Block> blocks = new ArrayList<>();
    private final List<JsonValue> operators = new ArrayList<>();
    private final List<Damage> damages = new ArrayList<>();

    private StateListView(CheckpointState state, long batchId) {
        this.state = state;
        this.batchId = batchId;
    }

    /**
     * The operators as they stood at a batch.
     *
     * @throws NoSuchStateException when an operator goes away while it is read
     */
    public static Report of(CheckpointState state, long batchId) throws IOException, NoSuchStateException {
        StateListView view = new StateListView(state, batchId);
        for (int operatorId : state.operatorIds()) {
            view.add(state.operator(operatorId, batchId));
        }
        return view.report();
    }

    private Report report() {
        if (operators.isEmpty()) {
            blocks.add(new Block.Note(Tone.PLAIN, "The query keeps no state: there is no operator in state."));
        }
        damages.forEach(damage -> blocks.add(new Block.Note(Tone.BAD, damage.message())));
        JsonObject document = JsonObject.builder()
                .put("batchId", batchId)
                .put("operators", new JsonArray(operators))
                .put("damages", JsonArray.of(damages, damage -> new JsonText(damage.message())))
                .build();
        return new Report("state list", damages.isEmpty() ? Outcome.FINE : Outcome.WRONG, blocks, document);
    }

    private void add(StatefulOperator operator) throws IOException {
        StateConf conf = state.conf(batchId);
        String provider = state.isRocksDb(operator.operatorId(), conf) ? "RocksDB" : "HDFS-backed";
        String name = operator.name().orElse("unknown");
        blocks.add(new Block.Heading("operator " + operator.operatorId() + "  " + name
                + (operator.knownMetadata().isPresent() ? "" : " (told from its schema, there are no metadata)")));
        blocks.add(new Block.Facts(List.of(
                new Block.Fact("provider", Cell.text(provider + ", " + conf.codec())),
                new Block.Fact("partitions", Cell.count(operator.partitions().size())))));
        List<List<Cell>> rows = new ArrayList<>();
        List<JsonValue> stores = new ArrayList<>();
        for (StoreSchema store : operator.stores()) {
            Extent extent = extent(operator, store.storeName());
            rows.addAll(rows(store, extent));
            stores.add(store(store, extent));
        }
        blocks.add(new Block.Table(List.of("store", "key", "value", "files", "size"), rows));
        damages.addAll(operator.damages());
        operators.add(JsonObject.builder()
                .put("operatorId", operator.operatorId())
                .put("name", operator.name().orElse(null))
                .put(
                        "metadataVersion",
                        operator.knownMetadata()
                                .<JsonValue>map(known -> JsonNumber.of(known.version()))
                                .orElse(null))
                .put("provider", provider)
                .put("codec", conf.codec())
                .put("partitions", JsonArray.of(operator.partitions(), JsonNumber::of))
                .put("stores", new JsonArray(stores))
                .build());
    }

    /** Files of a store over all partitions. */
    private record Extent(long files, long sizeBytes) {}

    private static List<List<Cell>> rows(StoreSchema store, Extent extent) {
        List<List<Cell>> rows = new ArrayList<>();
        Cell files = Cell.count(extent.files());
        Cell size = Cell.bytes(extent.sizeBytes());
        if (store.families().isEmpty()) {
            rows.add(List.of(Cell.text(store.storeName()), Cell.text("?"), Cell.text("?"), files, size));
        }
        for (ColumnFamilySchema family : store.families()) {
            boolean isFirst = rows.isEmpty();
            String name = store.usesColumnFamilies() ? "  " + family.name() : store.storeName();
            if (isFirst && store.usesColumnFamilies()) {
                rows.add(List.of(Cell.text(store.storeName()), Cell.nothing(), Cell.nothing(), files, size));
            }
            boolean standsAlone = isFirst && !store.usesColumnFamilies();
            rows.add(List.of(
                    Cell.text(name),
                    Cell.text(names(family.key())),
                    Cell.text(names(family.value())),
                    standsAlone ? files : Cell.nothing(),
                    standsAlone ? size : Cell.nothing()));
        }
        return rows;
    }

    private static String names(dev.tidemark.format.type.StructSchema schema) {
        String all = schema.fields().stream().map(field -> field.name()).collect(Collectors.joining(", "));
        return all.length() > 40 ? all.substring(0, 39) + "\u2026" : all;
    }

    private static JsonObject store(StoreSchema store, Extent extent) {
        return JsonObject.builder()
                .put("name", store.storeName())
                .put("files", extent.files())
                .put("sizeBytes", extent.sizeBytes())
                .put(
                        "columnFamilies",
                        store.usesColumnFamilies()
                                ? JsonArray.of(store.families(), family -> new JsonText(family.name()))
                                : new JsonArray(List.of()))
                .build();
    }

    private Extent extent(StatefulOperator operator, String store) throws IOException {
        long[] filesAndBytes = new long[2];
        for (int partition : operator.partitions()) {
            StateStoreId id = new StateStoreId(operator.operatorId(), partition, store);
            try {
                state.storage().forEachEntry(id.directory(), entry -> count(entry, filesAndBytes));
                state.storage().forEachEntry(id.directory().child("SSTs"), entry -> count(entry, filesAndBytes));
            } catch (FileNotFoundException absent) {
                // A partition need not have this store, and only RocksDB has SSTs.
                continue;
            }
        }
        return new Extent(filesAndBytes[0], filesAndBytes[1]);
    }

    private static void count(FileEntry entry, long[] filesAndBytes) {
        if (entry.isFile() && !entry.path().name().startsWith(".")) {
            filesAndBytes[0]++;
            filesAndBytes[1] += entry.sizeBytes();
        }
    }
}
