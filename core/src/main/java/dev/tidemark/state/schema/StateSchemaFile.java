package dev.tidemark.state.schema;

import java.util.List;
import java.util.Optional;

/**
 * A schema file as written.
 *
 * @param version 1 to 3
 * @param families in the order of the file; one named {@code default} in versions 1 and 2
 */
public record StateSchemaFile(int version, List<ColumnFamilySchema> families) {
    public StateSchemaFile {
        families = List.copyOf(families);
    }

    /** The column family of that name. */
    public Optional<ColumnFamilySchema> family(String name) {
        return families.stream().filter(family -> family.name().equals(name)).findFirst();
    }
}
