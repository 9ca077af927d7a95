package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import dev.tidemark.checkpoint.log.BatchRange;
import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogFlaw;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.engine.Resume.Range;
import dev.tidemark.engine.SourceChecks.Data;
import dev.tidemark.engine.SourceChecks.Fault;
import dev.tidemark.engine.SourceChecks.Match;
import dev.tidemark.engine.SparkErrors.LogKind;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.file.FileSourceEntry;
import dev.tidemark.source.file.FileSourceLog;
import org.jspecify.annotations.Nullable;

/**
 * The file source over its own log. Authority: FileStreamSource, FileStreamSourceLog.get, HDFSMetadataLog.verifyBatchIds,
 * PartitioningAwareFileIndex.basePaths.
 */
final class FileSource implements SourceChecks.Source {
    private static final String COMPACT_INTERVAL = "spark.sql.streaming.fileSource.log.compactInterval";
    private static final long MOST_ENTRIES = 1_000_000;

    private final QueryDescription query;
    private final SourceDescription source;
    private final Storage checkpoint;
    private final Places places;
    private final SparkErrors errors;
    private @Nullable StoragePath directory;

    FileSource(QueryDescription query, int index, Storage checkpoint, Readings readings, SparkErrors errors) {
        this.query = query;
        this.source = query.sources().get(index);
        this.checkpoint = checkpoint;
        this.places = readings.places();
        this.errors = errors;
        String id = source.name() == null ? Integer.toString(index) : source.name();
        this.directory = StoragePath.inside("sources/" + id).orElse(null);
    }

    @Override
    public Match matches(String name, @Nullable String offset) throws IOException {
        String path = source.path();
        Optional<StoragePath> log = StoragePath.inside("sources/" + name);
        Optional<FileSourceEntry> seen = log.isEmpty() ? Optional.empty() : anySeen(log.get());
        if (path == null || seen.isEmpty()) {
            boolean isOther = offset != null
                    && !isBare(offset)
                    && Json4s.required(offset, "logOffset").isPresent();
            return isOther ? Match.NO : Match.UNTOLD;
        }
        return decoded(seen.get().path()).startsWith(qualified(path) + "/") ? Match.YES : Match.NO;
    }

    @Override
    public void takeName(String name) {
        directory = StoragePath.inside("sources/" + name).orElse(null);
    }

    @Override
    public Optional<String> sourceId() {
        return directory == null ? Optional.empty() : Optional.of(directory.name());
    }

    /** A file that a log names, the newest entry that can be read looked at first. */
    private Optional<FileSourceEntry> anySeen(StoragePath log) throws IOException {
        CompactibleLog<FileSourceEntry> candidate = FileSourceLog.in(checkpoint, log);
        LogListing listing = candidate.list();
        long[] batches = listing.batches().stream().toArray();
        List<FileSourceEntry> entries = new ArrayList<>();
        for (int i = batches.length - 1; i >= 0 && entries.isEmpty(); i--) {
            read(candidate, rule(listing).fileName(batches[i]), entries);
        }
        return entries.stream().findFirst();
    }

    @Override
    public Optional<Fault> faultAtCreation() throws IOException {
        if (directory == null) {
            return Optional.empty();
        }
        Optional<Fault> inTheWay = fileInTheWay(directory);
        if (inTheWay.isPresent()) {
            return inTheWay;
        }
        CompactibleLog<FileSourceEntry> log = FileSourceLog.in(checkpoint, directory);
        LogListing listing = log.list();
        OptionalLong latest = listing.latest();
        if (latest.isEmpty() || latest.getAsLong() < 0 || !listing.misnamed().isEmpty()) {
            return Optional.empty();
        }
        CompactionRule rule = rule(listing);
        BatchRange needed = rule.needed(latest.getAsLong());
        List<FileSourceEntry> ignored = new ArrayList<>();
        Optional<Fault> newest = read(log, rule.fileName(latest.getAsLong()), ignored);
        if (newest.isPresent() || needed.last() - needed.first() > MOST_ENTRIES) {
            return newest;
        }
        for (long id = needed.first(); id <= needed.last(); id++) {
            String name = rule.fileName(id);
            if (checkpoint.stat(directory.child(name)).isEmpty()) {
                return Optional.of(new Fault(
                        directory.child(name).value(),
                        errors.sourceEntryNotFound(directory.child(name).value(), latest.getAsLong(), rule.interval()),
                        Advices.sourceEntryMissing(directory.child(name).value())));
            }
            Optional<Fault> fault = read(log, name, ignored);
            if (fault.isPresent()) {
                return fault;
            }
            ignored.clear();
        }
        return Optional.empty();
    }

