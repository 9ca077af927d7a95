package dev.tidemark.delta;

import java.util.Optional;
import java.util.regex.Pattern;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonArray;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonText;
import dev.tidemark.format.json.JsonTruth;
import dev.tidemark.format.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** What a reader wants to know of a table's schema before it reads: the types and the marks that need features. */
public final class SchemaTraits {
    private static final Pattern SPARK_TYPES = Pattern.compile(
            "null|void|binary|boolean|byte|short|integer|long|float|double|string|date|timestamp|timestamp_ltz"
                    + "|timestamp_ntz|variant|decimal|decimal\\(\\s*\\d+\\s*,\\s*-?\\d+\\s*\\)|char\\(\\s*\\d+\\s*\\)"
                    + "|varchar\\(\\s*\\d+\\s*\\)|string collate \\w+|interval|interval .*|time|time\\(\\s*\\d+\\s*\\)");
    private static final Pattern KERNEL_TYPES = Pattern.compile(
            "binary|boolean|byte|short|integer|long|float|double|string|date|timestamp|timestamp_ntz|variant|decimal"
                    + "|decimal\\(\\s*\\d+\\s*,\\s*-?\\d+\\s*\\)|void|geometry|geography|(geometry|geography)\\(\\w+:.*\\)");

    private boolean isStruct;
    private boolean hasVoid;
    private boolean hasTimestampNtz;
    private boolean hasVariant;
    private boolean hasGeneratedColumn;
    private boolean hasIdentityColumn;
    private boolean hasInvariant;
    private @Nullable String unknownToSpark;
    private @Nullable String unknownToKernel;

    private SchemaTraits() {}

    /** Reads a schema in Spark's JSON; damaged when it is no JSON. */
    public static Parsed<SchemaTraits> of(Location at, String schemaString) {
        Parsed<JsonValue> schema = JsonParser.parse(at, schemaString);
        Optional<Damage> damage = schema.damage();
        if (damage.isPresent()) {
            return Parsed.damaged(damage.get());
        }
        SchemaTraits traits = new SchemaTraits();
        JsonValue value = schema.value().orElseThrow();
        traits.isStruct = value instanceof JsonObject object
                && object.text("type").filter("struct"::equals).isPresent();
        traits.visitType(value, true);
        return Parsed.intact(traits);
    }

    /** Whether it is the schema of a row at all. */
    public boolean isStruct() {
        return isStruct;
    }

    /** Whether a column has no type at all ({@code void}), anywhere. */
    public boolean hasVoid() {
        return hasVoid;
    }

    /** A timestamp without time zone anywhere. */
    public boolean hasTimestampNtz() {
        return hasTimestampNtz;
    }

    /** A variant anywhere. */
    public boolean hasVariant() {
        return hasVariant;
    }

    /** A column at the top with a generation expression. */
    public boolean hasGeneratedColumn() {
        return hasGeneratedColumn;
    }

    /** An identity column at the top. */
    public boolean hasIdentityColumn() {
        return hasIdentityColumn;
    }

    /** A column that is not nullable or has an invariant, outside of arrays and maps. */
    public boolean hasInvariant() {
        return hasInvariant;
    }

    /** The first type name that Spark does not know. */
    public Optional<String> unknownToSpark() {
        return Optional.ofNullable(unknownToSpark);
    }

    /** The first type name that Kernel does not know. */
    public Optional<String> unknownToKernel() {
        return Optional.ofNullable(unknownToKernel);
    }

    // The parser bounds the depth of the JSON, so this recursion is bounded too.
    private void visitType(@Nullable JsonValue type, boolean outsideCollections) {
        if (type instanceof JsonText name) {
            visitName(name.value());
        } else if (type instanceof JsonObject object) {
            switch (object.text("type").orElse("")) {
                case "struct" -> visitFields(object, outsideCollections);
                case "array" -> visitType(object.find("elementType").orElse(null), false);
                case "map" -> {
                    visitType(object.find("keyType").orElse(null), false);
                    visitType(object.find("valueType").orElse(null), false);
                }
                case "udt" -> {
                    unknownToKernel = unknownToKernel == null ? object.toString() : unknownToKernel;
                    if (object.find("sqlType").isPresent()) {
                        visitType(object.find("sqlType").get(), outsideCollections);
                    } else {
                        visitName(object.toString());
                    }
                }
                default -> visitName(object.toString());
            }
        } else {
            unknownToSpark = unknownToSpark == null ? String.valueOf(type) : unknownToSpark;
            unknownToKernel = unknownToKernel == null ? String.valueOf(type) : unknownToKernel;
        }
    }

    private void visitFields(JsonObject struct, boolean outsideCollections) {
        Optional<JsonArray> fields = struct.array("fields");
        if (fields.isEmpty()) {
            visitName(struct.toString());
            return;
        }
        for (JsonValue item : fields.get().items()) {
            if (item instanceof JsonObject field) {
                JsonObject metadata = field.object("metadata").orElse(JsonObject.EMPTY);
                boolean nullable = !field.find("nullable").equals(Optional.of(new JsonTruth(false)));
                hasInvariant |= outsideCollections
                        && (!nullable || metadata.find("delta.invariants").isPresent());
                hasGeneratedColumn |= outsideCollections
                        && metadata.find("delta.generationExpression").isPresent();
                hasIdentityColumn |= outsideCollections
                        && metadata.find("delta.identity.start").isPresent();
                visitType(field.find("type").orElse(null), outsideCollections);
            }
        }
    }

    private void visitName(String name) {
        hasVoid |= name.equals("void");
        hasTimestampNtz |= name.equals("timestamp_ntz");
        hasVariant |= name.equals("variant");
        if (unknownToSpark == null && !SPARK_TYPES.matcher(name).matches()) {
            unknownToSpark = name;
        }
        if (unknownToKernel == null && !KERNEL_TYPES.matcher(name).matches()) {
            unknownToKernel = name;
        }
    }
}
