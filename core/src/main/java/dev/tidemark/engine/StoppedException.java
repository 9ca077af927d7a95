package dev.tidemark.engine;

/** Flies inside the engine from the event behind which a run is to stop to where the run was begun. Never leaves the engine. */
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException() {
        super("stopped", null, false, false);
    }
}
