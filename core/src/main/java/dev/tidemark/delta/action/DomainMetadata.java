package dev.tidemark.delta.action;

/**
 * {@code domainMetadata}: a text that a feature keeps with the table.
 *
 * @param removed whether this ends the domain
 */
public record DomainMetadata(String domain, String configuration, boolean removed) implements Action {
    @Override
    public String name() {
        return "domainMetadata";
    }
}
