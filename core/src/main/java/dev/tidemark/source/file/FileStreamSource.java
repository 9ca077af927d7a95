package dev.tidemark.source.file;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

import dev.tidemark.evidence.Location;
import dev.tidemark.format.json.JsonNumber;
import dev.tidemark.format.json.JsonParser;
import dev.tidemark.format.json.JsonValue;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.source.NewestTime;
import dev.tidemark.source.ReadLimit;
import dev.tidemark.source.SourceBatch;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceFile;
import dev.tidemark.source.SourceOffset;
import dev.tidemark.source.SourceOffsetParser;
import dev.tidemark.source.StreamSource;
import dev.tidemark.source.file.InputDirectory.Input;
import org.jspecify.annotations.Nullable;

/**
 * Spark's file source over a directory at rest. A new entry of its own log is written while it is asked for an offset, before
 * the offset log has one. Authority: Spark 4.1 FileStreamSource.
 */
public final class FileStreamSource implements StreamSource {
    private static final int DEFAULT_COMPACT_INTERVAL = 10;
    private static final String COMPACT_INTERVAL = "spark.sql.streaming.fileSource.log.compactInterval";

    private final FileSourceOptions options;
    private final InputDirectory directory;
    private final SourceLog log;
    private final SeenFiles seen;
    private final RowCounts rows;
    private final String basePath;
    private final Map<String, Long> recordedMs = new HashMap<>();
    private @Nullable List<Input> frozen;
    private @Nullable List<Input> unread;

    /** The rows of input files, when they may be read. */
    @FunctionalInterface
    public interface RowCounts {
        /** Empty when the file is not read, is gone, or does not tell. */
        OptionalLong of(StoragePath file) throws IOException;
    }

    /**
     * What the source reads.
     *
     * @param input the directory's files
     * @param path of the directory, as the query names it
     */
    public record Directory(Storage input, String path) {}

    /**
     * Where the source keeps its log.
     *
     * @param checkpoint read through; a simulation's own writes are seen in it
     * @param directory such as {@code sources/0}
     * @param place the directory, as messages print it
     */
    public record LogPlace(Storage checkpoint, StoragePath directory, String place) {}

    /** Takes the files that the source writes into the checkpoint, and what it deletes there. */
    @FunctionalInterface
    public interface LogWriter {
        void write(StoragePath path, String content);

        /** Takes a deletion; where nothing is said of it, it is passed over. */
        default void delete(StoragePath path) throws IOException {}
    }

    /** The directory that must be at hand for a source of some path: the path, or what is above a pattern in it. */
    public static String directoryOf(String path) {
        return HadoopGlob.base(path);
    }

    /**
     * What Spark does while the query is analysed.
     *
     * @param isThere whether the path, without a pattern, is there
     * @param namesSqlState whether messages end in the SQLSTATE
     */
    public static void requireThere(String path, boolean isThere, boolean namesSqlState) {
        if (!isThere && !HadoopGlob.isGlob(path)) {
            throw new SourceFailureException(SourceError.conditioned(
                    "org.apache.spark.sql.AnalysisException",
                    "PATH_NOT_FOUND",
                    "42K03",
                    "Path does not exist: " + path + "." + (namesSqlState ? " SQLSTATE: 42K03" : "")));
        }
    }

    /**
     * Creates the source: reads its whole log.
     *
     * @param given the options of the reader
     * @param confs of the session
     * @throws SourceFailureException with what kills the query
     */
    public FileStreamSource(
            Map<String, String> given,
            Map<String, String> confs,
            Directory input,
            LogPlace place,
            LogWriter writer,
            RowCounts rows)
            throws IOException {
        this.options = new FileSourceOptions(given);
        this.directory = new InputDirectory(input.input(), input.path(), options);
        this.basePath = input.path();
        requireArchiveElsewhere(input.path());
        this.rows = rows;
        int interval = compactInterval(confs);
        this.log =
                new SourceLog(place.checkpoint(), place.directory(), interval, retention(confs), place.place(), writer);
        this.seen = new SeenFiles(options);
        for (FileSourceEntry entry : log.restore()) {
            seen.add(entry.path(), entry.modifiedAtMs());
            recordedMs.put(entry.path(), entry.modifiedAtMs());
        }
        seen.purge();
    }

