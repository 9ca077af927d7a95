package dev.tidemark.state.operator;

import dev.tidemark.format.binary.Values;
import dev.tidemark.state.ChangeKind;
import org.jspecify.annotations.Nullable;

/**
 * One row of a selection, or one change to it. Good during the call it comes with only: its values are read in place.
 *
 * @param batchId the batch that made the change; the batch asked for where it is no change
 * @param change null where the row is no change
 * @param value null where the change removes the key
 */
public record StateRow(
        int partitionId,
        long batchId,
        @Nullable ChangeKind change,
        Values key,
        @Nullable Values value) {}
