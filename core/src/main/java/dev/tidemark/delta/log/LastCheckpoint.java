package dev.tidemark.delta.log;

import java.util.List;
import java.util.Optional;

import dev.tidemark.delta.action.Sidecar;
import org.jspecify.annotations.Nullable;

/**
 * What {@code _last_checkpoint} says: a hint that readers follow, not a truth.
 *
 * @param size actions in the checkpoint, -1 when unknown
 * @param parts of a multipart checkpoint; null otherwise
 * @param hasSchema whether it holds the schema of the checkpoint, so that Spark need not open the footer
 * @param schemaHasAdd whether that schema has the column of added files, without which Spark fails
 * @param v2 which file of the v2 specification it is; null when it is none
 * @param digest its own checksum against its own content
 */
public record LastCheckpoint(
        long version,
        long size,
        @Nullable Integer parts,
        boolean hasSchema,
        boolean schemaHasAdd,
        @Nullable V2 v2,
        Digest digest) {
    /**
     * The part about a v2 checkpoint.
     *
     * @param path the name of the manifest
     * @param hasCheckpointMetadata whether its copy of the manifest holds the action that marks it
     * @param sidecars its copy of the manifest's sidecars; null when it was too long to be kept
     */
    public record V2(
            @Nullable String path,
            boolean hasCheckpointMetadata,
            @Nullable List<Sidecar> sidecars) {
        /** The sidecars, when the hint knows all that the manifest would tell (Delta: UninitializedV2CheckpointProvider). */
        public Optional<List<Sidecar>> completeSidecars() {
            return hasCheckpointMetadata ? Optional.ofNullable(sidecars) : Optional.empty();
        }
    }

    /** A stored checksum against the two ways in which it is computed. */
    public enum Digest {
        /** None is stored. */
        ABSENT,
        /** As Spark computes it. */
        MATCHES,
        /** As the protocol's text says and not as Spark computes it; Spark rejects the file. */
        MATCHES_PROTOCOL_ONLY,
        /** Neither. */
        MISMATCH
    }
}
