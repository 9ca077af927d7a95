package dev.tidemark.delta.checkpoint;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import dev.tidemark.delta.action.FileAction;
import dev.tidemark.evidence.Damage;

/**
 * Lets one thread decode the rows of a large checkpoint while the caller's thread takes the actions, in row order and a
 * few thousand at a time.
 */
final class ActionRelay {
    private static final int BATCH = 4_096;
    private static final int BATCHES_AHEAD = 8;
    private static final Batch END = new Batch(0);

    private final BlockingQueue<Batch> queue = new ArrayBlockingQueue<>(BATCHES_AHEAD);
    private Batch filling = new Batch(BATCH);

    /** Receives an action and its row. */
    interface RowSink {
        void accept(FileAction action, long row) throws IOException;
    }

    /** Decodes rows and hands them to a sink. */
    interface Decoder {
        Optional<Damage> decode(RowSink sink) throws IOException;
    }

    private static final class Batch {
        private final FileAction[] actions;
        private final long[] rows;
        private int count;

        Batch(int capacity) {
            this.actions = new FileAction[capacity];
            this.rows = new long[capacity];
        }
    }

    private ActionRelay() {}

    /** Runs the decoder in a thread of its own; the sink is called by this one. */
    static Optional<Damage> run(Decoder decoder, RowSink sink) throws IOException {
        return new ActionRelay().relay(decoder, sink);
    }

    private Optional<Damage> relay(Decoder decoder, RowSink sink) throws IOException {
        FutureTask<Optional<Damage>> decoding = new FutureTask<>(() -> {
            try {
                Optional<Damage> damage = decoder.decode(this::put);
                queue.put(filling);
                return damage;
            } finally {
                queue.put(END);
            }
        });
        Thread thread = new Thread(decoding, "checkpoint-reader");
        thread.setDaemon(true);
        thread.start();
        try {
            for (Batch batch = queue.take(); batch.actions.length > 0; batch = queue.take()) {
                for (int i = 0; i < batch.count; i++) {
                    sink.accept(batch.actions[i], batch.rows[i]);
                }
            }
            return decoding.get();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while reading a checkpoint");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof IOException storage) {
                throw storage;
            }
            throw new IllegalStateException("reading a checkpoint failed", failed.getCause());
        } finally {
            decoding.cancel(true);
        }
    }

    private void put(FileAction action, long row) throws IOException {
        Batch batch = filling;
        warmHash(action.path());
        batch.actions[batch.count] = action;
        batch.rows[batch.count++] = row;
        if (batch.count == BATCH) {
            try {
                queue.put(batch);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("the reader of a checkpoint was stopped");
            }
            filling = new Batch(BATCH);
        }
    }

    /** A text keeps its hash: computed here, it costs the one thread that replays nothing. */
    private static void warmHash(String path) {
        if (path.hashCode() == 0) {
            // No hash is kept when it is 0; nothing is lost.
            return;
        }
    }
}
