package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;

/**
 * Whether a plan may use stored state: types by position, names and metadata do not count. Authority: Spark 4.2
 * StateSchemaCompatibilityChecker.check, DataType.equalsIgnoreNameAndCompatibleNullability.
 */
final class StateSchemas {
    private StateSchemas() {}

    static boolean areCompatible(StructSchema stored, StructSchema provided) {
        return fits(provided, stored);
    }

    private static boolean fits(SparkType provided, SparkType stored) {
        if (provided instanceof StructSchema from && stored instanceof StructSchema to) {
            return fits(from.fields(), to.fields());
        } else if (provided instanceof SparkType.Array from && stored instanceof SparkType.Array to) {
            return (to.containsNull() || !from.containsNull()) && fits(from.element(), to.element());
        } else if (provided instanceof SparkType.Map from && stored instanceof SparkType.Map to) {
            return (to.valueContainsNull() || !from.valueContainsNull())
                    && fits(from.key(), to.key())
                    && fits(from.value(), to.value());
        }
        return provided.equals(stored);
    }

    private static boolean fits(List<StructSchema.Field> provided, List<StructSchema.Field> stored) {
        if (provided.size() != stored.size()) {
            return false;
        }
        for (int i = 0; i < provided.size(); i++) {
            StructSchema.Field from = provided.get(i);
            StructSchema.Field to = stored.get(i);
            if ((from.nullable() && !to.nullable()) || !fits(from.type(), to.type())) {
                return false;
            }
        }
        return true;
    }
}
