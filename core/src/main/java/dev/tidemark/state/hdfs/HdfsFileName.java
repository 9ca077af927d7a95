package dev.tidemark.state.hdfs;

import java.util.Optional;

import dev.tidemark.state.StateFileKind;

/**
 * The name of a file of this provider, such as {@code 12.delta} or {@code 10.snapshot}. Spark 4.2:
 * HDFSBackedStateStoreProvider.fetchFiles.
 */
record HdfsFileName(long version, StateFileKind kind) {
    private static final String DELTA = ".delta";
    private static final String SNAPSHOT = ".snapshot";

    static Optional<HdfsFileName> parse(String name) {
        if (name.endsWith(DELTA)) {
            return version(name, DELTA).map(version -> new HdfsFileName(version, StateFileKind.CHANGES));
        }
        return name.endsWith(SNAPSHOT)
                ? version(name, SNAPSHOT).map(version -> new HdfsFileName(version, StateFileKind.SNAPSHOT))
                : Optional.empty();
    }

    String text() {
        return version + (kind == StateFileKind.CHANGES ? DELTA : SNAPSHOT);
    }

    private static Optional<Long> version(String name, String suffix) {
        String digits = name.substring(0, name.length() - suffix.length());
        if (digits.isEmpty() || digits.length() > 18 || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        return Optional.of(Long.parseLong(digits));
    }
}
