package dev.tidemark.delta.vector;

import java.util.Optional;
import java.util.UUID;

import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.io.StoragePath;

/** Where the bytes of a deletion vector are. */
public sealed interface VectorPlace {
    /** In the log itself. */
    record Inline(String text) implements VectorPlace {}

    /** In a file below the table. */
    record InTable(StoragePath file) implements VectorPlace {}

    /** In a file that is named by a whole path: a percent-encoded URI. */
    record Elsewhere(String uri) implements VectorPlace {}

    /** The descriptor names no place. */
    record Nowhere(String reason) implements VectorPlace {}

    /** Delta 4.2: DeletionVectorDescriptor.absolutePath, assembleDeletionVectorPath. */
    static VectorPlace of(DeletionVectorDescriptor vector) {
        return switch (vector.storageType()) {
            case "i" -> new Inline(vector.pathOrInlineDv());
            case "p" -> new Elsewhere(vector.pathOrInlineDv());
            case "u" ->
                Names.fileOf(vector.pathOrInlineDv())
                        .<VectorPlace>map(InTable::new)
                        .orElseGet(() -> new Nowhere("no encoded id: " + vector.pathOrInlineDv()));
            default -> new Nowhere("no such storage type: " + vector.storageType());
        };
    }

    /** How files of vectors are named. */
    final class Names {
        private static final int ENCODED_ID_LENGTH = 20;

        private Names() {}

        private static Optional<StoragePath> fileOf(String prefixAndId) {
            int split = prefixAndId.length() - ENCODED_ID_LENGTH;
            if (split < 0) {
                return Optional.empty();
            }
            String prefix = prefixAndId.substring(0, split);
            return Z85.decode(prefixAndId.substring(split)).flatMap(id -> {
                String name = "deletion_vector_" + uuid(id) + ".bin";
                return StoragePath.inside(prefix.isEmpty() ? name : prefix + "/" + name);
            });
        }

        private static UUID uuid(byte[] bytes) {
            java.nio.ByteBuffer id = java.nio.ByteBuffer.wrap(bytes);
            return new UUID(id.getLong(), id.getLong());
        }
    }
}
