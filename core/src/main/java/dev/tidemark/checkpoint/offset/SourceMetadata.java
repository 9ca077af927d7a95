package dev.tidemark.checkpoint.offset;

/** What a version 2 offset file may say of a source. Authority: Spark 4.2 SourceMetadataInfo. */
public record SourceMetadata(String sourceId, String providerName, String apiVersion) {}
