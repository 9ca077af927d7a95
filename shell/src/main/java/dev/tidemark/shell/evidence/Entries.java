package dev.tidemark.shell.evidence;

import java.io.IOException;
import java.io.InterruptedIOException;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/** Listings that can be ended early and interrupted. */
final class Entries {
    private Entries() {}

    /** Takes entries. */
    @FunctionalInterface
    interface Visitor {
        boolean see(FileEntry entry) throws IOException;
    }

    /** Hands over the entries of a directory until there are no more, or enough, or the thread is interrupted. */
    static void forEach(Storage storage, StoragePath directory, Visitor each) throws IOException {
        try {
            storage.forEachEntry(directory, entry -> {
                try {
                    checkInterrupted();
                    if (!each.see(entry)) {
                        throw new Stop(null);
                    }
                } catch (IOException failed) {
                    throw new Stop(failed);
                }
            });
        } catch (Stop stop) {
            if (stop.failure != null) {
                throw stop.failure;
            }
        }
    }

    /** Ends a loop whose command was cancelled. */
    static void checkInterrupted() throws InterruptedIOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("cancelled");
        }
    }

    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable IOException failure;

        Stop(@Nullable IOException failure) {
            super(null, failure, false, false);
            this.failure = failure;
        }
    }
}
