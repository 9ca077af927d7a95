package dev.tidemark.source.delta;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Remove;
import org.jspecify.annotations.Nullable;

/**
 * One item of the source's sequence: a file at its place in a version, or a sentinel without a file.
 *
 * @param action null for a sentinel
 */
record IndexedFile(long version, long index, @Nullable FileAction action) {
    /** A place without a file. */
    static IndexedFile sentinel(long version, long index) {
        return new IndexedFile(version, index, null);
    }

    boolean hasFile() {
        return action != null;
    }

    boolean isBaseOrEnd() {
        return action == null && (index == DeltaOffset.BASE || index == DeltaOffset.END);
    }

    boolean isBarrier() {
        return index == DeltaOffset.METADATA_CHANGE || index == DeltaOffset.POST_METADATA_CHANGE;
    }

    /** What admission counts for it. */
    long sizeBytes() {
        if (action instanceof Add add) {
            return add.sizeBytes();
        } else if (action instanceof Remove remove) {
            return remove.formerSizeBytes().orElse(0);
        }
        return action instanceof AddCdcFile cdc ? cdc.sizeBytes() : 0;
    }

    /** Whether a deletion vector hides rows of it. */
    boolean hasDeletionVector() {
        if (action instanceof Add add) {
            return add.deletionVector() != null;
        }
        return action instanceof Remove remove && remove.deletionVector() != null;
    }

    /** Whether it lies behind a place. */
    boolean isBehind(long fromVersion, long fromIndex) {
        return version > fromVersion || index > fromIndex;
    }
}