    /** Component by component, as far as both go. Authority: FileStreamSource.SourceFileArchiver.assertParameters. */
    private void requireArchiveElsewhere(String path) {
        String archive = options.archive();
        if (archive == null) {
            return;
        }
        String[] source = components(path);
        String[] target = components(archive);
        boolean isMatched = true;
        for (int i = 0; i < Math.min(source.length, target.length); i++) {
            isMatched &= HadoopGlob.component(source[i]).matcher(target[i]).matches();
        }
        if (isMatched) {
            throw failure(
                    "java.lang.IllegalArgumentException",
                    "requirement failed: Base archive path cannot be set to the path where archived path can possibly match"
                            + " with source pattern. Ensure the base archive path doesn't match with source pattern in depth,"
                            + " where the depth is minimum of depth on both paths.");
        }
    }

    private static String[] components(String path) {
        return path.replaceFirst("^[a-z0-9]+:/*", "").replaceFirst("^/+", "").split("/+", -1);
    }

    private static int compactInterval(Map<String, String> confs) {
        String text = confs.getOrDefault(COMPACT_INTERVAL, Integer.toString(DEFAULT_COMPACT_INTERVAL));
        try {
            int interval = Integer.parseInt(text.trim());
            if (interval > 0) {
                return interval;
            }
        } catch (NumberFormatException refused) {
            throw badInterval(text);
        }
        throw badInterval(text);
    }

    private static SourceLog.Retention retention(Map<String, String> confs) {
        String log = "spark.sql.streaming.fileSource.log.";
        String batches = confs.getOrDefault("spark.sql.streaming.minBatchesToRetain", "100")
                .trim();
        boolean deletes = !confs.getOrDefault(log + "deletion", "true").trim().equalsIgnoreCase("false");
        return new SourceLog.Retention(
                deletes && batches.matches("[1-9]\\d{0,8}"),
                batches.matches("[1-9]\\d{0,8}") ? Integer.parseInt(batches) : Integer.MAX_VALUE,
                FileSourceOptions.timeMs(confs.getOrDefault(log + "cleanupDelay", "10min")));
    }

    private static SourceFailureException badInterval(String text) {
        return failure(
                "java.lang.IllegalArgumentException",
                "requirement failed: Please set " + COMPACT_INTERVAL + " (was " + text + ") to a positive value.");
    }

    @Override
    public void prepareForAvailableNow() throws IOException {
        frozen = list();
    }

    @Override
    public ReadLimit defaultReadLimit() {
        return options.defaultReadLimit();
    }

    @Override
    public @Nullable String latestOffset(@Nullable String start, ReadLimit limit) throws IOException {
        List<Input> taken = take(fresh(), limit);
        taken.forEach(input -> seen.add(input.path(), input.modifiedAtMs()));
        seen.purge();
        if (!taken.isEmpty()) {
            long id = log.latest() + 1;
            log.add(taken.stream()
                    .map(input -> new FileSourceEntry(input.path(), input.modifiedAtMs(), id))
                    .toList());
        }
        return log.latest() < 0 ? null : "{\"logOffset\":" + log.latest() + "}";
    }

    /**
     * The input files with the times that Spark would see. A copy of the evidence may have new times, which shows when no
     * file has the time that the log recorded: a file that the log knows then keeps the recorded one, and files that it
     * does not know come behind all recorded ones.
     */
    private List<Input> list() throws IOException {
        List<Input> listed = directory.list();
        List<Input> known = listed.stream()
                .filter(input -> recordedMs.containsKey(input.path()))
                .toList();
        boolean hasOwnTimes =
                known.stream().anyMatch(input -> Objects.equals(recordedMs.get(input.path()), input.modifiedAtMs()));
        if (known.isEmpty() || hasOwnTimes) {
            return listed;
        }
        long newestMs =
                recordedMs.values().stream().mapToLong(Long::longValue).max().orElse(0);
        List<Input> timed = new ArrayList<>();
        long behind = 0;
        for (Input input : listed) {
            Long recorded = recordedMs.get(input.path());
            timed.add(recorded == null ? input.at(newestMs + ++behind) : input.at(recorded));
        }
        return timed;
    }

    private List<Input> fresh() throws IOException {
        if (unread != null && !unread.isEmpty()) {
            return unread;
        }
        List<Input> all = frozen == null ? list() : frozen;
        return all.stream()
                .filter(input -> seen.isNew(input.path(), input.modifiedAtMs()))
                .toList();
    }

