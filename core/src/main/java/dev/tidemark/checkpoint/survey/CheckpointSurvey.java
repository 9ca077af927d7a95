package dev.tidemark.checkpoint.survey;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.StreamMetadata;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.log.NameTally;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetMetadata;
import dev.tidemark.evidence.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a checkpoint.
 *
 * @param location of the checkpoint, for display
 * @param sources by name
 * @param rootOthers names in the checkpoint directory that belong to none of its parts
 */
public record CheckpointSurvey(
        String location,
        Identity identity,
        LogSurvey<OffsetEntry> offsets,
        LogSurvey<CommitEntry> commits,
        List<SourceLogSurvey> sources,
        StateOutline state,
        NameTally rootOthers) {
    /**
     * The file {@code metadata}.
     *
     * @param metadata null when there is no such file
     */
    public record Identity(@Nullable Parsed<StreamMetadata> metadata, ChecksumVerdict checksum) {
        /** What was read of it; empty when there is no such file. */
        public Optional<Parsed<StreamMetadata>> found() {
            return Optional.ofNullable(metadata);
        }
    }

    public CheckpointSurvey {
        sources = List.copyOf(sources);
    }

    /** Where a restart goes on. */
    public RestartPoint restartPoint() {
        OptionalLong latest = offsets.latest();
        if (latest.isEmpty()) {
            return new RestartPoint(RestartPoint.Kind.FRESH, 0, 0);
        }
        long batchId = latest.getAsLong();
        long planned = metadata(batchId).map(OffsetMetadata::watermarkMs).orElse(0L);
        if (commits.latest().equals(latest)) {
            long committed =
                    commits.value(batchId).map(CommitEntry::nextWatermarkMs).orElse(0L);
            return new RestartPoint(RestartPoint.Kind.NEW, batchId + 1, Math.max(planned, committed));
        }
        return new RestartPoint(RestartPoint.Kind.RERUN, batchId, planned);
    }

    /** The second line of a batch's offset file, where it was looked at and is readable. */
    public Optional<OffsetMetadata> metadata(long batchId) {
        return offsets.value(batchId).flatMap(entry -> Optional.ofNullable(entry.metadata()));
    }

    /** Whether there is nothing at all that makes it a checkpoint. */
    public boolean isEmpty() {
        return identity.found().isEmpty()
                && offsets.listing().holdsNothing()
                && commits.listing().holdsNothing()
                && sources.isEmpty()
                && state.isEmpty();
    }
}
