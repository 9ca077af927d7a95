package dev.tidemark.state.schema;

import java.util.List;
import java.util.Optional;

/**
 * What a store holds.
 *
 * @param families one named {@code default} where {@code usesColumnFamilies} is false
 * @param usesColumnFamilies whether stored keys begin with the id of a column family
 */
public record StoreSchema(String storeName, List<ColumnFamilySchema> families, boolean usesColumnFamilies) {
    public StoreSchema {
        families = List.copyOf(families);
    }

    /** The column family of that name. */
    public Optional<ColumnFamilySchema> family(String name) {
        return families.stream().filter(family -> family.name().equals(name)).findFirst();
    }
}