    private List<Input> take(List<Input> fresh, ReadLimit limit) {
        boolean keepsRest = !options.takesLatestFirst() && frozen == null;
        int count = fresh.size();
        boolean discardsRest = true;
        if (limit instanceof ReadLimit.MaxFiles files) {
            count = Math.min(count, files.files());
            discardsRest = fresh.size() - count < files.files() * options.discardCachedInputRatio();
        } else if (limit instanceof ReadLimit.MaxBytes bytes) {
            count = countUpTo(fresh, bytes.bytes());
            long rest = fresh.subList(count, fresh.size()).stream()
                    .mapToLong(Input::sizeBytes)
                    .sum();
            discardsRest = rest < bytes.bytes() * options.discardCachedInputRatio();
        }
        List<Input> rest = fresh.subList(count, fresh.size());
        unread = keepsRest && !discardsRest && options.maxCachedFiles() > 0
                ? rest.subList(0, Math.min(rest.size(), options.maxCachedFiles()))
                : null;
        return fresh.subList(0, count);
    }

    private static int countUpTo(List<Input> files, long bytes) {
        long sum = 0;
        int count = 0;
        while (count < files.size() && (count == 0 || sum + files.get(count).sizeBytes() <= bytes)) {
            sum += files.get(count).sizeBytes();
            count++;
        }
        return count;
    }

    @Override
    public SourceBatch batch(@Nullable String start, String end) throws IOException {
        long first = start == null ? 0 : offset(start) + 1;
        long last = offset(end);
        if (first - 1 > last) {
            throw failure("java.lang.AssertionError", "assertion failed");
        }
        List<FileSourceEntry> entries = log.get(first, last);
        if (directory.isFile()) {
            throw failure("java.lang.IllegalArgumentException", "Option 'basePath' must be a directory");
        }
        List<SourceFile> files = new ArrayList<>();
        for (FileSourceEntry entry : entries) {
            requireBelow(entry.path());
            files.add(sourceFile(entry));
        }
        return SourceBatch.of(files);
    }

    private SourceFile sourceFile(FileSourceEntry entry) throws IOException {
        if (isNoData(entry.path())) {
            return new SourceFile(entry.path(), null, null, 0, 0L, NewestTime.NONE);
        }
        Optional<StoragePath> file = directory.fileOf(entry.path());
        OptionalLong count = file.isEmpty() ? OptionalLong.empty() : rows.of(file.get());
        return new SourceFile(entry.path(), null, null, 0, count.isEmpty() ? null : Long.valueOf(count.getAsLong()));
    }

    /** A file that is listed and not read. Authority: PartitioningAwareFileIndex.isDataPath. */
    private static boolean isNoData(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        return name.startsWith("_") && !name.contains("=");
    }

    /** Files of another directory in the log. Authority: PartitioningAwareFileIndex.basePaths. */
    private void requireBelow(String path) {
        String file = decoded(path);
        if (!HadoopGlob.isGlob(basePath) && !file.startsWith(directory.location())) {
            throw failure(
                    "java.lang.IllegalArgumentException", "Wrong basePath " + basePath + " for the root path: " + file);
        }
    }

    /** A path as Hadoop prints it: without escapes, and with one slash behind a scheme without an authority. */
    private static String decoded(String path) {
        try {
            URI uri = new URI(path);
            String authority = uri.getRawAuthority() == null ? "" : "//" + uri.getRawAuthority();
            return uri.getScheme() == null ? uri.getPath() : uri.getScheme() + ":" + authority + uri.getPath();
        } catch (URISyntaxException odd) {
            return path;
        }
    }

    /** Authority: FileStreamSourceOffset.apply. */
    private static long offset(String text) {
        Optional<JsonValue> json = JsonParser.parse(Location.of("offset"), text).value();
        if (json.isPresent() && SourceOffsetParser.of(json.get()) instanceof SourceOffset.FileLog file) {
            return file.logOffset();
        }
        if (json.isPresent()
                && json.get() instanceof JsonNumber number
                && number.asLong().isPresent()) {
            return number.asLong().getAsLong();
        }
        throw failure(
                "org.json4s.MappingException",
                "No usable value for logOffset\nDid not find value which can be converted" + " into long");
    }

    /** What cleaning moves away or deletes is not read again; looking it up in the log may fail. */
    @Override
    public void commit(String end) throws IOException {
        if (options.cleans()) {
            log.get(offset(end), offset(end));
        }
    }

    private static SourceFailureException failure(String className, String message) {
        return new SourceFailureException(SourceError.plain(className, message));
    }
}
