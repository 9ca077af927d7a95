package dev.tidemark.progress;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.format.codec.Codec;
import dev.tidemark.format.codec.DamagedStreamException;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/**
 * Reads the progress of a query from a file of JSON lines, from a Spark event log, or from a directory: a rolling event log
 * or any directory of such files. Compression is told by the bytes: zstd, lz4, snappy and lzf as Spark writes them, and
 * gzip. Memory is bounded whatever the input holds. Authority: Spark 4.2 EventLogFileWriters, RollingEventLogFilesWriter.
 */
public final class ProgressReader {
    /** Reports kept; the oldest go first. */
    static final int MOST_REPORTS = 20_000;

    private static final int MOST_DAMAGES = 20;
    private static final int MOST_OTHER_QUERIES = 1_000;
    private static final int MOST_FILES = 10_000;

    /** What one file may unpack to: a bomb ends here, and what was read before it counts. */
    private static final long MAX_UNPACKED_BYTES = 64L << 30;

    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    /** {@code events_3_app-20260101.zstd} and its compacted form. */
    private static final Pattern ROLLED = Pattern.compile("events_(\\d{1,9})_.*");

    private static final String COMPACTED = ".compact";
    private static final String STATUS = "appstatus_";

    private final @Nullable String queryId;
    private final Deque<QueryProgress> reports = new ArrayDeque<>();
    private final Deque<ProgressLine.Idle> idles = new ArrayDeque<>();
    private final Deque<ProgressLine.Terminated> terminations = new ArrayDeque<>();
    private final Map<String, Long> others = new HashMap<>();
    private final List<Damage> damages = new ArrayList<>();
    private long damaged;

    private ProgressReader(@Nullable String queryId) {
        this.queryId = queryId;
    }

    /**
     * Reads the progress of one query.
     *
     * @param storage whose root is the file or the directory
     * @param queryId whose reports to keep; empty for all
     * @throws IOException when the storage refuses
     */
    public static ProgressLog read(Storage storage, Optional<String> queryId) throws IOException {
        ProgressReader reader = new ProgressReader(queryId.orElse(null));
        if (storage.stat(StoragePath.ROOT).filter(FileEntry::isDirectory).isPresent()) {
            for (StoragePath file : files(storage)) {
                reader.file(storage, file);
            }
        } else {
            reader.file(storage, StoragePath.ROOT);
        }
        return new ProgressLog(
                storage.location(),
                List.copyOf(reader.reports),
                List.copyOf(reader.idles),
                List.copyOf(reader.terminations),
                reader.others,
                reader.damages,
                reader.damaged);
    }

    /** The files in the order written: rolled ones by number from the newest compacted one on, others by name. */
    private static List<StoragePath> files(Storage storage) throws IOException {
        List<StoragePath> paths = new ArrayList<>();
        storage.forEachEntry(StoragePath.ROOT, entry -> {
            if (entry.isFile() && isOfInterest(entry.name()) && paths.size() < MOST_FILES) {
                paths.add(entry.path());
            }
        });
        long newestCompacted = paths.stream()
                .filter(path -> path.name().endsWith(COMPACTED))
                .mapToLong(path -> number(path.name()))
                .max()
                .orElse(-1);
        paths.removeIf(path -> isBefore(path.name(), newestCompacted));
        paths.sort(Comparator.<StoragePath>comparingLong(path -> number(path.name()))
                .thenComparing(Comparator.naturalOrder()));
        return paths;
    }

    private static boolean isBefore(String name, long newestCompacted) {
        long number = number(name);
        return number >= 0 && (number < newestCompacted || (number == newestCompacted && !name.endsWith(COMPACTED)));
    }

    private static boolean isOfInterest(String name) {
        return !name.startsWith(".") && !name.startsWith(STATUS) && !name.equals("_SUCCESS");
    }

    /** The number of a rolled file; -1 for any other. */
    private static long number(String name) {
        Matcher rolled = ROLLED.matcher(name);
        return rolled.matches() ? Long.parseLong(rolled.group(1)) : -1;
    }

    private void file(Storage storage, StoragePath path) throws IOException {
        Location at = Location.of(path.isRoot() ? storage.location() : path.value());
        try (InputStream raw = storage.open(path);
                InputStream in = unpacked(at, new BufferedInputStream(raw, 64 << 10))) {
            lines(at, in);
        } catch (DamagedStreamException broken) {
            damage(broken.damage());
        } catch (ZipException | java.io.EOFException broken) {
            damage(new Damage(at, DamageKind.TRUNCATED, "a whole gzip stream", String.valueOf(broken.getMessage())));
        }
    }

    private static InputStream unpacked(Location at, BufferedInputStream raw) throws IOException {
        raw.mark(Codec.MAGIC_BYTES);
        byte[] start = raw.readNBytes(Codec.MAGIC_BYTES);
        raw.reset();
        if (start.length >= GZIP.length && start[0] == GZIP[0] && start[1] == GZIP[1]) {
            return new GZIPInputStream(raw);
        }
        return Codec.sniff(start).open(at, raw);
    }

    private void lines(Location at, InputStream in) throws IOException {
        BoundedLines lines = new BoundedLines(in);
        long bytes = 0;
        for (BoundedLines.Line line = lines.next(); line != null; line = lines.next()) {
            String text = line.text();
            if (text == null) {
                damage(new Damage(
                        at.atLine(line.number()),
                        DamageKind.TOO_LARGE,
                        "a line of at most " + BoundedLines.MAX_LINE_BYTES + " bytes",
                        "a longer one"));
                bytes += BoundedLines.MAX_LINE_BYTES;
            } else if (!text.isEmpty()) {
                take(at.atLine(line.number()), text);
                bytes += text.length();
            }
            if (bytes > MAX_UNPACKED_BYTES) {
                damage(new Damage(at, DamageKind.TOO_LARGE, "at most " + MAX_UNPACKED_BYTES + " bytes", "more"));
                return;
            }
        }
    }

    private void take(Location at, String text) {
        Parsed<ProgressLine> parsed = ProgressLineParser.parse(at, text);
        parsed.damage().ifPresent(this::damage);
        ProgressLine line = parsed.value().orElse(ProgressLine.Other.OTHER);
        if (line instanceof ProgressLine.Report report) {
            if (isOurs(report.progress().run())) {
                keep(reports, report.progress());
            }
        } else if (line instanceof ProgressLine.Idle idle) {
            if (isOurs(idle.run())) {
                keep(idles, idle);
            }
        } else if (line instanceof ProgressLine.Terminated terminated && isOurs(terminated.run())) {
            keep(terminations, terminated);
        }
    }

    private boolean isOurs(QueryProgress.Run run) {
        String id = run.queryId();
        if (queryId == null || id == null || queryId.equalsIgnoreCase(id)) {
            return true;
        }
        if (others.containsKey(id) || others.size() < MOST_OTHER_QUERIES) {
            others.merge(id, 1L, Long::sum);
        }
        return false;
    }

    private static <T> void keep(Deque<T> kept, T newest) {
        if (kept.size() == MOST_REPORTS) {
            kept.removeFirst();
        }
        kept.addLast(newest);
    }

    private void damage(Damage damage) {
        damaged++;
        if (damages.size() < MOST_DAMAGES) {
            damages.add(damage);
        }
    }
}
