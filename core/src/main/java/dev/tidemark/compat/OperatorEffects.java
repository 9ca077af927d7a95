package dev.tidemark.compat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

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
import dev.tidemark.diagnosis.Severity;
import dev.tidemark.engine.SparkBehaviour;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

import static dev.tidemark.diagnosis.Severity.ERROR;
import static dev.tidemark.diagnosis.Severity.FATAL;
import static dev.tidemark.diagnosis.Severity.INFO;
import static dev.tidemark.diagnosis.Severity.WARNING;

/** What Spark makes of changed stateful operators. Authority: Spark 4.2 IncrementalExecution, StateSchemaCompatibilityChecker. */
final class OperatorEffects {
    private static final String NAMES_ERROR = "STREAMING_STATEFUL_OPERATOR_NOT_MATCH_IN_STATE_METADATA";
    private static final String OLD_OR_NEW = "restart with the old operators, or start on a new checkpoint";
    private static final String SCHEMA_CHECK = "spark.sql.streaming.stateStore.stateSchemaCheck";

    private final CheckpointShape before;
    private final NewQuery after;
    private final SparkBehaviour behaviour;

    OperatorEffects(CheckpointShape before, NewQuery after, SparkBehaviour behaviour) {
        this.before = before;
        this.after = after;
        this.behaviour = behaviour;
    }

    Optional<EffectDraft> of(QueryChange change) {
        if (change instanceof OperatorAdded added) {
            return Optional.of(added(added));
        } else if (change instanceof OperatorRemoved removed) {
            return Optional.of(removed(removed));
        } else if (change instanceof OperatorReplaced replaced) {
            return Optional.of(replaced(replaced));
        } else if (change instanceof OperatorsReordered reordered) {
            return Optional.of(reordered(reordered));
        } else if (change instanceof StateSchemaChanged schema) {
            return Optional.of(schema(schema));
        } else if (change instanceof StateColumnsRenamed renamed) {
            return Optional.of(renamed(renamed));
        } else if (change instanceof StoresChanged stores) {
            return Optional.of(stores(stores));
        } else if (change instanceof StateVariablesChanged variables) {
            return Optional.of(variables(variables));
        } else if (change instanceof StateValueEvolved value) {
            return Optional.of(evolved(value));
        } else if (change instanceof StatePropertyChanged property) {
            return Optional.of(refused(
                    property.operatorId(),
                    property.property() + " of transformWithState changes from " + property.from() + " to "
                            + property.to(),
                    "STATE_STORE_INVALID_CONFIG_AFTER_RESTART"));
        } else if (change instanceof StateVariableTypeChanged variable) {
            return Optional.of(refused(
                    variable.operatorId(),
                    "the state variable " + variable.variable() + " was a " + variable.from() + " and is a "
                            + variable.to() + " now",
                    "STATE_STORE_INVALID_VARIABLE_TYPE_CHANGE"));
        }
        return Optional.empty();
    }

    /** Whether Spark compares the operators themselves before it runs anything. */
    private boolean comparesNames() {
        return behaviour.checksOperatorsOnDriver() && before.hasNamedOperators();
    }

    private EffectDraft added(OperatorAdded change) {
        String says = change.operator().text() + " is new: the checkpoint has no state of it";
        if (comparesNames()) {
            return new EffectDraft(CompatRule.OPERATOR_ADDED, FATAL)
                    .says(says)
                    .then("Spark compares the operators with its metadata and stops")
                    .todo(OLD_OR_NEW)
                    .fails(NAMES_ERROR)
                    .at(Location.of("state"));
        }
        boolean hasState = before.shape().operators() != null
                && !before.shape().operators().isEmpty();
        boolean wantsDirectory = behaviour.wantsStateDirectory() && !hasState;
        return new EffectDraft(CompatRule.OPERATOR_ADDED, FATAL)
                .says(says)
                .then(
                        wantsDirectory
                                ? "Spark wants the state of a query that has batches already, and stops"
                                : "the first batch with data looks for the first version of its state, which is not there,"
                                        + " and fails")
                .todo(OLD_OR_NEW)
                .fails(
                        wantsDirectory
                                ? "STREAMING_STATEFUL_OPERATOR_MISSING_STATE_DIRECTORY"
                                : behaviour.namesStateFaults()
                                        ? "CANNOT_LOAD_STATE_STORE.CANNOT_READ_DELTA_FILE_NOT_EXISTS"
                                        : "IllegalStateException")
                .at(Location.of("state"));
    }

