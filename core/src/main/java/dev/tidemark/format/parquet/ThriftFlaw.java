package dev.tidemark.format.parquet;

import dev.tidemark.evidence.DamageCause;

/** What is wrong with a Thrift value where the bytes at hand may be to blame. */
enum ThriftFlaw implements DamageCause {
    /** A length goes beyond the bytes at hand. */
    BEYOND_THE_BYTES
}
