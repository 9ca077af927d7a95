package dev.tidemark.audit;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import dev.tidemark.io.Places;
import org.jspecify.annotations.Nullable;

/**
 * Examines items in parallel and hands the results over in the order the items came. Each item has its budget of time: one
 * that takes longer is given up, its storage fails from then on, and the rest goes on. Whatever an item throws becomes its
 * result. The number of items under way is bounded, whatever their number.
 */
public final class AuditRun implements AutoCloseable {
    /** Items that may be finished and wait for one before them, for each job. */
    private static final int WINDOW_FACTOR = 16;

    /** Threads that were given up and do not end; behind so many nothing more is begun. */
    private static final long MOST_GIVEN_UP = 1_000;

    private final Examiner examiner;
    private final Places places;
    private final Limits limits;
    private final LongSupplier nanos;
    private final Sink sink;
    private final Semaphore permits;
    private final Deque<Examination> window = new ArrayDeque<>();
    private final AtomicLong givenUp = new AtomicLong();

    /**
     * How much at once and for how long.
     *
     * @param jobs at least 1
     * @param timeoutMs for each item
     */
    public record Limits(int jobs, long timeoutMs) {
        public Limits {
            if (jobs < 1 || timeoutMs < 1) {
                throw new IllegalArgumentException("no work possible with " + jobs + " jobs, " + timeoutMs + " ms");
            }
        }
    }

    /** Takes results, one at a time. */
    @FunctionalInterface
    public interface Sink {
        void accept(ItemResult result) throws IOException;
    }

    /**
     * A run without items.
     *
     * @param nanos a clock that only moves on, in nanoseconds
     */
    public AuditRun(Examiner examiner, Places places, Limits limits, LongSupplier nanos, Sink sink) {
        this.examiner = examiner;
        this.places = places;
        this.limits = limits;
        this.nanos = nanos;
        this.sink = sink;
        this.permits = new Semaphore(limits.jobs());
    }

    /** Takes an item on; waits while too many are under way. */
    public void submit(AuditItem item) throws IOException {
        while (window.size() >= limits.jobs() * WINDOW_FACTOR) {
            handOver(window.removeFirst());
        }
        Examination examination = new Examination(item);
        window.addLast(examination);
        examination.start();
        while (!window.isEmpty() && window.peekFirst().isDone()) {
            handOver(window.removeFirst());
        }
    }

    /** Takes a result on that is known already; it keeps its place in the order. */
    public void submit(ItemResult known) throws IOException {
        Examination examination = new Examination(known.item());
        examination.finish(known);
        window.addLast(examination);
        if (window.size() >= limits.jobs() * WINDOW_FACTOR) {
            handOver(window.removeFirst());
        }
    }

    /** Waits for all that is under way and hands it over. */
    public void finish() throws IOException {
        while (!window.isEmpty()) {
            handOver(window.removeFirst());
        }
    }

    @Override
    public void close() {
        window.forEach(Examination::giveUp);
        window.clear();
    }

    private void handOver(Examination examination) throws IOException {
        sink.accept(examination.await());
    }

    /** One item under way. */
    private final class Examination {
        private final AuditItem item;
        private final RevocableOpener opener = new RevocableOpener(places);
        private final CountDownLatch done = new CountDownLatch(1);
        private @Nullable ItemResult result;
        private @Nullable Thread thread;
        private long startedAtNanos;
        private boolean isStarted;
        private boolean isGivenUp;

        Examination(AuditItem item) {
            this.item = item;
        }

        /** Starts a thread as soon as a job is free; items before this one may have to be given up for that. */
        void start() throws IOException {
            if (givenUp.get() >= MOST_GIVEN_UP) {
                finish(ItemResult.unknown(item, "It was not read: " + MOST_GIVEN_UP + " items before it still hang"));
                return;
            }
            while (!acquire()) {
                giveUpTheLate();
            }
            synchronized (this) {
                isStarted = true;
                startedAtNanos = nanos.getAsLong();
                Thread own = new Thread(this::run, "audit " + item.place());
                own.setDaemon(true);
                thread = own;
                own.start();
            }
        }

        private boolean acquire() throws IOException {
            try {
                return permits.tryAcquire(50, TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                throw interruption(interrupted);
            }
        }

        private void run() {
            finish(examine());
        }

        /** Nothing that one item does may stop the others: whatever is thrown becomes its result. */
        private ItemResult examine() {
            try {
                return examiner.examine(item, opener);
            } catch (IOException refused) {
                String message = refused.getMessage();
                return ItemResult.unknown(
                        item,
                        "It could not be read: "
                                + (message == null ? refused.getClass().getSimpleName() : message));
            } catch (OutOfMemoryError exhausted) {
                return ItemResult.unknown(item, "There is not enough memory for it: give Java more, or use fewer jobs");
            } catch (RuntimeException | StackOverflowError | LinkageError ours) {
                return ItemResult.bug(item, ours);
            }
        }

        synchronized void finish(ItemResult found) {
            if (result == null) {
                result = found;
                done.countDown();
            }
            if (isStarted) {
                if (isGivenUp) {
                    givenUp.decrementAndGet();
                } else {
                    permits.release();
                }
                isStarted = false;
            }
        }

        synchronized boolean isDone() {
            return result != null;
        }

        synchronized boolean isLate() {
            return isStarted && result == null && remainingMs() <= 0;
        }

        private synchronized long remainingMs() {
            return limits.timeoutMs() - TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - startedAtNanos);
        }

        ItemResult await() throws IOException {
            try {
                while (!done.await(Math.max(1, remainingMs()), TimeUnit.MILLISECONDS)) {
                    if (remainingMs() <= 0) {
                        giveUp();
                    }
                }
            } catch (InterruptedException interrupted) {
                throw interruption(interrupted);
            }
            return result();
        }

        private synchronized ItemResult result() {
            return Objects.requireNonNull(result);
        }

        synchronized void giveUp() {
            if (result != null) {
                return;
            }
            result = ItemResult.unknown(
                    item, "It took longer than its budget of " + limits.timeoutMs() + " ms and was given up");
            done.countDown();
            isGivenUp = true;
            opener.revoke();
            if (isStarted && thread != null) {
                thread.interrupt();
                givenUp.incrementAndGet();
                permits.release();
            }
        }
    }

    private void giveUpTheLate() {
        window.stream().filter(Examination::isLate).forEach(Examination::giveUp);
    }

    private static IOException interruption(InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted", interrupted);
    }
}
