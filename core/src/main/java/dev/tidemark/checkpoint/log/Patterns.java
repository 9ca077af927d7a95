package dev.tidemark.checkpoint.log;

import java.util.regex.Pattern;

/** The shapes of names that are no batch. */
final class Patterns {
    static final String COMPACT = ".compact";
    static final String CRC = ".crc";
    static final Pattern TEMPORARY = Pattern.compile("\\.(.+)\\.[0-9a-fA-F-]{36}(\\.TID[0-9]+)?\\.tmp", Pattern.DOTALL);

    private Patterns() {}
}
