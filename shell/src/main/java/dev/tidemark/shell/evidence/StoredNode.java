package dev.tidemark.shell.evidence;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Report;

/** A file or a directory of a place, with what its layout adds. */
final class StoredNode implements Node {
    private final Storage storage;
    private final Layout layout;
    private final FileEntry entry;
    private final String name;

    StoredNode(Storage storage, Layout layout, FileEntry entry, String name) {
        this.storage = storage;
        this.layout = layout;
        this.entry = entry;
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Kind kind() {
        return switch (entry.kind()) {
            case DIRECTORY -> Kind.DIRECTORY;
            case FILE -> Kind.FILE;
            case OTHER -> Kind.OTHER;
        };
    }

    @Override
    public String label() {
        return layout.sight(entry).label();
    }

    @Override
    public Meaning meaning() {
        return layout.sight(entry).meaning();
    }

    @Override
    public void forEachChild(Visitor each) throws IOException {
        if (!entry.isDirectory()) {
            return;
        }
        boolean[] goesOn = {true};
        layout.forEachVersion(entry.path(), node -> goesOn[0] = each.see(node));
        if (!goesOn[0]) {
            return;
        }
        try {
            Entries.forEach(storage, entry.path(), child -> each.see(node(child)));
        } catch (FileNotFoundException | NotDirectoryException gone) {
            return;
        }
    }

    @Override
    public Optional<Node> child(String childName) throws IOException {
        if (!entry.isDirectory()) {
            return Optional.empty();
        }
        Optional<StoragePath> path = StoragePath.inside(childName)
                .filter(single -> single.value().indexOf('/') < 0)
                .map(single -> entry.path().child(single.value()));
        if (path.isEmpty()) {
            return Optional.empty();
        }
        Optional<Node> stored = storage.stat(path.get()).map(this::node);
        return stored.isPresent() ? stored : layout.version(entry.path(), childName);
    }

    private Node node(FileEntry child) {
        return new StoredNode(storage, layout, child, child.name());
    }

    @Override
    public Report decoded(int limit) throws IOException {
        return layout.sight(entry).decoder().decode(limit);
    }

    @Override
    public List<Spot> files() {
        return List.of(new Spot(storage, entry));
    }
}
