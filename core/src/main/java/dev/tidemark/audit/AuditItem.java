package dev.tidemark.audit;

/**
 * One thing to examine.
 *
 * @param place as one would type it
 */
public record AuditItem(ItemKind kind, String place) {}
