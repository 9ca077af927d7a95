package dev.tidemark.state.load;

import java.util.List;

import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateFileKind;
import dev.tidemark.state.StateVersion;

/**
 * How a Spark loads a version of a store.
 *
 * @param spark the versions of Spark, such as {@code 4.1}
 * @param knowsUniqueIds whether it can read checkpoint format 2 and changelogs with a header
 * @param repairsSnapshots whether it goes on from an older snapshot when the newest is broken; Spark 4.2:
 *     AutoSnapshotLoader
 * @param sideFiles which {@code .crc} files it holds state files against
 * @param mostReplayed how many change files a repair may replay
 */
public record LoadRules(
        String spark, boolean knowsUniqueIds, boolean repairsSnapshots, SideFiles sideFiles, int mostReplayed) {
    /** How many change files the repair may replay. Spark 4.2: autoSnapshotRepair.maxChangeFileReplay. */
    public static final int MAX_REPAIR_REPLAY = 500;

    /** Spark 3.5. */
    public static final LoadRules SPARK_3_5 = new LoadRules("3.5", false, false, SideFiles.NONE, MAX_REPAIR_REPLAY);

    /** Spark 4.0. */
    public static final LoadRules SPARK_4_0 = new LoadRules("4.0", true, false, SideFiles.NONE, MAX_REPAIR_REPLAY);

    /** Spark 4.1: every file that has one, but zip archives. */
    public static final LoadRules SPARK_4_1 =
            new LoadRules("4.1", true, false, SideFiles.ALL_BUT_ARCHIVES, MAX_REPAIR_REPLAY);

    /** Spark 4.2: under checkpoint format 2 alone, archives too. */
    public static final LoadRules SPARK_4_2 =
            new LoadRules("4.2", true, true, SideFiles.WITH_UNIQUE_IDS, MAX_REPAIR_REPLAY);

    /** All of them, the oldest first. */
    public static final List<LoadRules> ALL = List.of(SPARK_3_5, SPARK_4_0, SPARK_4_1, SPARK_4_2);

    /** The same in a session that lets no snapshot be repaired. */
    public LoadRules withoutRepair() {
        return new LoadRules(spark, knowsUniqueIds, false, sideFiles, mostReplayed);
    }

    /** The same in a session that lets repairs replay so many change files. */
    public LoadRules replaying(int most) {
        return new LoadRules(spark, knowsUniqueIds, repairsSnapshots, sideFiles, most);
    }

    /** Which files are held against their side files. */
    public enum SideFiles {
        NONE,
        ALL_BUT_ARCHIVES,
        WITH_UNIQUE_IDS
    }

    /** Whether a file of that version is held against its side file. */
    boolean verifies(StateFile file, StateVersion version) {
        boolean isArchive =
                file.kind() == StateFileKind.SNAPSHOT && file.path().name().endsWith(".zip");
        return switch (sideFiles) {
            case NONE -> false;
            case ALL_BUT_ARCHIVES -> !isArchive;
            case WITH_UNIQUE_IDS -> version.uniqueId() != null;
        };
    }

    /**
     * Whether an archive is read through Hadoop's file system, which holds it against its own checksums on a local disk. Spark
     * 4.2: RocksDBFileManager.loadCheckpointFromDfs opens archives with unique ids as it does other files of state.
     */
    boolean readsThroughHadoop(StateVersion version) {
        return sideFiles != SideFiles.WITH_UNIQUE_IDS || version.uniqueId() == null;
    }

    /** Whether a changelog with a unique id is held against its side file. */
    boolean verifiesChanges() {
        return sideFiles != SideFiles.NONE;
    }
}
