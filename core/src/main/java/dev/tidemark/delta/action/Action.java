package dev.tidemark.delta.action;

/**
 * One action of a Delta log. What a reader of Delta does not know is kept as {@link UnknownAction}. Fields that the
 * protocol requires and a line lacks hold the default that Spark gives them; that they were absent is told as an
 * {@link Irregularity}.
 */
public sealed interface Action
        permits FileAction,
                Metadata,
                Protocol,
                SetTransaction,
                DomainMetadata,
                CommitInfo,
                CheckpointMetadata,
                Sidecar,
                UnknownAction {
    /** The name of the action as JSON spells it, such as {@code metaData}. */
    String name();
}
