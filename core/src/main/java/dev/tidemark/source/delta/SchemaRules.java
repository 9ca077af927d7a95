package dev.tidemark.source.delta;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.tidemark.delta.action.Metadata;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.type.SchemaJsonParser;
import dev.tidemark.format.type.SparkType;
import dev.tidemark.format.type.StructSchema;
import org.jspecify.annotations.Nullable;

/**
 * Whether a stream that was planned with one schema may read files written under another. Authority: Delta 4.0
 * SchemaUtils.isReadCompatible, DeltaColumnMapping.hasNoColumnMappingSchemaChanges, collectRenamedColumns and
 * collectDroppedColumns, TypeWidening.
 */
final class SchemaRules {
    private static final String MAPPING_MODE = "delta.columnMapping.mode";
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
    private static final String NO_MAPPING = "none";

    private SchemaRules() {}

    /**
     * What a comparison passes over.
     *
     * @param missingColumns columns that are missing from the stream's schema
     * @param widenedTypes types that the stream's schema widens
     */
    record Leniency(boolean missingColumns, boolean widenedTypes) {
        static final Leniency NONE = new Leniency(false, false);
    }

    /** The schema of a metadata action; a table without one has no columns. */
    static StructSchema schemaOf(Metadata metadata) {
        String text = metadata.schemaString();
        return text == null
                ? StructSchema.EMPTY
                : SchemaJsonParser.parse(Location.of("metaData.schemaString"), text)
                        .value()
                        .orElse(StructSchema.EMPTY);
    }

    /** The partition columns of a metadata action. */
    static List<String> partitionColumnsOf(Metadata metadata) {
        List<String> columns = metadata.partitionColumns();
        return columns == null ? List.of() : columns;
    }

