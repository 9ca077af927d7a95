package dev.tidemark.engine;

/** Flies inside the engine from where evidence ends to where the prediction is made. Never leaves the engine. */
final class UndecidedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason a clause that says what cannot be told and why */
    UndecidedException(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
