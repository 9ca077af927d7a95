package dev.tidemark.checkpoint.commit;

/** What a version 3 commit file says of a sink. Authority: Spark 4.2 SinkMetadataInfo. */
public record SinkMetadata(
        String sinkName, String commitOffset, String providerName, String apiVersion, boolean isActive) {}
