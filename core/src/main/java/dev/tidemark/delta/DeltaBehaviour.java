package dev.tidemark.delta;

import java.util.List;
import java.util.Optional;

/**
 * What differs between the releases of Delta that Tidemark knows, as named facts.
 *
 * @param release such as {@code 4.2.0}, as messages print it
 * @param keepsCancelledTombstones whether a file that was added, removed and removed again leaves two tombstones
 *     (Delta 4.0: InMemoryLogReplay keeps two maps); before, the last one alone
 * @param namesMissingLogFiles whether a missing log is {@code DELTA_LOG_FILE_NOT_FOUND} (Delta 4.1); before, a
 *     FileNotFoundException without a condition
 * @param cleansUpToCheckpoints whether log cleanup stops at a checkpoint only (Delta 4.1); before, it deletes commit by
 *     commit
 * @param blocksCatalogManagedByPath whether a table whose commits a catalog owns cannot be opened by its path (Delta 4.1)
 */
public record DeltaBehaviour(
        String release,
        boolean keepsCancelledTombstones,
        boolean namesMissingLogFiles,
        boolean cleansUpToCheckpoints,
        boolean blocksCatalogManagedByPath) {
    /** Delta 3.3, for Spark 3.5. */
    public static final DeltaBehaviour V3_3 = new DeltaBehaviour("3.3.2", false, false, false, false);

    /** Delta 4.0, for Spark 4.0. */
    public static final DeltaBehaviour V4_0 = new DeltaBehaviour("4.0.0", true, false, false, false);

    /** Delta 4.1, for Spark 4.0 and 4.1. */
    public static final DeltaBehaviour V4_1 = new DeltaBehaviour("4.1.0", true, true, true, true);

    /** Delta 4.2, for Spark 4.1. */
    public static final DeltaBehaviour V4_2 = new DeltaBehaviour("4.2.0", true, true, true, true);

    /** Delta 4.4, for Spark 4.2. */
    public static final DeltaBehaviour V4_4 = new DeltaBehaviour("4.4.0", true, true, true, true);

    /** The one whose corpus is largest, used when nothing else is said. */
    public static final DeltaBehaviour DEFAULT = V4_2;

    private static final List<DeltaBehaviour> ALL = List.of(V3_3, V4_0, V4_1, V4_2, V4_4);

    /** The behaviour of a release: the known one with the same major and minor, else the newest known one before it. */
    public static Optional<DeltaBehaviour> of(String version) {
        int[] wanted = majorAndMinor(version);
        if (wanted.length < 2) {
            return Optional.empty();
        }
        DeltaBehaviour found = null;
        for (DeltaBehaviour known : ALL) {
            int[] has = majorAndMinor(known.release());
            if (has[0] < wanted[0] || (has[0] == wanted[0] && has[1] <= wanted[1])) {
                found = known;
            }
        }
        return Optional.ofNullable(found);
    }

    /** The versions of readers that every release reads. */
    public static final List<Integer> READER_VERSIONS = List.of(1, 2, 3);

    /** The versions of writers that every release writes. */
    public static final List<Integer> WRITER_VERSIONS = List.of(1, 2, 3, 4, 5, 6, 7);

    private static int[] majorAndMinor(String version) {
        if (!version.matches("\\d{1,3}\\.\\d{1,3}(\\..*)?")) {
            return new int[0];
        }
        String[] parts = version.split("\\.");
        return new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])};
    }
}
