package dev.tidemark.view.state;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import dev.tidemark.evidence.Damage;
import dev.tidemark.format.json.JsonBytes;
import dev.tidemark.state.operator.StateRow;
import dev.tidemark.state.operator.StateRowSink;
import org.jspecify.annotations.Nullable;

/**
 * Reads partitions side by side and hands out their encoded rows in the order of the partitions, so that the result does
 * not depend on how many processors there are. Partitions that are ahead of their turn wait once they hold an eighth of the
 * memory between them.
 */
public final class RowPipeline {
    private static final int CHUNK_BYTES = 1 << 17;
    private static final int MOST_CHUNKS_IN_TURN = 16;

    /** A chunk is full with the row that fills it, so it has room for that row. */
    private static final int LAST_ROW_BYTES = 1 << 12;

    private final int threads;
    private final long limit;
    private final AtomicLong rows = new AtomicLong();
    private volatile boolean stopped;

    /**
     * A pipeline for one run.
     *
     * @param threads how many partitions to read at once; one reads in the calling thread
     * @param limit how many rows at most
     */
    public RowPipeline(int threads, long limit) {
        this.threads = threads;
        this.limit = limit;
    }

    /** Reads one partition. */
    @FunctionalInterface
    public interface PartitionReader {
        List<Damage> read(int partitionId, StateRowSink each) throws IOException;
    }

    /** Writes one row with all that stands between rows. */
    @FunctionalInterface
    public interface RowEncoder {
        void encode(JsonBytes to, StateRow row);
    }

    /** Takes encoded rows, whole ones only. */
    @FunctionalInterface
    public interface ChunkSink {
        void write(byte[] bytes, int length) throws IOException;
    }

    /** How many rows were handed out. */
    public long rows() {
        return rows.get();
    }

    /** Whether the limit cut the rows short. */
    public boolean isCutShort() {
        return stopped;
    }

    /** Reads the partitions; returns what was wrong, partition after partition. */
    public List<Damage> run(List<Integer> partitions, PartitionReader reader, RowEncoder encoder, ChunkSink sink)
            throws IOException {
        return threads > 1 && partitions.size() > 1 && limit == Long.MAX_VALUE
                ? sideBySide(partitions, reader, encoder, sink)
                : oneByOne(partitions, reader, encoder, sink);
    }

    private List<Damage> oneByOne(List<Integer> partitions, PartitionReader reader, RowEncoder encoder, ChunkSink sink)
            throws IOException {
        List<Damage> damages = new ArrayList<>();
        JsonBytes chunk = new JsonBytes(CHUNK_BYTES);
        for (int partition : partitions) {
            if (!stopped) {
                damages.addAll(reader.read(partition, row -> accept(row, encoder, chunk, sink)));
            }
        }
        sink.write(chunk.array(), chunk.length());
        return damages;
    }

    private boolean accept(StateRow row, RowEncoder encoder, JsonBytes chunk, ChunkSink sink) throws IOException {
        if (rows.get() >= limit) {
            stopped = true;
            return false;
        }
        encoder.encode(chunk, row);
        // The first row goes out at once: it is what a person waits for.
        if (rows.incrementAndGet() == 1 || chunk.length() >= CHUNK_BYTES) {
            sink.write(chunk.array(), chunk.length());
            chunk.truncate(0);
        }
        return true;
    }

