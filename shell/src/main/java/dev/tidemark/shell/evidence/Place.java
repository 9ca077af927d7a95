package dev.tidemark.shell.evidence;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.delta.DeltaTable;
import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.PlaceKind;

/** One checkpoint, table, output or other directory that is open. */
public final class Place implements AutoCloseable {
    private final TreePath path;
    private final String typed;
    private final PlaceKind kind;
    private final Storage storage;

    /**
     * A place that is open under a path of the tree.
     *
     * @param typed how commands of the command line are given it
     */
    public Place(TreePath path, String typed, PlaceKind kind, Storage storage) {
        this.path = path;
        this.typed = typed;
        this.kind = kind;
        this.storage = storage;
    }

    /** Where in the tree it is. */
    public TreePath path() {
        return path;
    }

    /** The place as commands are given it. */
    public String typed() {
        return typed;
    }

    /** What it is. */
    public PlaceKind kind() {
        return kind;
    }

    /** Where its files lie. */
    public Storage storage() {
        return storage;
    }

    /** It as a checkpoint. */
    public Checkpoint checkpoint() {
        return Checkpoint.in(storage);
    }

    /** The state of it as a checkpoint. */
    public CheckpointState state() {
        return CheckpointState.of(checkpoint());
    }

    /** It as a table. */
    public DeltaTable table() {
        return new DeltaTable(storage);
    }

    /** Its root in the tree. */
    Node node() throws IOException {
        Optional<FileEntry> root = storage.stat(StoragePath.ROOT);
        FileEntry entry = root.orElseThrow(() -> new FileNotFoundException(typed));
        return new StoredNode(storage, layout(), entry, path.name());
    }

    /** Its root as far as the name alone tells: what {@code ls /} needs. */
    Node nodeByName() {
        FileEntry entry = new FileEntry(StoragePath.ROOT, EntryKind.DIRECTORY, 0, 0);
        return new StoredNode(storage, layout(), entry, path.name());
    }

    /** A checkpoint that is no place of its own, such as one as a simulated run has left it. */
    public static Node checkpointOver(Storage storage, String name) {
        FileEntry root = new FileEntry(StoragePath.ROOT, EntryKind.DIRECTORY, 0, 0);
        return new StoredNode(storage, new CheckpointLayout(Checkpoint.in(storage)), root, name);
    }

    /** One file of such a checkpoint; empty when it is not there. */
    public static Optional<Node> checkpointFile(Storage storage, String path) throws IOException {
        return storage.stat(new StoragePath(path))
                .map(entry ->
                        new StoredNode(storage, new CheckpointLayout(Checkpoint.in(storage)), entry, entry.name()));
    }

    private Layout layout() {
        return switch (kind) {
            case CHECKPOINT -> new CheckpointLayout(checkpoint());
            case DELTA_TABLE -> new TableLayout(storage);
            default -> new PlainLayout(storage);
        };
    }

    @Override
    public void close() throws IOException {
        storage.close();
    }
}
