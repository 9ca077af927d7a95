package dev.tidemark.sink.file;

import java.util.ArrayList;
import java.util.List;

import dev.tidemark.checkpoint.log.BatchIds;
import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;

/** Which files of a file sink's log its readers open and do not find. Authority: Spark 4.2 CompactibleFileStreamLog. */
public final class SinkLogGaps {
    private static final int MOST = 20;

    private SinkLogGaps() {}

    /** Names of the missing files, at most the first {@value #MOST}. */
    public static List<String> of(LogListing listing) {
        List<String> missing = new ArrayList<>();
        if (listing.latest().isEmpty() || listing.latest().getAsLong() < 0) {
            return missing;
        }
        long newest = listing.latest().getAsLong();
        CompactionRule rule = listing.compacts().isEmpty()
                ? new CompactionRule(Math.max(CompactionRule.DEFAULT_INTERVAL, Math.addExact(newest, 2)))
                : CompactionRule.of(listing, CompactionRule.DEFAULT_INTERVAL);
        BatchRange needed = rule.needed(newest);
        for (long id = needed.first(); id <= needed.last() && missing.size() < MOST; id++) {
            BatchIds holders = rule.isCompaction(id) ? listing.compacts() : listing.batches();
            if (!holders.contains(id)) {
                missing.add(rule.fileName(id));
            }
        }
        return missing;
    }
}