    private List<Damage> sideBySide(
            List<Integer> partitions, PartitionReader reader, RowEncoder encoder, ChunkSink sink) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(Math.min(threads, partitions.size()));
        try {
            Turns turns = new Turns(Runtime.getRuntime().maxMemory() / 8 / CHUNK_BYTES);
            List<PartitionRun> runs = new ArrayList<>();
            for (int partition : partitions) {
                PartitionRun run = new PartitionRun(partition, reader, encoder, turns);
                runs.add(run);
                pool.execute(run);
            }
            List<Damage> damages = new ArrayList<>();
            for (PartitionRun run : runs) {
                turns.giveTo(run);
                damages.addAll(run.drainTo(sink));
            }
            return damages;
        } finally {
            pool.shutdownNow();
            awaitEnd(pool);
        }
    }

    private static void awaitEnd(ExecutorService pool) {
        try {
            if (!pool.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("a partition does not stop reading");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whose rows go out now, and how much the others may hold ready. */
    private static final class Turns {
        private final long mostChunksAhead;
        private long waitingChunks;
        private @Nullable PartitionRun inTurn;

        Turns(long mostChunksAhead) {
            this.mostChunksAhead = mostChunksAhead;
        }

        synchronized void giveTo(PartitionRun run) {
            inTurn = run;
            notifyAll();
        }

        /** Waits until a run may hold one more chunk. */
        synchronized void reserve(PartitionRun run) throws InterruptedException {
            while (run == inTurn ? run.queue.size() >= MOST_CHUNKS_IN_TURN : waitingChunks >= mostChunksAhead) {
                wait();
            }
            waitingChunks++;
        }

        synchronized void release() {
            waitingChunks--;
            notifyAll();
        }
    }

    /** One partition: fills its queue in one thread, is drained in another. */
    private final class PartitionRun implements Runnable {
        private final int partitionId;
        private final PartitionReader reader;
        private final RowEncoder encoder;
        private final Turns turns;
        private final BlockingQueue<Message> queue = new LinkedBlockingQueue<>();

        /** Chunks that were written, to be filled again. */
        private final Queue<JsonBytes> spare = new ConcurrentLinkedQueue<>();

        private JsonBytes chunk = emptyChunk();
        private long count;

        PartitionRun(int partitionId, PartitionReader reader, RowEncoder encoder, Turns turns) {
            this.partitionId = partitionId;
            this.reader = reader;
            this.encoder = encoder;
            this.turns = turns;
        }

        private static JsonBytes emptyChunk() {
            return new JsonBytes(CHUNK_BYTES + LAST_ROW_BYTES);
        }

        @Override
        public void run() {
            try {
                queue.put(outcome());
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
            }
        }

        private Message outcome() throws InterruptedException {
            try {
                List<Damage> damages = reader.read(partitionId, row -> {
                    encoder.encode(chunk, row);
                    count++;
                    if (count == 1 || chunk.length() >= CHUNK_BYTES) {
                        handOn();
                    }
                    return true;
                });
                handOn();
                rows.addAndGet(count);
                return Message.end(damages);
            } catch (Interrupted cancelled) {
                throw new InterruptedException();
            } catch (IOException failed) {
                return Message.failed(failed);
            } catch (RuntimeException | Error bug) {
                return Message.failed(bug);
            }
        }

        private void handOn() throws Interrupted {
            try {
                turns.reserve(this);
                queue.put(Message.chunk(chunk));
            } catch (InterruptedException cancelled) {
                throw new Interrupted();
            }
            JsonBytes written = spare.poll();
            chunk = written == null ? emptyChunk() : written;
        }

        List<Damage> drainTo(ChunkSink sink) throws IOException {
            try {
                while (true) {
                    Message message = queue.take();
                    JsonBytes filled = message.chunk();
                    if (filled != null) {
                        turns.release();
                        sink.write(filled.array(), filled.length());
                        filled.truncate(0);
                        spare.add(filled);
                    } else if (message.failure() instanceof IOException failed) {
                        throw failed;
                    } else if (message.failure() != null) {
                        throw new IllegalStateException(
                                "reading partition " + partitionId + " failed", message.failure());
                    } else {
                        return message.damages();
                    }
                }
            } catch (InterruptedException cancelled) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while reading partition " + partitionId);
            }
        }
    }

    /** A chunk, or the end with what was wrong, or the end by a failure. */
    private record Message(
            @Nullable JsonBytes chunk,
            List<Damage> damages,
            @Nullable Throwable failure) {
        static Message chunk(JsonBytes chunk) {
            return new Message(chunk, List.of(), null);
        }

        static Message end(List<Damage> damages) {
            return new Message(null, damages, null);
        }

        static Message failed(Throwable failure) {
            return new Message(null, List.of(), failure);
        }
    }

    /** Carries an interruption through code that knows only {@link IOException}. */
    private static final class Interrupted extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