    /** A plain file in the place of the log is listed as an entry of its own name. */
    private Optional<Fault> fileInTheWay(StoragePath log) throws IOException {
        FilesInTheWay inTheWay = new FilesInTheWay(checkpoint);
        StoragePath parent = log.parent();
        if (inTheWay.isFile(parent)) {
            return Optional.of(new Fault(
                    parent.value(), errors.directoryIsFile(parent.value()), Advices.fileInTheWay(parent.value())));
        }
        if (inTheWay.isFile(log) && log.name().matches("\\d{1,18}")) {
            String entry = log.child(log.name()).value();
            return Optional.of(new Fault(log.value(), errors.entryNotFound(entry), Advices.fileInTheWay(log.value())));
        }
        return Optional.empty();
    }

    private CompactionRule rule(LogListing listing) {
        int interval = query.conf(COMPACT_INTERVAL)
                .filter(value -> value.trim().matches("[1-9]\\d{0,8}"))
                .map(value -> Integer.parseInt(value.trim()))
                .orElse(CompactionRule.DEFAULT_INTERVAL);
        return CompactionRule.of(listing, interval);
    }

    private Optional<Fault> read(CompactibleLog<FileSourceEntry> log, String name, List<FileSourceEntry> into)
            throws IOException {
        List<Damage> damages = new ArrayList<>();
        Optional<Damage> whole;
        try {
            whole = log.forEachEntry(name, line -> take(line, into, damages));
        } catch (FileNotFoundException absent) {
            return Optional.empty();
        }
        Optional<Damage> first = damages.isEmpty() ? whole : Optional.of(damages.get(0));
        if (first.isEmpty() || !(first.get().cause() instanceof LogFlaw flaw)) {
            return Optional.empty();
        }
        String path = log.directory().child(name).value();
        return Optional.of(new Fault(
                path,
                errors.whileReading(path, errors.flaw(flaw, LogKind.OFFSETS)),
                Advices.sourceEntryDamaged(path, first.get())));
    }

    private static void take(Parsed<FileSourceEntry> line, List<FileSourceEntry> into, List<Damage> damages) {
        line.value().ifPresent(into::add);
        if (damages.isEmpty()) {
            line.damage().ifPresent(damages::add);
        }
    }

    @Override
    public Optional<Fault> faultOf(Range range) throws IOException {
        for (String offset : range.offsets()) {
            Optional<SparkError> error = isBare(offset) ? Optional.empty() : Json4s.required(offset, "logOffset");
            if (error.isPresent()) {
                return Optional.of(new Fault(null, error.get(), Advices.otherSource(offset)));
            }
        }
        long start = range.start() == null ? -1 : position(range.start());
        long end = range.end() == null ? start : position(range.end());
        if (start > end) {
            return Optional.of(new Fault(null, errors.assertionFailed(), Advices.offsetsBackwards()));
        }
        return start == end ? Optional.empty() : faultOf(start + 1, end);
    }

    /** Spark 2.0 wrote the number alone. */
    private static boolean isBare(String offset) {
        try {
            Long.parseLong(offset);
            return true;
        } catch (NumberFormatException json) {
            return false;
        }
    }

    private static long position(String offset) {
        return isBare(offset) ? Long.parseLong(offset) : Json4s.whole(offset, "logOffset");
    }

    private Optional<Fault> faultOf(long first, long last) throws IOException {
        if (directory == null || last - first > MOST_ENTRIES) {
            return Optional.empty();
        }
        CompactibleLog<FileSourceEntry> log = FileSourceLog.in(checkpoint, directory);
        LogListing listing = log.list();
        CompactionRule rule = rule(listing);
        TreeMap<Long, List<FileSourceEntry>> found = new TreeMap<>();
        List<Long> lost = new ArrayList<>();
        for (long id = first; id <= last; id++) {
            String name = rule.fileName(id);
            if (checkpoint.stat(directory.child(name)).isEmpty()) {
                lost.add(id);
                continue;
            }
            List<FileSourceEntry> entries = new ArrayList<>();
            Optional<Fault> fault = read(log, name, entries);
            if (fault.isPresent()) {
                return fault;
            }
            long batchId = id;
            found.put(
                    id,
                    entries.stream().filter(entry -> entry.batchId() == batchId).toList());
        }
        retrieve(log, listing, rule, lost, found);
        Optional<String> gap = gap(found, first, last);
        if (gap.isPresent()) {
            return Optional.of(new Fault(
                    directory.value(),
                    errors.illegalState(gap.get()),
                    Advices.sourceEntryMissing(
                            directory.child(rule.fileName(first)).value())));
        }
        return strayFile(found.values().stream().flatMap(List::stream).toList());
    }

