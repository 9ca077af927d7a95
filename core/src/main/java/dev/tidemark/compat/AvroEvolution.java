package dev.tidemark.compat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;

/**
 * Whether values that were stored in Avro can be read with another schema: fields go by name, may come and go, and numbers may
 * widen. Every field of a state value is nullable with null as its default. Authority: Spark 4.2
 * StateSchemaCompatibilityChecker.check (canReadStrategy, validateAll), the Avro specification on schema resolution.
 */
final class AvroEvolution {
    private static final Map<String, String> KINDS = Map.of(
            "tinyint", "int",
            "smallint", "int",
            "int", "int",
            "bigint", "long",
            "float", "float",
            "double", "double",
            "string", "string",
            "binary", "bytes");
    private static final Map<String, Set<String>> READ_AS = Map.of(
            "int", Set.of("int", "long", "float", "double"),
            "long", Set.of("long", "float", "double"),
            "float", Set.of("float", "double"),
            "string", Set.of("string", "bytes"),
            "bytes", Set.of("bytes", "string"));

    private AvroEvolution() {}

    /** Whether a reader of the new schema takes what was stored. */
    static boolean canRead(StructSchema stored, StructSchema asked) {
        for (StructSchema.Field field : asked.fields()) {
            Optional<StructSchema.Field> old = stored.fields().stream()
                    .filter(known -> known.name().equals(field.name()))
                    .findFirst();
            if (old.isPresent() && !canRead(old.get().type(), field.type())) {
                return false;
            }
        }
        return true;
    }

    private static boolean canRead(SparkType stored, SparkType asked) {
        if (stored instanceof StructSchema from && asked instanceof StructSchema to) {
            return canRead(from, to);
        } else if (stored instanceof SparkType.Array from && asked instanceof SparkType.Array to) {
            return canRead(from.element(), to.element());
        } else if (stored instanceof SparkType.Map from && asked instanceof SparkType.Map to) {
            return canRead(from.value(), to.value());
        }
        String from = KINDS.get(stored.text());
        String to = KINDS.get(asked.text());
        return stored.text().equals(asked.text())
                || (from != null
                        && to != null
                        && READ_AS.getOrDefault(from, Set.of(from)).contains(to));
    }
}
