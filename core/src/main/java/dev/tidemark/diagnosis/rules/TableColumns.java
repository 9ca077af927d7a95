package dev.tidemark.diagnosis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.delta.action.Metadata;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.type.SchemaJsonParser;
import dev.tidemark.format.type.StructSchema;

/**
 * The columns of a table as a stream compares them: by what stores them where names are mapped, else by name. Authority:
 * Delta 4.2 DeltaColumnMapping.hasNoColumnMappingSchemaChanges, SchemaUtils.isReadCompatible.
 *
 * @param byKey each column by what identifies it
 */
record TableColumns(Map<String, Column> byKey) {
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";
    private static final int DEEPEST = 20;

    /** A column's name as users see it, and its type; nested ones by the path of names. */
    record Column(String name, String type) {}

    /** The columns of a metadata action; none when its schema cannot be read. */
    static TableColumns of(Metadata metadata) {
        Map<String, Column> columns = new LinkedHashMap<>();
        String text = metadata.schemaString();
        Optional<StructSchema> schema = text == null
                ? Optional.empty()
                : SchemaJsonParser.parse(Location.of("metaData.schemaString"), text)
                        .value();
        schema.ifPresent(struct -> add(struct, "", "", columns, 0));
        return new TableColumns(columns);
    }

    private static void add(StructSchema struct, String keys, String names, Map<String, Column> columns, int depth) {
        for (StructSchema.Field field : struct.fields()) {
            String key = keys
                    + field.metadata().text(PHYSICAL_NAME).orElse(field.name().toLowerCase(Locale.ROOT));
            String name = names + field.name();
            if (field.type() instanceof StructSchema nested && depth < DEEPEST) {
                columns.put(key, new Column(name, "struct"));
                add(nested, key + ".", name + ".", columns, depth + 1);
            } else {
                columns.put(key, new Column(name, field.type().text()));
            }
        }
    }

    /** What of these columns is another in the later ones, or is not there any more; in words. */
    List<String> breaksTo(TableColumns later) {
        List<String> changes = new ArrayList<>();
        byKey.forEach((key, column) -> {
            Column now = later.byKey().get(key);
            if (now == null) {
                changes.add("drops column " + column.name());
            } else if (!now.name().equals(column.name())) {
                changes.add("renames column " + column.name() + " to " + now.name());
            } else if (!now.type().equals(column.type())) {
                changes.add("changes the type of column " + column.name());
            }
        });
        return changes;
    }

    /** What the later columns have more; in words. */
    List<String> addedIn(TableColumns later) {
        List<String> changes = new ArrayList<>();
        later.byKey().forEach((key, column) -> {
            if (!byKey.containsKey(key)) {
                changes.add("adds column " + column.name());
            }
        });
        return changes;
    }
}
