package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.compat.QueryChange.OperatorAdded;
import dev.tidemark.compat.QueryChange.OperatorRemoved;
import dev.tidemark.compat.QueryChange.OperatorReplaced;
import dev.tidemark.compat.QueryChange.OperatorsReordered;
import dev.tidemark.compat.QueryChange.Part;
import dev.tidemark.compat.QueryChange.StateColumns;
import dev.tidemark.compat.QueryChange.StateColumnsRenamed;
import dev.tidemark.compat.QueryChange.StatePropertyChanged;
import dev.tidemark.compat.QueryChange.StateSchemaChanged;
import dev.tidemark.compat.QueryChange.StateValueEvolved;
import dev.tidemark.compat.QueryChange.StateVariableTypeChanged;
import dev.tidemark.compat.QueryChange.StateVariablesChanged;
import dev.tidemark.compat.QueryChange.StoresChanged;
import dev.tidemark.compat.QueryShape.FamilyShape;
import dev.tidemark.compat.QueryShape.OperatorShape;
import dev.tidemark.compat.QueryShape.StoreShape;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.engine.StateSchemas;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.schema.OperatorName;
import org.jspecify.annotations.Nullable;

/** The stateful operators of a checkpoint against those of a query. */
final class OperatorComparison {
    private static final String ENCODING = "spark.sql.streaming.stateStore.encodingFormat";
    private static final String AGGREGATION_FORMAT = "spark.sql.streaming.aggregation.stateFormatVersion";

    private final CheckpointShape before;
    private final NewQuery after;
    private final SparkBehaviour behaviour;

    OperatorComparison(CheckpointShape before, NewQuery after, SparkBehaviour behaviour) {
        this.before = before;
        this.after = after;
        this.behaviour = behaviour;
    }

    void compare(
            List<OperatorShape> recorded,
            List<OperatorShape> asked,
            List<QueryChange> changes,
            List<String> undecided) {
        if (before.isFresh()) {
            return;
        }
        Map<Long, OperatorShape> from = byId(recorded);
        Map<Long, OperatorShape> to = byId(asked);
        if (isReordered(from, to)) {
            changes.add(new OperatorsReordered(names(from), names(to)));
            return;
        }
        from.forEach((id, operator) -> {
            if (!to.containsKey(id)) {
                changes.add(new OperatorRemoved(operator));
            }
        });
        to.forEach((id, operator) -> {
            OperatorShape known = from.get(id);
            if (known == null) {
                changes.add(new OperatorAdded(operator));
            } else {
                one(known, operator, changes, undecided);
            }
        });
    }

    private static Map<Long, OperatorShape> byId(List<OperatorShape> operators) {
        Map<Long, OperatorShape> byId = new TreeMap<>();
        operators.forEach(operator -> byId.put(operator.operatorId(), operator));
        return byId;
    }

    private static List<String> names(Map<Long, OperatorShape> operators) {
        return operators.values().stream()
                .map(operator -> String.valueOf(operator.name()))
                .toList();
    }

    private boolean isReordered(Map<Long, OperatorShape> from, Map<Long, OperatorShape> to) {
        List<String> was = names(from);
        List<String> is = names(to);
        return before.hasNamedOperators()
                && !is.contains("null")
                && !was.equals(is)
                && DescribedShape.sorted(was).equals(DescribedShape.sorted(is));
    }

    private void one(OperatorShape known, OperatorShape operator, List<QueryChange> changes, List<String> undecided) {
        boolean isReplaced =
                known.name() != null && operator.name() != null && !known.name().equals(operator.name());
        if (isReplaced) {
            changes.add(new OperatorReplaced(
                    known.operatorId(), String.valueOf(known.name()), String.valueOf(operator.name())));
            if (behaviour.checksOperatorsOnDriver() && before.hasNamedOperators()) {
                return;
            }
        }
        boolean isStored = known.stores().values().stream()
                .anyMatch(store -> !store.families().isEmpty());
        if (operator.stores().isEmpty()) {
            undecided.add("keys and values of " + operator.text() + ": the description gives no schemas"
                    + " (give --against a checkpoint that the new version wrote in a test)");
            return;
        }
        if (!isStored) {
            undecided.add("keys and values of " + operator.text()
                    + ": the checkpoint holds no schema of its state, and Spark then checks none either");
            return;
        }
        stores(known, operator, changes);
        properties(known, operator, changes);
    }

    private void stores(OperatorShape known, OperatorShape operator, List<QueryChange> changes) {
        if (after.isScratch()
                && !known.stores().keySet().equals(operator.stores().keySet())) {
            changes.add(new StoresChanged(
                    known.operatorId(),
                    List.copyOf(known.stores().keySet()),
                    List.copyOf(operator.stores().keySet())));
        }
        known.stores().forEach((name, store) -> {
            StoreShape other = operator.stores().get(name);
            if (other != null) {
                families(known, operator, name, store, other, changes);
            }
        });
    }

