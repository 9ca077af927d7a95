package dev.tidemark.diagnosis;

/** How bad a finding is, the worst last. */
public enum Severity {
    /** Worth knowing; nothing to do. */
    INFO,
    /** Works today and is likely to hurt later. */
    WARNING,
    /** Data were lost or doubled, or will be. */
    ERROR,
    /** The query does not start or does not go on. */
    FATAL
}
