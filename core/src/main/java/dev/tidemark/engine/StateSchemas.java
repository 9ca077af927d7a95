package dev.tidemark.engine;

import java.util.List;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.type.SchemaDdlParser;
import dev.tidemark.format.type.SchemaJsonParser;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * Whether a plan may use stored state: types by position, names and metadata do not count. Authority: Spark 4.2
 * StateSchemaCompatibilityChecker.check, DataType.equalsIgnoreNameAndCompatibleNullability.
 */
public final class StateSchemas {
    private StateSchemas() {}

    /** Whether state that was stored so may be used by a plan that wants it so. */
    public static boolean areCompatible(StructSchema stored, StructSchema provided) {
        return fits(provided, stored);
    }

    /** A schema as a query description has it, JSON or DDL; null when there is none, or none that can be read. */
    public static @Nullable StructSchema described(@Nullable String text) {
        if (text == null) {
            return null;
        }
        Location at = Location.of("query description");
        return text.stripLeading().startsWith("{")
                ? SchemaJsonParser.parse(at, text).value().orElse(null)
                : SchemaDdlParser.parse(at, text)
                        .value()
                        .map(StateSchemas::withoutNulls)
                        .orElse(null);
    }

    /**
     * The schema without a null anywhere, which fits any stored nullability. A person who describes state in DDL says
     * types, and cannot say of every field and element what Spark's planner derived.
     */
    private static StructSchema withoutNulls(StructSchema schema) {
        return new StructSchema(schema.fields().stream()
                .map(field -> new StructSchema.Field(field.name(), withoutNulls(field.type()), false, field.metadata()))
                .toList());
    }

    private static SparkType withoutNulls(SparkType type) {
        if (type instanceof StructSchema struct) {
            return withoutNulls(struct);
        } else if (type instanceof SparkType.Array array) {
            return new SparkType.Array(withoutNulls(array.element()), false);
        } else if (type instanceof SparkType.Map map) {
            return new SparkType.Map(withoutNulls(map.key()), withoutNulls(map.value()), false);
        }
        return type;
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
