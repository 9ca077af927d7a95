package dev.tidemark.delta.replay;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.ActionSink;
import dev.tidemark.delta.checkpoint.CheckpointFileReader;
import dev.tidemark.delta.checkpoint.StoredFile;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.evidence.Damage;
import dev.tidemark.evidence.DamageKind;
import dev.tidemark.evidence.Location;
import dev.tidemark.format.parquet.FooterParser;
import dev.tidemark.io.Storage;

/** Reads files of a log, JSON ones in parallel, and hands them over in the order asked for. */
final class LogLoader {
    private static final int FILES_AHEAD_PER_THREAD = 4;

    private final Storage table;
    private final PathStyle style;
    private final ActionDetail detail;

    LogLoader(Storage table, PathStyle style, ActionDetail detail) {
        this.table = table;
        this.style = style;
        this.detail = detail;
    }

    /** Reads one file of either kind. */
    LogContents read(LogFile file, LogContents.Kept kept) throws IOException {
        LogContents contents = new LogContents(file, style, kept);
        if (!file.entry().isFile()) {
            contents.fail(
                    file.entry().isDirectory()
                            ? new LogContents.Problem.IsDirectory()
                            : new LogContents.Problem.Missing());
            return contents;
        }
        try {
            if (file.isParquet()) {
                readParquet(file, kept, contents);
            } else {
                readJson(file, contents);
            }
        } catch (FileNotFoundException gone) {
            contents.fail(new LogContents.Problem.Missing());
        } catch (IOException refused) {
            String why = String.valueOf(refused.getMessage());
            Damage damage = new Damage(file.location(), DamageKind.UNREADABLE, "bytes", why);
            contents.fail(new LogContents.Problem.Broken(damage, LogContents.Problem.Part.ROWS));
        }
        return contents;
    }

    private void readJson(LogFile file, ActionSink sink) throws IOException {
        Location at = file.location();
        try (InputStream in = table.open(file.path())) {
            ActionFileReader.read(in, at, detail, sink);
        }
    }

    private void readParquet(LogFile file, LogContents.Kept kept, LogContents contents) throws IOException {
        CheckpointFileReader.Rows rows = kept == LogContents.Kept.NO_FILES
                ? CheckpointFileReader.Rows.WITHOUT_FILES
                : CheckpointFileReader.Rows.ALL;
        Optional<Damage> damage = CheckpointFileReader.read(table, file.path(), detail, rows, contents);
        if (damage.isPresent()) {
            contents.fail(new LogContents.Problem.Broken(damage.get(), brokenPart(file)));
        }
    }

    private LogContents.Problem.Part brokenPart(LogFile file) throws IOException {
        try (StoredFile bytes = StoredFile.open(table, file.path())) {
            Optional<Damage> footer = FooterParser.parse(file.location(), bytes).damage();
            if (footer.isEmpty()) {
                return LogContents.Problem.Part.ROWS;
            }
            // The last eight bytes are the length of the footer and a magic word; before them the footer itself.
            boolean isTail = footer.get().at().byteOffset() >= bytes.sizeBytes() - 8 || bytes.sizeBytes() < 12;
            return isTail ? LogContents.Problem.Part.NOT_PARQUET : LogContents.Problem.Part.FOOTER;
        }
    }

    /** Reads many files with all processors and hands them over in their order, a few of them in memory at a time. */
    void readAll(List<LogFile> files, LogContents.Kept kept, Consumer<LogContents> each) throws IOException {
        int threads = Math.min(files.size(), Runtime.getRuntime().availableProcessors());
        if (threads <= 1) {
            for (LogFile file : files) {
                each.accept(read(file, kept));
            }
            return;
        }
        ExecutorService readers = Executors.newFixedThreadPool(threads, LogLoader::daemon);
        try {
            Deque<Future<LogContents>> ahead = new ArrayDeque<>();
            Iterator<LogFile> waiting = files.iterator();
            while (waiting.hasNext() || !ahead.isEmpty()) {
                while (waiting.hasNext() && ahead.size() < threads * FILES_AHEAD_PER_THREAD) {
                    LogFile file = waiting.next();
                    ahead.add(readers.submit(() -> read(file, kept)));
                }
                each.accept(result(ahead.remove()));
            }
        } finally {
            readers.shutdownNow();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "log-reader");
        thread.setDaemon(true);
        return thread;
    }

    private static LogContents result(Future<LogContents> future) throws IOException {
        try {
            return future.get();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading the log");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException storage) {
                throw storage;
            }
            throw new IllegalStateException("reading a log file failed", failed.getCause());
        }
    }
}
