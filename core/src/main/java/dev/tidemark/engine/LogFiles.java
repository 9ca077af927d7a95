package dev.tidemark.engine;

import java.nio.charset.StandardCharsets;

import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.StoragePath;
import org.jspecify.annotations.Nullable;

/**
 * Writes files of the checkpoint as Spark does: beside their place, then renamed. Authority: Spark 4.1 CheckpointFileManager,
 * RenameBasedFSDataOutputStream.
 */
final class LogFiles {
    /** Spark draws it. */
    private static final String DRAWN_ID = "00000000-0000-0000-0000-000000000000";

    private final OverlayStorage storage;
    private final Trace trace;
    private Step step = Step.START;

    LogFiles(OverlayStorage storage, Trace trace) {
        this.storage = storage;
        this.trace = trace;
    }

    /** From now on, what sources write belongs to a step. */
    void during(Step newStep) {
        step = newStep;
    }

    /** The step that is on. */
    Step step() {
        return step;
    }

    /** Writes a file whose text is known. */
    void write(StoragePath path, String text) {
        write(path, text, text);
    }

    /** Writes the metadata of a query whose id is drawn. */
    void writeMetadata(StoragePath path) {
        write(path, "{\"id\":\"" + DRAWN_ID + "\"}", null);
    }

    /**
     * Writes a file.
     *
     * @param text what a reader of the simulated checkpoint finds
     * @param told the text as far as it is known; null when it is not
     */
    void write(StoragePath path, String text, @Nullable String told) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StoragePath temporary = beside(path);
        storage.write(temporary, bytes);
        trace.add(new EngineEvent.TemporaryWritten(step, temporary.value()));
        storage.withdraw(temporary);
        storage.write(path, bytes);
        trace.add(new EngineEvent.FileWritten(step, path.value(), told));
    }

    private static StoragePath beside(StoragePath path) {
        String name = "." + path.name() + "." + DRAWN_ID + ".tmp";
        return path.parent().child(name);
    }
}
