package dev.tidemark.delta.action;

import org.jspecify.annotations.Nullable;

/**
 * {@code txn}: how far an application has written, such as a streaming query by its id and batch.
 *
 * @param lastUpdatedMs epoch milliseconds; null when the line does not say
 */
public record SetTransaction(
        String appId, long version, @Nullable Long lastUpdatedMs) implements Action {
    @Override
    public String name() {
        return "txn";
    }
}