    private EffectDraft removed(OperatorRemoved change) {
        String says = change.operator().text() + " of the checkpoint is no longer in the query";
        if (comparesNames()) {
            return new EffectDraft(CompatRule.OPERATOR_REMOVED, FATAL)
                    .says(says)
                    .then("Spark compares the operators with its metadata and stops")
                    .todo(OLD_OR_NEW)
                    .fails(NAMES_ERROR)
                    .at(state(change.operator().operatorId()));
        }
        return new EffectDraft(CompatRule.OPERATOR_REMOVED, ERROR)
                .says(says)
                .then(
                        "accepted without a word: what its state held is never written, and when it comes back, its state is"
                                + " missing versions")
                .todo(OLD_OR_NEW)
                .at(state(change.operator().operatorId()));
    }

    private EffectDraft replaced(OperatorReplaced change) {
        String says = "operator " + change.operatorId() + " was " + change.from() + " and is " + change.to() + " now";
        if (comparesNames()) {
            return new EffectDraft(CompatRule.OPERATOR_REPLACED, FATAL)
                    .says(says)
                    .then("Spark compares the operators with its metadata and stops")
                    .todo(OLD_OR_NEW)
                    .fails(NAMES_ERROR)
                    .at(state(change.operatorId()));
        }
        return new EffectDraft(CompatRule.OPERATOR_REPLACED, ERROR)
                .says(says)
                .then(
                        "this Spark compares only keys and values: where their types fit by chance, the new operator goes on"
                                + " with state that means something else")
                .todo(OLD_OR_NEW)
                .likely()
                .at(state(change.operatorId()));
    }

    private EffectDraft reordered(OperatorsReordered change) {
        return new EffectDraft(CompatRule.OPERATORS_REORDERED, comparesNames() ? FATAL : ERROR)
                .says("the stateful operators were " + String.join(", ", change.from()) + " and are "
                        + String.join(", ", change.to()) + " now")
                .then("state goes by an operator's number in the plan: Spark finds another operator there and stops")
                .todo("keep the order of stateful operators, or start on a new checkpoint")
                .fails(comparesNames() ? NAMES_ERROR : null)
                .at(Location.of("state"));
    }

    private EffectDraft schema(StateSchemaChanged change) {
        boolean isKey = change.part() == Part.KEY;
        CompatRule rule = isKey ? CompatRule.KEY_SCHEMA_CHANGED : CompatRule.VALUE_SCHEMA_CHANGED;
        String says = (isKey ? "keys" : "values") + " of operator "
                + change.of().operatorId() + " (" + place(change.of()) + ") are "
                + difference(change.from(), change.to());
        boolean isChecked = !"false"
                .equalsIgnoreCase(
                        after.session().getOrDefault(SCHEMA_CHECK, "true").trim());
        Severity severity = isChecked ? FATAL : ERROR;
        String condition = isKey ? "STATE_STORE_KEY_SCHEMA_NOT_COMPATIBLE" : "STATE_STORE_VALUE_SCHEMA_NOT_COMPATIBLE";
        return new EffectDraft(rule, severity)
                .says(says)
                .then(
                        isChecked
                                ? "Spark compares number and types by position, not names, and stops"
                                : "the check is switched off (stateSchemaCheck): stored rows are read as the new types, which"
                                        + " gives wrong results or a crash")
                .todo("restart with the old keys and aggregates, or start on a new checkpoint")
                .fails(!isChecked ? null : behaviour.checksOperatorsOnDriver() ? condition : "StateSchemaNotCompatible")
                .at(Location.of("state/" + change.of().operatorId() + "/0/_metadata/schema"));
    }

    private static String place(StateColumns of) {
        return of.family().equals("default") ? "store " + of.store() : "variable " + of.family();
    }

