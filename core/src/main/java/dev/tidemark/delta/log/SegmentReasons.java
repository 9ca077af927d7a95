package dev.tidemark.delta.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Why each file of a log is part of a segment or not. */
public final class SegmentReasons {
    /**
     * One file and what became of it.
     *
     * @param why in words that fit behind the file's name
     */
    public record Reason(LogFile file, boolean isRead, String why) {}

    private final LogSegment segment;
    private final Set<LogFile> read = new HashSet<>();
    private final Map<String, Integer> partsPresent = new HashMap<>();

    private SegmentReasons(LogSegment segment, LogListing listing) {
        this.segment = segment;
        if (segment.checkpoint() != null) {
            read.addAll(segment.checkpoint().files());
        }
        read.addAll(segment.deltas());
        for (LogFile file : listing.files()) {
            if (file.name() instanceof LogFileName.Checkpoint && !file.isEmpty()) {
                partsPresent.merge(CheckpointFiles.identity(file), 1, Integer::sum);
            }
        }
    }

    /** A reason for every file of the listing, in its order. */
    public static List<Reason> of(LogSegment segment, LogListing listing) {
        SegmentReasons reasons = new SegmentReasons(segment, listing);
        List<Reason> all = new ArrayList<>();
        for (LogFile file : listing.files()) {
            boolean isRead = reasons.read.contains(file);
            all.add(new Reason(file, isRead, isRead ? reasons.whyRead(file) : reasons.whyNot(file)));
        }
        return all;
    }

    private String whyRead(LogFile file) {
        if (file.name() instanceof LogFileName.Checkpoint) {
            return "the newest complete checkpoint at or below version " + segment.version();
        }
        return file.name() instanceof LogFileName.Compaction compaction
                ? "stands for the commits " + compaction.version() + " to " + compaction.endVersion()
                : "behind the checkpoint";
    }

    private String whyNot(LogFile file) {
        LogFileName name = file.name();
        if (name instanceof LogFileName.Commit commit) {
            return whyNotCommit(commit);
        }
        if (name instanceof LogFileName.Checkpoint checkpoint) {
            return whyNotCheckpoint(file, checkpoint);
        }
        if (name instanceof LogFileName.Compaction compaction) {
            return whyNotCompaction(compaction);
        }
        if (name instanceof LogFileName.Checksum checksum) {
            return checksum.version() == segment.version()
                    ? "tells protocol and metadata of the version, no files"
                    : "a checksum of another version";
        }
        if (name instanceof LogFileName.UuidCommit) {
            return "a staged commit does not belong here";
        }
        if (name instanceof LogFileName.Special special) {
            return switch (special.kind()) {
                case LAST_CHECKPOINT -> "a hint where to start listing";
                case LAST_VACUUM -> "left by VACUUM";
                case SIDECAR_DIRECTORY -> "sidecars are read when the checkpoint names them";
                case STAGED_COMMIT_DIRECTORY -> "only a catalog knows which of its commits count";
                case TEMPORARY -> "left by a writer that died";
                case LOCAL_CHECKSUM -> "Hadoop's own checksum of a local file";
            };
        }
        return name instanceof LogFileName.TooLarge
                ? "its number is no version; readers fail on it"
                : "nothing that Delta writes";
    }

    private String whyNotCommit(LogFileName.Commit commit) {
        if (commit.version() > segment.version()) {
            return "newer than version " + segment.version();
        }
        if (commit.version() <= segment.checkpointVersion()) {
            return "covered by the checkpoint of version " + segment.checkpointVersion();
        }
        return "covered by a compaction";
    }

    private String whyNotCheckpoint(LogFile file, LogFileName.Checkpoint checkpoint) {
        if (file.isEmpty()) {
            return "has no bytes, which counts as absent";
        }
        if (checkpoint.version() > segment.version()) {
            return "newer than version " + segment.version();
        }
        int expected = CheckpointFiles.expectedFiles(checkpoint);
        int present = partsPresent.getOrDefault(CheckpointFiles.identity(file), 0);
        if (present != expected) {
            return "incomplete: " + present + " of " + expected + " parts are there";
        }
        return checkpoint.version() < segment.checkpointVersion()
                ? "older than the checkpoint of version " + segment.checkpointVersion()
                : "another checkpoint of its version ranks above it, or its files could not be read";
    }

    private String whyNotCompaction(LogFileName.Compaction compaction) {
        if (compaction.endVersion() > segment.version()) {
            return "reaches beyond version " + segment.version();
        }
        if (compaction.version() <= segment.checkpointVersion()) {
            return "starts at or before the checkpoint of version " + segment.checkpointVersion();
        }
        return "overlaps a file that was taken before it";
    }
}
