package dev.tidemark.view.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.report.Block;
import dev.tidemark.report.Cell;
import dev.tidemark.report.Outcome;
import dev.tidemark.report.Report;
import dev.tidemark.report.Tone;
import dev.tidemark.state.operator.NoSuchStateException;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.KeyEncoding;
import dev.tidemark.state.schema.StatefulOperator;
import dev.tidemark.state.schema.StoreSchema;
import dev.tidemark.stream.CheckpointState;

/** {@code state schema}: keys and values of every store, column by column. */
public final class StateSchemaView {
    private StateSchemaView() {}

    /**
     * The schemas of one operator as they stood at a batch.
     *
     * @throws NoSuchStateException when there is no such operator
     */
    public static Report of(CheckpointState state, int operatorId, long batchId)
            throws IOException, NoSuchStateException {
        StatefulOperator operator = state.operator(operatorId, batchId);
        List<Block> blocks = new ArrayList<>();
        List<JsonValue> stores = new ArrayList<>();
        for (StoreSchema store : operator.stores()) {
            store.families().forEach(family -> blocks.addAll(blocks(store, family)));
            stores.add(document(store));
        }
        for (Damage damage : operator.damages()) {
            blocks.add(new Block.Note(Tone.BAD, damage.message()));
        }
        JsonObject document = JsonObject.builder()
                .put("batchId", batchId)
                .put("operatorId", operatorId)
                .put("name", operator.name().orElse(null))
                .put("stores", new JsonArray(stores))
                .put("damages", JsonArray.of(operator.damages(), damage -> new JsonText(damage.message())))
                .build();
        Outcome outcome = operator.damages().isEmpty() ? Outcome.FINE : Outcome.WRONG;
        return new Report("state schema", outcome, blocks, document);
    }

    private static List<Block> blocks(StoreSchema store, ColumnFamilySchema family) {
        List<List<Cell>> rows = new ArrayList<>();
        fields(rows, "key", family.key());
        fields(rows, family.holdsSeveral() ? "each value" : "value", family.value());
        String name = store.usesColumnFamilies() ? "column family " + family.name() : "store " + store.storeName();
        String encoding = encoding(family.keyEncoding());
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Heading(name + (encoding.equals("whole") ? "" : "  (key: " + encoding + ")")));
        blocks.add(new Block.Table(List.of("part", "field", "type", "null"), rows));
        return blocks;
    }

    private static void fields(List<List<Cell>> rows, String part, StructSchema schema) {
        for (StructSchema.Field field : schema.fields()) {
            rows.add(List.of(
                    Cell.text(part, Tone.FAINT),
                    Cell.text(field.name()),
                    Cell.text(field.type().text()),
                    Cell.text(field.nullable() ? "yes" : "no")));
        }
    }

    private static JsonObject document(StoreSchema store) {
        return JsonObject.builder()
                .put("name", store.storeName())
                .put("usesColumnFamilies", store.usesColumnFamilies())
                .put("columnFamilies", JsonArray.of(store.families(), StateSchemaView::document))
                .build();
    }

    private static JsonObject document(ColumnFamilySchema family) {
        JsonObject.Builder values = JsonObject.builder();
        Map<Integer, StructSchema> byId = new TreeMap<>(family.values());
        byId.forEach((id, schema) -> values.put(Integer.toString(id), schema.text()));
        return JsonObject.builder()
                .put("name", family.name())
                .put("keyEncoding", encoding(family.keyEncoding()))
                .put("key", family.key().text())
                .put("value", family.value().text())
                .put("valueSchemaId", family.valueSchemaId())
                .put("valueSchemas", values.build())
                .put("holdsSeveral", family.holdsSeveral())
                .build();
    }

    private static String encoding(KeyEncoding encoding) {
        if (encoding instanceof KeyEncoding.Prefix prefix) {
            return "prefix of " + prefix.columns();
        } else if (encoding instanceof KeyEncoding.Range range) {
            return "range over " + range.ordinals();
        } else if (encoding == KeyEncoding.TimestampFirst.TIMESTAMP_FIRST) {
            return "event time first";
        } else if (encoding == KeyEncoding.TimestampLast.TIMESTAMP_LAST) {
            return "event time last";
        }
        return "whole";
    }
}