    /** Whether data of one schema can be read with another without a null where none may be. */
    static boolean isReadCompatible(StructSchema existing, StructSchema read, Leniency leniency) {
        Map<String, StructSchema.Field> existingFields = byLowerName(existing);
        if (!leniency.missingColumns() && !byLowerName(read).keySet().containsAll(existingFields.keySet())) {
            return false;
        }
        for (StructSchema.Field field : read.fields()) {
            StructSchema.Field old = existingFields.get(field.name().toLowerCase(Locale.ROOT));
            if (old != null
                    && !(old.name().equals(field.name())
                            && (field.nullable() || !old.nullable())
                            && isTypeCompatible(old.type(), field.type(), leniency))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTypeCompatible(SparkType existing, SparkType read, Leniency leniency) {
        if (existing instanceof StructSchema from && read instanceof StructSchema to) {
            return isReadCompatible(from, to, leniency);
        } else if (existing instanceof SparkType.Array from && read instanceof SparkType.Array to) {
            return (to.containsNull() || !from.containsNull())
                    && isTypeCompatible(from.element(), to.element(), leniency);
        } else if (existing instanceof SparkType.Map from && read instanceof SparkType.Map to) {
            return (to.valueContainsNull() || !from.valueContainsNull())
                    && isTypeCompatible(from.key(), to.key(), leniency)
                    && isTypeCompatible(from.value(), to.value(), leniency);
        }
        return existing.equals(read) || (leniency.widenedTypes() && isWidening(existing, read));
    }

    private static Map<String, StructSchema.Field> byLowerName(StructSchema schema) {
        Map<String, StructSchema.Field> fields = new LinkedHashMap<>();
        schema.fields().forEach(field -> fields.put(field.name().toLowerCase(Locale.ROOT), field));
        return fields;
    }

    /** Whether the table maps columns by id or name. */
    static boolean hasColumnMapping(Metadata metadata) {
        return !mappingMode(metadata).equals(NO_MAPPING);
    }

    private static String mappingMode(Metadata metadata) {
        return metadata.property(MAPPING_MODE).orElse(NO_MAPPING).toLowerCase(Locale.ROOT);
    }

    /**
     * Whether a column was renamed or dropped, the partitioning of a mapped table changed, or the mapping was taken back.
     */
    static boolean hasColumnMappingChange(Metadata newer, Metadata older) {
        boolean wasMapped = hasColumnMapping(older);
        boolean isMapped = hasColumnMapping(newer);
        if (!isMapped) {
            return wasMapped;
        }
        Map<List<String>, StructSchema.Field> then = byPhysicalPath(schemaOf(older), wasMapped);
        Map<List<String>, StructSchema.Field> now = byPhysicalPath(schemaOf(newer), true);
        for (Map.Entry<List<String>, StructSchema.Field> column : then.entrySet()) {
            StructSchema.Field found = now.get(column.getKey());
            if (found == null || !found.name().equals(column.getValue().name())) {
                return true;
            }
        }
        return !partitionColumnsOf(newer).equals(partitionColumnsOf(older));
    }

    /**
     * What cannot be taken as an addition between two tracked schemas; empty when nothing.
     *
     * @param seesTypes whether a widened type is such a change
     */
    static Optional<NonAdditive> nonAdditiveChange(StructSchema newer, StructSchema older, boolean seesTypes) {
        Map<List<String>, List<String>> now = logicalByPhysical(newer);
        Map<List<String>, StructSchema.Field> nowFields = byPhysicalPath(newer, true);
        List<String> renamed = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        List<String> widened = new ArrayList<>();
        Map<List<String>, List<String>> then = logicalByPhysical(older);
        for (Map.Entry<List<String>, StructSchema.Field> column :
                byPhysicalPath(older, true).entrySet()) {
            List<String> path = column.getKey();
            String was = pretty(then.get(path));
            StructSchema.Field found = nowFields.get(path);
            if (found == null) {
                dropped.add("'" + was + "'");
                continue;
            }
            if (!found.name().equals(column.getValue().name())) {
                renamed.add("'" + was + "' -> '" + pretty(now.get(path)) + "'");
            }
            if (seesTypes && isWidening(column.getValue().type(), found.type())) {
                widened.add("'" + String.join(".", path) + "': "
                        + sql(column.getValue().type()) + " -> " + sql(found.type()));
            }
        }
        return renamed.isEmpty() && dropped.isEmpty() && widened.isEmpty()
                ? Optional.empty()
                : Optional.of(new NonAdditive(renamed, dropped, widened));
    }

    private static String sql(SparkType type) {
        return type.text().toUpperCase(Locale.ROOT);
    }

    private static String pretty(@Nullable List<String> path) {
        return path == null
                ? ""
                : path.stream()
                        .map(name -> name.contains(".") ? "`" + name + "`" : name)
                        .collect(Collectors.joining("."));
    }

    /** The names that people use, by those that files use. */
    private static Map<List<String>, List<String>> logicalByPhysical(StructSchema schema) {
        List<List<String>> physical = List.copyOf(byPhysicalPath(schema, true).keySet());
        Map<List<String>, StructSchema.Field> logical = new LinkedHashMap<>();
        explode(schema, List.of(), false, logical);
        List<List<String>> names = List.copyOf(logical.keySet());
        Map<List<String>, List<String>> both = new LinkedHashMap<>();
        for (int i = 0; i < Math.min(physical.size(), names.size()); i++) {
            both.put(physical.get(i), names.get(i));
        }
        return both;
    }

    /** Changes of the schema that a stream must not follow by itself, each in words. */
    record NonAdditive(List<String> renamed, List<String> dropped, List<String> widened) {
        private static final String RENAME = "allowSourceColumnRename";
        private static final String DROP = "allowSourceColumnDrop";
        private static final String RENAME_AND_DROP = "allowSourceColumnRenameAndDrop";
        private static final String TYPE = "allowSourceColumnTypeChange";

        boolean isRename() {
            return !renamed.isEmpty();
        }

        boolean isDrop() {
            return !dropped.isEmpty();
        }

        boolean isTypeWidening() {
            return !widened.isEmpty();
        }

        /** As messages name it. */
        String text() {
            if (isRename() && isDrop()) {
                return isTypeWidening() ? "RENAME, DROP AND TYPE WIDENING" : "RENAME AND DROP COLUMN";
            } else if (isRename()) {
                return isTypeWidening() ? "RENAME AND TYPE WIDENING" : "RENAME COLUMN";
            } else if (isDrop()) {
                return isTypeWidening() ? "DROP AND TYPE WIDENING" : "DROP COLUMN";
            }
            return "TYPE WIDENING";
        }

        /** As messages list it. */
        String details() {
            return (isRename() ? "Columns renamed:\n" + String.join("\n", renamed) + "\n" : "")
                    + (isDrop() ? "Columns dropped:\n" + String.join(", ", dropped) + "\n" : "")
                    + (isTypeWidening() ? "Columns with widened types:\n" + String.join("\n", widened) + "\n" : "");
        }

        /** The options that messages offer, which are not always those that help. */
        List<String> options() {
            if (isRename() && (!isDrop() || !isTypeWidening())) {
                return isDrop() || isTypeWidening() ? List.of(RENAME, DROP) : List.of(RENAME);
            } else if (isDrop()) {
                return isTypeWidening() ? List.of(DROP, TYPE) : List.of(DROP);
            }
            return List.of(TYPE);
        }

        /** The confs that messages offer. */
        List<String> confs() {
            List<String> confs = new ArrayList<>();
            if (isRename() || isDrop()) {
                confs.add(isRename() && isDrop() ? RENAME_AND_DROP : isRename() ? RENAME : DROP);
            }
            if (isTypeWidening()) {
                confs.add(TYPE);
            }
            return confs;
        }
    }

    /** Whether a type became wider from one metadata action to the next. */
    static boolean hasTypeChange(Metadata newer, Metadata older) {
        boolean mapped = hasColumnMapping(newer) && hasColumnMapping(older);
        Map<List<String>, StructSchema.Field> now = byPhysicalPath(schemaOf(newer), mapped);
        for (Map.Entry<List<String>, StructSchema.Field> column :
                byPhysicalPath(schemaOf(older), mapped).entrySet()) {
            StructSchema.Field found = now.get(column.getKey());
            if (found != null && isWidening(column.getValue().type(), found.type())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAtomic(SparkType type) {
        return !(type instanceof StructSchema || type instanceof SparkType.Array || type instanceof SparkType.Map);
    }

    /** Authority: Delta 4.0 TypeWidening.isTypeChangeSupported. */
    private static boolean isWidening(SparkType from, SparkType to) {
        if (from.equals(to) || !isAtomic(from) || !isAtomic(to)) {
            return false;
        }
        int fromBytes = integerBytes(from);
        int toBytes = integerBytes(to);
        if (fromBytes > 0 && toBytes > 0) {
            return fromBytes < toBytes;
        }
        if (fromBytes > 0 && to == SparkType.Simple.DOUBLE) {
            return fromBytes < Long.BYTES;
        }
        if (fromBytes > 0 && to instanceof SparkType.Decimal decimal) {
            return decimal.precision() - decimal.scale() >= (fromBytes == Long.BYTES ? 20 : 10);
        }
        if (from instanceof SparkType.Decimal narrow && to instanceof SparkType.Decimal wide) {
            return wide.scale() >= narrow.scale()
                    && wide.precision() - wide.scale() >= narrow.precision() - narrow.scale();
        }
        return (from == SparkType.Simple.FLOAT && to == SparkType.Simple.DOUBLE)
                || (from == SparkType.Simple.DATE && to == SparkType.Simple.TIMESTAMP_NTZ);
    }

    private static int integerBytes(SparkType type) {
        if (type == SparkType.Simple.BYTE || type == SparkType.Simple.SHORT) {
            return type.widthBytes();
        }
        return type == SparkType.Simple.INTEGER || type == SparkType.Simple.LONG ? type.widthBytes() : 0;
    }

    /** Every column, nested ones too, by the names under which files hold them. */
    private static Map<List<String>, StructSchema.Field> byPhysicalPath(StructSchema schema, boolean usesMapping) {
        Map<List<String>, StructSchema.Field> columns = new LinkedHashMap<>();
        explode(schema, List.of(), usesMapping, columns);
        return columns;
    }

    private static void explode(
            SparkType type, List<String> path, boolean usesMapping, Map<List<String>, StructSchema.Field> into) {
        if (type instanceof StructSchema struct) {
            for (StructSchema.Field field : struct.fields()) {
                String name = usesMapping ? field.metadata().text(PHYSICAL_NAME).orElse(field.name()) : field.name();
                List<String> column = append(path, name);
                into.put(column, field);
                explode(field.type(), column, usesMapping, into);
            }
        } else if (type instanceof SparkType.Array array) {
            explode(array.element(), append(path, "element"), usesMapping, into);
        } else if (type instanceof SparkType.Map map) {
            explode(map.key(), append(path, "key"), usesMapping, into);
            explode(map.value(), append(path, "value"), usesMapping, into);
        }
    }

    private static List<String> append(List<String> path, String name) {
        List<String> longer = new ArrayList<>(path);
        longer.add(name);
        return List.copyOf(longer);
    }

    /** Whether two schemas are the same but for what only writers care about. */
    static boolean isSame(StructSchema one, StructSchema other) {
        return withoutWriterMetadata(one).equals(withoutWriterMetadata(other));
    }

    /** Authority: Delta 4.0 DeltaTableUtils.removeInternalWriterMetadata. */
    private static StructSchema withoutWriterMetadata(StructSchema schema) {
        Set<String> internal = new HashSet<>(Set.of(
                "delta.generationExpression",
                "delta.identity.start",
                "delta.identity.step",
                "delta.identity.highWaterMark",
                "delta.identity.allowExplicitInsert",
                "EXISTS_DEFAULT",
                "CURRENT_DEFAULT"));
        List<StructSchema.Field> fields = new ArrayList<>();
        for (StructSchema.Field field : schema.fields()) {
            List<JsonObject.Member> kept = field.metadata().members().stream()
                    .filter(member -> !internal.contains(member.name()))
                    .toList();
            fields.add(new StructSchema.Field(field.name(), field.type(), field.nullable(), new JsonObject(kept)));
        }
        return new StructSchema(fields);
    }

    /** The properties that readers and writers of Delta obey. */
    static Map<String, @Nullable String> deltaProperties(@Nullable Map<String, @Nullable String> configuration) {
        Map<String, @Nullable String> delta = new LinkedHashMap<>();
        if (configuration != null) {
            configuration.forEach((key, value) -> {
                if (key.startsWith("delta.")) {
                    delta.put(key, value);
                }
            });
        }
        return delta;
    }
}
