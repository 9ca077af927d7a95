package dev.tidemark.state;

/** Opens the stores of a checkpoint with the provider the logs pin. */
@FunctionalInterface
public interface StateStores {
    /** A store; opening reads nothing. */
    StateStore open(StateStoreId id);
}
