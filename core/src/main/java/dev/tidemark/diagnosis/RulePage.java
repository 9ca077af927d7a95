package dev.tidemark.diagnosis;

import java.util.List;

/**
 * What a rule is about, for who meets its id.
 *
 * @param id stable; its meaning never changes
 * @param title a clause without a full stop
 * @param severities that its findings can have, the usual one first
 * @param confidence its findings' usual one
 * @param versions of Spark or Delta that it holds for, in words
 * @param meaning what it finds and what follows; paragraphs
 * @param remedy what to do
 * @param authority where Spark or Delta decides it
 */
public record RulePage(
        String id,
        String title,
        List<Severity> severities,
        Confidence confidence,
        String versions,
        String meaning,
        String remedy,
        String authority) {
    public RulePage {
        severities = List.copyOf(severities);
        if (severities.isEmpty()) {
            throw new IllegalArgumentException(id + " has no severity");
        }
    }

    /** The usual severity. */
    public Severity severity() {
        return severities.get(0);
    }

    /** {@code CKP} of {@code CKP-003}. */
    public String group() {
        return id.substring(0, id.indexOf('-'));
    }
}
