package dev.tidemark.state;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * A version of a store: batch N reads version N and writes N + 1; version 0 is the empty store.
 *
 * @param uniqueId the id the commit log gives this store's version under checkpoint format 2; null under format 1
 */
public record StateVersion(long number, @Nullable String uniqueId) {
    public StateVersion {
        if (number < 0) {
            throw new IllegalArgumentException("negative state version: " + number);
        }
    }

    /** A version under checkpoint format 1. */
    public static StateVersion of(long number) {
        return new StateVersion(number, null);
    }

    /** The version a batch writes. */
    public static StateVersion writtenBy(long batchId) {
        return of(batchId + 1);
    }

    /** The unique id, or empty under checkpoint format 1. */
    public Optional<String> id() {
        return Optional.ofNullable(uniqueId);
    }

    /** The batch that writes this version. */
    public long batchId() {
        return number - 1;
    }

    @Override
    public String toString() {
        return uniqueId == null ? Long.toString(number) : number + "_" + uniqueId;
    }
}