    /** Entries whose own file is gone come from the newest compact file. */
    private void retrieve(
            CompactibleLog<FileSourceEntry> log,
            LogListing listing,
            CompactionRule rule,
            List<Long> lost,
            TreeMap<Long, List<FileSourceEntry>> found)
            throws IOException {
        OptionalLong latest = listing.latest();
        if (lost.isEmpty() || latest.isEmpty() || latest.getAsLong() < 0) {
            return;
        }
        List<FileSourceEntry> entries = new ArrayList<>();
        Optional<Fault> unreadable =
                read(log, rule.fileName(rule.needed(latest.getAsLong()).first()), entries);
        if (unreadable.isPresent()) {
            return;
        }
        for (long id : lost) {
            List<FileSourceEntry> own =
                    entries.stream().filter(entry -> entry.batchId() == id).toList();
            if (!own.isEmpty()) {
                found.put(id, own);
            }
        }
    }

    /** What HDFSMetadataLog.verifyBatchIds says of ids that are not all there. */
    private static Optional<String> gap(TreeMap<Long, ?> found, long first, long last) {
        if (found.isEmpty()) {
            return Optional.of("batch " + first + " doesn't exist");
        }
        String asked = " (startId: Some(" + first + "), endId: Some(" + last + "))";
        if (found.firstKey() != first) {
            return Optional.of("batches (" + ids(first, found.firstKey()) + ") don't exist" + asked);
        }
        if (found.lastKey() != last) {
            return Optional.of("batches (" + ids(found.lastKey(), last) + ") don't  exist" + asked);
        }
        String missing = LongStream.rangeClosed(first, last)
                .filter(id -> !found.containsKey(id))
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", "));
        return missing.isEmpty() ? Optional.empty() : Optional.of("batches (" + missing + ") don't exist" + asked);
    }

    private static String ids(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(Long::toString).collect(Collectors.joining(", "));
    }

    /** A file that does not begin, as text, with the path of its source. */
    private Optional<Fault> strayFile(List<FileSourceEntry> files) {
        String path = source.path();
        if (path == null || path.matches(".*[{}\\[\\]*?\\\\].*")) {
            return Optional.empty();
        }
        String base = qualified(path);
        for (FileSourceEntry file : files) {
            String name = decoded(file.path());
            if (!name.startsWith(base)) {
                return Optional.of(
                        new Fault(null, errors.wrongBasePath(path, name), Advices.otherDirectory(path, name)));
            }
        }
        return Optional.empty();
    }

    private static String qualified(String path) {
        String plain = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return plain.startsWith("/") ? "file:" + plain : plain.replaceFirst("^file:/+", "file:/");
    }

    private static String decoded(String path) {
        String text = path;
        try {
            URI uri = new URI(path);
            if (uri.getPath() != null && uri.getScheme() != null) {
                String host = uri.getAuthority() == null ? "" : "//" + uri.getAuthority();
                text = uri.getScheme() + ":" + host + uri.getPath();
            }
        } catch (URISyntaxException notEncoded) {
            text = path;
        }
        return text.replaceFirst("^file:/+", "file:/");
    }

    @Override
    public Data atBeginning() throws IOException {
        if (directory != null
                && FileSourceLog.in(checkpoint, directory).list().latest().orElse(-1) >= 0) {
            return Data.THERE;
        }
        String path = source.path();
        if (path == null) {
            return Data.UNKNOWN;
        }
        boolean[] isThere = {false};
        try (Storage folder = places.open(path)) {
            folder.forEachEntry(StoragePath.ROOT, entry -> isThere[0] |= isData(entry.name()) && entry.isFile());
        } catch (FileNotFoundException absent) {
            return Data.UNKNOWN;
        }
        return isThere[0] ? Data.THERE : Data.UNKNOWN;
    }

    private static boolean isData(String name) {
        return !name.startsWith("_") && !name.startsWith(".");
    }
}
