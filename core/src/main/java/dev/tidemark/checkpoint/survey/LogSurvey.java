package dev.tidemark.checkpoint.survey;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.ChecksumVerdict;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;

/**
 * What was seen of the offset or the commit log.
 *
 * @param name of its directory
 * @param entries the files that were read, by batch
 * @param checksums what Hadoop's checksum files say of those, where there are any
 */
public record LogSurvey<T>(
        String name,
        LogListing listing,
        NavigableMap<Long, Parsed<T>> entries,
        NavigableMap<Long, ChecksumVerdict> checksums) {
    public LogSurvey {
        entries = Collections.unmodifiableNavigableMap(entries);
        checksums = Collections.unmodifiableNavigableMap(checksums);
    }

    /** The newest id that counts, under a wrong name too. */
    public OptionalLong latest() {
        return listing.latest();
    }

    /** Ids with a file of the right name. */
    public BatchIds batches() {
        return listing.batches();
    }

    /** What was read of a batch's file; empty when it is absent or was not looked at. */
    public Optional<Parsed<T>> entry(long batchId) {
        return Optional.ofNullable(entries.get(batchId));
    }

    /** What was readable of a batch's file. */
    public Optional<T> value(long batchId) {
        return entry(batchId).flatMap(Parsed::value);
    }

    /** Where a batch's file stands or would stand. */
    public Location at(long batchId) {
        return Location.of(name + "/" + batchId);
    }

    /** Missing batches between the oldest and the newest. */
    public java.util.List<BatchRange> holes() {
        return listing.batches().gaps();
    }
}