    /** Nullability is told only where the types alone do not tell them apart. */
    private static String difference(StructSchema from, StructSchema to) {
        boolean isNullability = columns(from, false).equals(columns(to, false));
        return shortened(columns(from, isNullability)) + " in the checkpoint and "
                + shortened(columns(to, isNullability)) + " in the query";
    }

    private static String columns(StructSchema schema, boolean withNullability) {
        return schema.fields().stream()
                .map(field -> field.name() + " " + field.type().text()
                        + (withNullability && !field.nullable() ? " not null" : ""))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String shortened(String text) {
        return text.length() <= 160 ? text : text.substring(0, 157) + "...";
    }

    private EffectDraft renamed(StateColumnsRenamed change) {
        return new EffectDraft(CompatRule.STATE_COLUMNS_RENAMED, WARNING)
                .says((change.part() == Part.KEY ? "keys" : "values") + " of operator "
                        + change.of().operatorId() + " were named " + names(change.from()) + " and are named "
                        + names(change.to()) + " now")
                .then(
                        "accepted: types are compared by position and names are not. When only a name changed, nothing else"
                                + " does; another column or aggregate of the same type mixes with the old state, without a word")
                .todo("if it is more than a name, start on a new checkpoint")
                .at(Location.of("state/" + change.of().operatorId() + "/0/_metadata/schema"));
    }

    private static String names(List<String> names) {
        String text = String.join(", ", names);
        return text.length() <= 120 ? text : text.substring(0, 117) + "...";
    }

    private EffectDraft stores(StoresChanged change) {
        return new EffectDraft(CompatRule.STORES_CHANGED, WARNING)
                .says("operator " + change.operatorId() + " keeps the stores " + names(change.from()) + ", and "
                        + names(change.to()) + " in the test")
                .then("the format of a join's state decides it, and the checkpoint pins that format: the old stores are"
                        + " used")
                .todo("run the test with the state format that the checkpoint records")
                .likely()
                .at(state(change.operatorId()));
    }

    private static EffectDraft variables(StateVariablesChanged change) {
        List<String> parts = new ArrayList<>();
        if (!change.added().isEmpty()) {
            parts.add(names(change.added()) + " new");
        }
        if (!change.removed().isEmpty()) {
            parts.add(names(change.removed()) + " gone");
        }
        return new EffectDraft(CompatRule.STATE_VARIABLES_CHANGED, INFO)
                .says("state variables of operator " + change.operatorId() + ": " + String.join(", ", parts))
                .then(
                        "accepted: a new variable begins empty for every key. A renamed one is a new one: what the old one held"
                                + " is not found any more")
                .todo("keep the name of a variable whose state is wanted")
                .at(Location.of("state/" + change.operatorId() + "/_metadata/v2"));
    }

    private static EffectDraft evolved(StateValueEvolved change) {
        EffectDraft draft = new EffectDraft(CompatRule.STATE_VARIABLES_CHANGED, change.isReadable() ? INFO : FATAL)
                .says("values of operator " + change.of().operatorId() + " (" + place(change.of()) + ") are "
                        + difference(change.from(), change.to()))
                .at(state(change.of().operatorId()));
        return change.isReadable()
                ? draft.then(
                                "accepted: Avro reads the old values with the new schema, by name; a renamed field is a new one"
                                        + " and begins as null. A variable may evolve some 16 times")
                        .todo("nothing, when no field was renamed")
                : draft.then("Avro cannot read the old values with the new schema, and Spark stops")
                        .todo("add, drop or widen fields; give a field that changes its type a new name")
                        .fails("STATE_STORE_INVALID_VALUE_SCHEMA_EVOLUTION");
    }

    private static EffectDraft refused(long operatorId, String says, @Nullable String error) {
        return new EffectDraft(CompatRule.STATE_PROPERTY_CHANGED, FATAL)
                .says(says)
                .then("transformWithState compares it with what the checkpoint keeps, and stops")
                .todo("keep it, give a changed variable a new name, or start on a new checkpoint")
                .fails(error)
                .at(Location.of("state/" + operatorId + "/_metadata/v2"));
    }

    private static Location state(long operatorId) {
        return Location.of("state/" + operatorId);
    }
}
