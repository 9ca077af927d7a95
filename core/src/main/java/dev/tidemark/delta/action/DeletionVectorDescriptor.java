package dev.tidemark.delta.action;

import org.jspecify.annotations.Nullable;

/**
 * Where the deletion vector of a file lies.
 *
 * @param storageType {@code u} a file below the table named by an encoded id, {@code i} inline, {@code p} an absolute
 *     path; kept as written when it is none of these
 * @param pathOrInlineDv what the storage type says it is
 * @param offset first byte in the file; null when the log does not say, which is read as 0 but is another identity
 * @param sizeInBytes of the serialized vector, as the log spells the field
 * @param cardinality rows that it deletes
 */
public record DeletionVectorDescriptor(
        String storageType, String pathOrInlineDv, @Nullable Integer offset, int sizeInBytes, long cardinality) {
    /**
     * What tells this vector from another of the same file in replay (Delta: DeletionVectorDescriptor.uniqueId). A
     * missing offset and an offset of 0 differ.
     */
    public String uniqueId() {
        String id = storageType + pathOrInlineDv;
        return offset == null ? id : id + '@' + offset;
    }
}
