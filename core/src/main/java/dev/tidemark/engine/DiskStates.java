package dev.tidemark.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.engine.CrashProof.SinkMemory;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * Tells whether two simulated crashes leave the same, as far as anything ever looks at it: a start reads the two newest offsets
 * entries, the newest commit and what sources keep, and no name that begins with a dot once there is an offsets entry.
 */
final class DiskStates {
    private final long newestInEvidence;

    private final int countedTimes;

    private DiskStates(long newestInEvidence, int countedTimes) {
        this.newestInEvidence = newestInEvidence;
        this.countedTimes = countedTimes;
    }

    /** At a sink that knows its batches, twice is wrong; at another, once is as good as often. */
    static DiskStates of(Storage evidence, SinkMemory sink) throws IOException {
        OptionalLong newest = Checkpoint.in(evidence).offsets().list().latest();
        return new DiskStates(newest.orElse(-1), sink == SinkMemory.KNOWS_BATCHES ? 2 : 1);
    }

    /** Equal for two crashes that leave the same. */
    Object keyOf(OverlayStorage overlay, Ledger ledger) {
        long newest = newestInEvidence;
        for (StoragePath path : overlay.written()) {
            newest = path.parent().equals(Checkpoint.OFFSETS) ? Math.max(newest, id(path)) : newest;
        }
        List<Object> key = new ArrayList<>();
        for (StoragePath path : overlay.written()) {
            if (matters(path, newest)) {
                key.add(path);
                key.add(Arrays.hashCode(bytes(overlay, path)));
            }
        }
        for (StoragePath path : overlay.deleted()) {
            if (matters(path, newest)) {
                key.add("deleted " + path);
            }
        }
        key.add(ledger.since(newest - 1, countedTimes));
        return key;
    }

    private static boolean matters(StoragePath path, long newest) {
        boolean isLog =
                path.parent().equals(Checkpoint.OFFSETS) || path.parent().equals(Checkpoint.COMMITS);
        if (isLog && path.name().startsWith(".")) {
            return newest < 0;
        }
        return isLog ? id(path) >= newest - 1 : !path.name().startsWith(".");
    }

    private static long id(StoragePath path) {
        return path.name().matches("\\d{1,18}") ? Long.parseLong(path.name()) : -1;
    }

    private static byte[] bytes(OverlayStorage overlay, StoragePath path) {
        try {
            return overlay.readAtMost(path, Integer.MAX_VALUE - 8);
        } catch (IOException impossible) {
            throw new IllegalStateException("a file in memory cannot be read: " + path, impossible);
        }
    }
}
