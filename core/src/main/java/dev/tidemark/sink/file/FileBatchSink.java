package dev.tidemark.sink.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.evidence.Damage;
import dev.tidemark.io.Storage;
import dev.tidemark.sink.BatchSink;

/**
 * Skips every batch up to the newest in its own log, whichever query wrote it. Authority: Spark 4.1 FileStreamSink.addBatch,
 * CompactibleFileStreamLog.compact.
 */
public final class FileBatchSink implements BatchSink {
    private final Storage output;
    private final CompactionRule rule;
    private final Set<Long> own = new HashSet<>();
    private long latest;

    /** The sink over an output directory, whose log need not exist. */
    public FileBatchSink(Storage output, int sessionInterval) throws IOException {
        this.output = output;
        CompactibleLog<FileSinkEntry> log = FileSinkLog.in(output);
        LogListing listing = log.list();
        this.rule = CompactionRule.of(listing, sessionInterval);
        this.latest = listing.latest().orElse(-1);
    }

    @Override
    public boolean remembers() {
        return true;
    }

    @Override
    public void recall(long batchId) {
        latest = Math.max(latest, batchId);
        own.add(batchId);
    }

    @Override
    public boolean skips(long batchId) {
        return batchId <= latest;
    }

    /** The name of a log file that a batch must compact and that is not there; empty when none is missing. */
    public Optional<String> missingFor(long batchId) throws IOException {
        if (!rule.isCompaction(batchId)) {
            return Optional.empty();
        }
        for (long id = Math.max(0, batchId - rule.interval()); id < batchId; id++) {
            String name = rule.fileName(id);
            if (!own.contains(id)
                    && output.stat(FileSinkLog.DIRECTORY.child(name)).isEmpty()) {
                return Optional.of(FileSinkLog.DIRECTORY.child(name).value());
            }
        }
        return Optional.empty();
    }

    /** The first broken file of the log that a batch must compact; empty when none is broken. */
    public Optional<Damage> flawFor(long batchId) throws IOException {
        if (!rule.isCompaction(batchId)) {
            return Optional.empty();
        }
        for (long id = Math.max(0, batchId - rule.interval()); id < batchId; id++) {
            Optional<Damage> flaw = own.contains(id) ? Optional.empty() : flaw(rule.fileName(id));
            if (flaw.isPresent()) {
                return flaw;
            }
        }
        return Optional.empty();
    }

    private Optional<Damage> flaw(String name) throws IOException {
        List<Damage> damages = new ArrayList<>();
        FileSinkLog.in(output)
                .forEachEntry(name, entry -> entry.damage().ifPresent(damages::add))
                .ifPresent(whole -> damages.add(whole));
        return damages.stream().findFirst();
    }

    @Override
    public Outcome write(long batchId, boolean wasPlannedBefore) {
        latest = batchId;
        own.add(batchId);
        return Outcome.WRITTEN;
    }
}
