package dev.tidemark.source.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import org.jspecify.annotations.Nullable;

/**
 * The source's own log as the source reads and writes it. Authority: Spark 4.1 FileStreamSourceLog,
 * CompactibleFileStreamLog, HDFSMetadataLog.verifyBatchIds.
 */
final class SourceLog {
    private static final int READ_AHEAD_IN_RESTORE = 2;
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})(?:\\.compact)?");

    private final CompactibleLog<FileSourceEntry> files;
    private final CompactionRule rule;
    private final String place;
    private final FileStreamSource.LogWriter writer;
    private final Map<Long, List<FileSourceEntry>> cache = new TreeMap<>();
    private final Storage checkpoint;
    private final Retention retention;
    private final Set<Long> own = new HashSet<>();
    private long latest;

    /**
     * Which entries go when others come.
     *
     * @param deletes whether any goes
     * @param batches so many are kept at least
     * @param delayMs how old an entry must be; those of earlier runs are taken to be old enough
     */
    record Retention(boolean deletes, int batches, long delayMs) {}

    /**
     * Opens the log.
     *
     * @param sessionInterval how often the session wants it compacted
     * @param place the log's directory, as messages print it
     */
    SourceLog(
            Storage checkpoint,
            StoragePath directory,
            int sessionInterval,
            Retention retention,
            String place,
            FileStreamSource.LogWriter writer)
            throws IOException {
        this.checkpoint = checkpoint;
        this.retention = retention;
        this.files = FileSourceLog.in(checkpoint, directory);
        LogListing listing = files.list();
        this.rule = CompactionRule.of(listing, sessionInterval);
        this.place = place;
        this.writer = writer;
        this.latest = listing.latest().orElse(-1);
        if (latest >= 0) {
            read(latest);
        }
    }

    /** The newest entry; -1 when there is none. */
    long latest() {
        return latest;
    }

    /** All files ever taken, as far as the log remembers. */
    List<FileSourceEntry> restore() throws IOException {
        List<FileSourceEntry> all = new ArrayList<>();
        if (latest < 0) {
            return all;
        }
        for (long id = rule.needed(latest).first(); id <= latest; id++) {
            List<FileSourceEntry> entries = read(id);
            if (entries == null) {
                throw illegalState(place + "/" + rule.fileName(id) + " doesn't exist (latestId: " + latest
                        + ", compactInterval: " + rule.interval() + ")");
            }
            all.addAll(entries);
        }
        if (!all.isEmpty()) {
            long last = all.get(all.size() - 1).batchId();
            long compacted = last < 0 ? -1 : rule.needed(last).first();
            if (compacted >= 0 && last - compacted < READ_AHEAD_IN_RESTORE) {
                cache.put(
                        compacted,
                        all.stream()
                                .filter(entry -> entry.batchId() == compacted)
                                .toList());
            }
        }
        return all;
    }

    /** The entries of some ids, each of which must be there. */
    List<FileSourceEntry> get(long first, long last) throws IOException {
        NavigableMap<Long, List<FileSourceEntry>> found = new TreeMap<>();
        List<Long> gone = new ArrayList<>();
        for (long id = first; id <= last; id++) {
            List<FileSourceEntry> cached = rule.isCompaction(id) ? cache.get(id) : null;
            List<FileSourceEntry> entries = cached == null ? own(id) : cached;
            if (entries == null) {
                gone.add(id);
            } else {
                found.put(id, entries);
            }
        }
        if (!gone.isEmpty() && latest >= 0) {
            found.putAll(fromNewestCompaction(gone));
        }
        if (first <= last) {
            requireAll(found, first, last);
        }
        return found.values().stream().flatMap(List::stream).toList();
    }

    private @Nullable List<FileSourceEntry> own(long id) throws IOException {
        List<FileSourceEntry> entries = read(id);
        return entries == null
                ? null
                : entries.stream().filter(entry -> entry.batchId() == id).toList();
    }

    private Map<Long, List<FileSourceEntry>> fromNewestCompaction(List<Long> gone) throws IOException {
        List<FileSourceEntry> compacted = read(rule.needed(latest).first());
        return compacted == null
                ? Map.of()
                : compacted.stream()
                        .filter(entry -> gone.contains(entry.batchId()))
                        .collect(Collectors.groupingBy(FileSourceEntry::batchId));
    }

    private static void requireAll(NavigableMap<Long, List<FileSourceEntry>> found, long first, long last) {
        if (found.isEmpty()) {
            throw illegalState("batch " + first + " doesn't exist");
        }
        String range = " (startId: Some(" + first + "), endId: Some(" + last + "))";
        if (found.firstKey() != first) {
            throw illegalState("batches (" + ids(first, found.firstKey()) + ") don't exist" + range);
        }
        if (found.lastKey() != last) {
            throw illegalState("batches (" + ids(found.lastKey(), last) + ") don't  exist" + range);
        }
        String missing = LongStream.rangeClosed(first, last)
                .filter(id -> !found.containsKey(id))
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", "));
        if (!missing.isEmpty()) {
            throw illegalState("batches (" + missing + ") don't exist" + range);
        }
    }

    private static String ids(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(Long::toString).collect(Collectors.joining(", "));
    }

    /** The entries of one file; null when it is not there. */
    private @Nullable List<FileSourceEntry> read(long id) throws IOException {
        List<FileSourceEntry> entries = new ArrayList<>();
        List<Damage> damages = new ArrayList<>();
        try {
            files.forEachEntry(rule.fileName(id), entry -> keep(entry, entries, damages))
                    .ifPresent(damage -> damages.add(0, damage));
        } catch (FileNotFoundException absent) {
            return null;
        }
        if (!damages.isEmpty()) {
            throw unreadable(id, damages.get(0));
        }
        return entries;
    }

    private static void keep(Parsed<FileSourceEntry> entry, List<FileSourceEntry> entries, List<Damage> damages) {
        entry.value().ifPresent(entries::add);
        entry.damage().ifPresent(damages::add);
    }

    private SourceFailureException unreadable(long id, Damage damage) {
        String prefix = "Failed to read log file " + place + "/" + rule.fileName(id) + ". ";
        return switch (damage.kind()) {
            case EMPTY -> illegalState(prefix + "Incomplete log file");
            case TRUNCATED ->
                new SourceFailureException(
                        SourceError.plain("com.fasterxml.jackson.core.io.JsonEOFException", damage.found()));
            case UNSUPPORTED_VERSION -> illegalState(prefix + damage.found());
            default ->
                damage.at().line() == 1
                        ? illegalState(prefix + "Log file was malformed: failed to read correct log version from "
                                + damage.found() + ".")
                        : new SourceFailureException(
                                SourceError.plain("com.fasterxml.jackson.core.JsonParseException", damage.found()));
        };
    }

    /** Adds the next entry, compacting when it is due. */
    void add(List<FileSourceEntry> taken) throws IOException {
        long id = latest + 1;
        List<FileSourceEntry> content = new ArrayList<>();
        if (rule.isCompaction(id)) {
            for (long before = Math.max(0, id - rule.interval()); before < id; before++) {
                List<FileSourceEntry> entries = read(before);
                if (entries == null) {
                    throw notFound(place + "/" + rule.fileName(before));
                }
                content.addAll(entries);
            }
            cache.put(id, List.copyOf(taken));
        }
        content.addAll(taken);
        latest = id;
        writer.write(files.directory().child(rule.fileName(id)), text(content));
        own.add(id);
        deleteExpired(id);
    }

    /** Authority: CompactibleFileStreamLog.deleteExpiredLog. */
    private void deleteExpired(long id) throws IOException {
        long oldest = id + 1 - retention.batches();
        if (!retention.deletes() || rule.interval() > oldest) {
            return;
        }
        long compaction = oldest - oldest % rule.interval() - 1;
        List<StoragePath> expired = new ArrayList<>();
        checkpoint.forEachEntry(files.directory(), entry -> {
            Matcher name = NAME.matcher(entry.name());
            if (name.matches() && Long.parseLong(name.group(1)) < compaction && isOldEnough(name.group(1))) {
                expired.add(entry.path());
            }
        });
        for (StoragePath path : expired) {
            writer.delete(path);
        }
    }

    private boolean isOldEnough(String id) {
        return retention.delayMs() == 0 || !own.contains(Long.parseLong(id));
    }

    private static String text(List<FileSourceEntry> entries) {
        StringBuilder text = new StringBuilder("v1");
        for (FileSourceEntry entry : entries) {
            text.append('\n')
                    .append(JsonObject.builder()
                            .put("path", entry.path())
                            .put("timestamp", entry.modifiedAtMs())
                            .put("batchId", entry.batchId())
                            .build());
        }
        return text.toString();
    }

    private static SourceFailureException illegalState(String message) {
        return new SourceFailureException(SourceError.plain("java.lang.IllegalStateException", message));
    }

    private static SourceFailureException notFound(String file) {
        return new SourceFailureException(new SourceError(Collections.singletonList(new SourceError.Cause(
                "org.apache.spark.SparkFileNotFoundException",
                "BATCH_METADATA_NOT_FOUND",
                "42K03",
                "[BATCH_METADATA_NOT_FOUND] Unable to find batch " + file + ". SQLSTATE: 42K03"))));
    }
}
