package dev.tidemark.format.codec;

import dev.tidemark.evidence.DamageCause;

/** What Spark's decoder makes of a compressed stream, where it throws something else for it than for other damage of the kind. */
public enum CodecFlaw implements DamageCause {
    /** The stream ends inside the header of a block, which its decoder takes for the end. */
    TORN_HEADER
}
