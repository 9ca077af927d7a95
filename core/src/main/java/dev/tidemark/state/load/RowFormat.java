package dev.tidemark.state.load;

import java.util.List;
import java.util.Optional;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.binary.Slice;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import dev.tidemark.state.RowStructure;
import dev.tidemark.state.schema.ColumnFamilySchema;
import dev.tidemark.state.schema.OperatorName;
import dev.tidemark.state.schema.StoreSchema;
import org.jspecify.annotations.Nullable;

/**
 * What Spark holds the first row of a store against, unless {@code stateStore.formatValidation.enabled} is false. Authority:
 * Spark 3.5 to 4.2 StateStoreProvider.validateStateRowFormat.
 *
 * @param value null where values are not looked at
 */
public record RowFormat(StructSchema key, @Nullable StructSchema value) {
    private static final String TIMEOUT = "timeoutTimestamp";

    /**
     * The format of a store's rows; empty where its schema is not known, and for column families, which nobody checks.
     *
     * @param operatorName null where the checkpoint does not tell; it may then be a deduplication, whose values nobody checks
     */
    public static Optional<RowFormat> of(@Nullable String operatorName, StoreSchema store) {
        List<ColumnFamilySchema> families = store.families();
        if (store.usesColumnFamilies() || families.size() != 1) {
            return Optional.empty();
        }
        StructSchema value = families.get(0).value();
        boolean mayDeduplicate = operatorName == null || OperatorName.DEDUPLICATION.equals(operatorName);
        boolean isUnchecked = mayDeduplicate || holdsOldTimeout(value);
        return Optional.of(new RowFormat(families.get(0).key(), isUnchecked ? null : value));
    }

    /** In format 1 of flatMapGroupsWithState the timeout is declared an int and holds a long. */
    private static boolean holdsOldTimeout(StructSchema value) {
        int last = value.size() - 1;
        return last >= 0
                && value.field(last).name().equals(TIMEOUT)
                && value.field(last).type() == SparkType.Simple.INTEGER;
    }

    /**
     * What a row that stands there fails by; its {@link Damage#cause()} is a {@link StrangeRow}.
     *
     * @param rowKey null for one that is kept in another layout than Spark's own
     * @param rowValue the same
     */
    public Optional<Damage> damage(Location at, @Nullable Slice rowKey, @Nullable Slice rowValue) {
        Optional<Damage> ofKey = damage(at, StrangeRow.Part.KEY, rowKey, key);
        return ofKey.isPresent() ? ofKey : damage(at, StrangeRow.Part.VALUE, rowValue, value);
    }

    private static Optional<Damage> damage(
            Location at, StrangeRow.Part part, @Nullable Slice row, @Nullable StructSchema schema) {
        if (row == null || schema == null) {
            return Optional.empty();
        }
        return RowStructure.fault(row, schema)
                .map(fault -> new Damage(
                                at,
                                DamageKind.MALFORMED,
                                (part == StrangeRow.Part.KEY ? "keys" : "values") + " of this store's schema",
                                "a row of another (" + fault + ")")
                        .because(new StrangeRow(part, RowStructure.explained(fault, row, schema))));
    }
}
