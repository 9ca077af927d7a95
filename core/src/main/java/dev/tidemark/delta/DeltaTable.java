package dev.tidemark.delta;

import java.io.IOException;

import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.delta.replay.KernelReader;
import dev.tidemark.delta.replay.SparkReader;
import dev.tidemark.delta.replay.TableReader;
import dev.tidemark.io.Storage;

/**
 * A directory with a Delta log in it.
 *
 * @param storage whose root is the table; closed with it
 */
public record DeltaTable(Storage storage) implements AutoCloseable {
    /** The engines whose reading is known. */
    public enum Engine {
        SPARK,
        KERNEL
    }

    /** Everything in the log. */
    public LogListing listing() throws IOException {
        return LogListing.of(storage);
    }

    /** A reader for one read. */
    public TableReader reader(Engine engine, DeltaBehaviour behaviour, ActionDetail detail) {
        return engine == Engine.SPARK ? new SparkReader(storage, behaviour, detail) : new KernelReader(storage, detail);
    }

    /** The table as messages of Spark and Kernel print it. */
    public String location() {
        return storage.location();
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