    private void families(
            OperatorShape known,
            OperatorShape operator,
            String storeName,
            StoreShape store,
            StoreShape other,
            List<QueryChange> changes) {
        if (store.families().size() != 1 && !after.isScratch()) {
            return;
        }
        store.families().forEach((familyName, family) -> {
            FamilyShape asked = other.families().get(familyName);
            if (asked == null || familyName.startsWith("$")) {
                return;
            }
            StateColumns of = new StateColumns(known.operatorId(), storeName, familyName);
            part(of, Part.KEY, family.key(), asked.key(), changes);
            if (evolves(operator)) {
                evolution(of, family.value(), asked.value(), changes);
            } else {
                part(of, Part.VALUE, family.value(), provided(operator, asked), changes);
            }
        });
    }

    /** Only transformWithState in Avro may read values with another schema. */
    private boolean evolves(OperatorShape operator) {
        return operator.name() != null
                && OperatorName.isTransformWithState(operator.name())
                && "avro".equals(before.shape().confs().get(ENCODING));
    }

    private static void evolution(
            StateColumns of, @Nullable StructSchema from, @Nullable StructSchema to, List<QueryChange> changes) {
        if (from != null && to != null && !from.text().equals(to.text())) {
            changes.add(new StateValueEvolved(of, from, to, AvroEvolution.canRead(from, to)));
        }
    }

    private static void part(
            StateColumns of,
            Part part,
            @Nullable StructSchema from,
            @Nullable StructSchema to,
            List<QueryChange> changes) {
        if (from == null || to == null) {
            return;
        }
        if (!StateSchemas.areCompatible(from, to)) {
            changes.add(new StateSchemaChanged(of, part, from, to));
        } else if (!names(from).equals(names(to))) {
            changes.add(new StateColumnsRenamed(of, part, names(from), names(to)));
        }
    }

    private static List<String> names(StructSchema schema) {
        return schema.fields().stream().map(StructSchema.Field::name).toList();
    }

    /**
     * State of an aggregation in its first format holds the key's columns in the value too; null when the format is not
     * known because the newest offsets cannot be read.
     */
    private @Nullable StructSchema provided(OperatorShape operator, FamilyShape asked) {
        boolean isAggregation = operator.name() != null && operator.name().startsWith(OperatorName.AGGREGATION);
        StructSchema value = asked.value();
        StructSchema key = asked.key();
        if (isAggregation && before.offsetVersion() == null) {
            return null;
        }
        boolean isFirstFormat = "1".equals(before.shape().confs().getOrDefault(AGGREGATION_FORMAT, "1"));
        boolean wasWrittenSo =
                after.isScratch() && "1".equals(after.shape().confs().getOrDefault(AGGREGATION_FORMAT, "1"));
        if (key == null || value == null || !isAggregation || !isFirstFormat || wasWrittenSo) {
            return value;
        }
        List<StructSchema.Field> fields = new ArrayList<>(key.fields());
        fields.addAll(value.fields());
        return new StructSchema(fields);
    }

    /** What transformWithState compares with its own metadata. Spark 4.2: TransformWithStateExecBase, StateStoreErrors. */
    private static void properties(OperatorShape known, OperatorShape operator, List<QueryChange> changes) {
        for (String property : List.of("timeMode", "outputMode")) {
            String from = known.properties().text(property).orElse("");
            String to = operator.properties().text(property).orElse("");
            if (!from.isEmpty() && !to.isEmpty() && !from.equals(to)) {
                changes.add(new StatePropertyChanged(known.operatorId(), property, from, to));
            }
        }
        Map<String, String> was = variables(known.properties());
        Map<String, String> is = variables(operator.properties());
        List<String> added = missing(was, is);
        List<String> removed = missing(is, was);
        if (!was.isEmpty() && !is.isEmpty() && !(added.isEmpty() && removed.isEmpty())) {
            changes.add(new StateVariablesChanged(known.operatorId(), added, removed));
        }
        is.forEach((variable, type) -> {
            String before = was.get(variable);
            if (before != null && !before.equals(type)) {
                changes.add(new StateVariableTypeChanged(known.operatorId(), variable, before, type));
            }
        });
    }

    /** Names of the second that the first does not have. */
    private static List<String> missing(Map<String, String> in, Map<String, String> of) {
        return of.keySet().stream()
                .filter(name -> !in.containsKey(name) && !name.startsWith("$"))
                .toList();
    }

    private static Map<String, String> variables(JsonObject properties) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (var value :
                properties.array("stateVariables").map(JsonArray::items).orElse(List.of())) {
            if (value instanceof JsonObject variable) {
                variables.put(
                        variable.text("stateName").orElse(""),
                        variable.text("stateVariableType").orElse(""));
            }
        }
        return variables;
    }
}
