package dev.tidemark.diagnosis;

import java.util.List;

/**
 * Looks at a model for one kind of trouble. Pure: the same model gives the same findings.
 *
 * @param <M> what it looks at
 */
public interface Rule<M> {
    /** Stable id such as {@code CKP-003}; its meaning never changes. */
    String id();

    /** What it finds; nothing on a healthy model. */
    List<Finding> check(M model);
}
