package dev.tidemark.audit;

import java.io.IOException;

import dev.tidemark.io.Places;

/** Finds out about one item. Called by several threads at a time. */
@FunctionalInterface
public interface Examiner {
    /**
     * Examines an item.
     *
     * @param places opens what the item and its evidence name; fails once the item's time is up
     * @throws IOException when its storage refuses
     */
    ItemResult examine(AuditItem item, Places.Opener places) throws IOException;
}
