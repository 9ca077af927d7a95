package dev.tidemark.delta.replay;

import java.io.IOException;
import java.util.Optional;

import dev.tidemark.delta.action.Sidecar;
import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/** Where the sidecars of a checkpoint lie. */
final class SidecarPaths {
    private static final StoragePath DIRECTORY = LogListing.DIRECTORY.child("_sidecars");

    private SidecarPaths() {}

    /** The file that a sidecar names below {@code _sidecars}; an entry of no kind when there is none. */
    static LogFile resolve(Storage table, Sidecar sidecar) throws IOException {
        Optional<StoragePath> path = StoragePath.inside(sidecar.path()).map(inside -> DIRECTORY.child(inside.value()));
        Optional<FileEntry> entry = path.isEmpty() ? Optional.empty() : table.stat(path.get());
        StoragePath shown = path.orElse(DIRECTORY.child("outside"));
        LogFileName name = new LogFileName.Foreign(shown.name());
        return new LogFile(name, entry.orElseGet(() -> new FileEntry(shown, EntryKind.OTHER, 0, 0)));
    }
}
