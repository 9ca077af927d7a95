package dev.tidemark.shell.evidence;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.delta.log.LogFile;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.delta.log.LogListing;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.view.table.CommitView;

/** What the names in a Delta table mean; its root holds the versions that its log names. */
final class TableLayout implements Layout {
    private static final Pattern VERSION = Pattern.compile("v(\\d{1,18})");

    private final Storage table;

    TableLayout(Storage table) {
        this.table = table;
    }

    @Override
    public Sight sight(FileEntry entry) {
        if (entry.path().parent().equals(LogListing.DIRECTORY) && entry.isFile()) {
            return logFile(new LogFile(LogFileName.of(entry.name()), entry));
        }
        if (entry.path().equals(LogListing.DIRECTORY)) {
            return plain("the log", entry);
        }
        return entry.isFile()
                ? new Sight("", new Meaning.DataFile(entry.path().value()), Decoders.plain(table, entry))
                : plain(entry.path().isRoot() ? "a Delta table" : "", entry);
    }

    private Sight logFile(LogFile file) {
        boolean holdsActions = file.name() instanceof LogFileName.Commit
                || file.name() instanceof LogFileName.UuidCommit
                || file.name() instanceof LogFileName.Compaction
                || file.name() instanceof LogFileName.Checkpoint;
        if (!holdsActions) {
            return plain(
                    file.name() instanceof LogFileName.Checksum ? "what the version should hold" : "", file.entry());
        }
        Meaning meaning = new Meaning.TableVersion(((LogFileName.Versioned) file.name()).version());
        String label = file.name() instanceof LogFileName.Commit
                ? "commit"
                : file.name() instanceof LogFileName.Compaction ? "several commits" : "checkpoint";
        return new Sight(label, meaning, limit -> CommitView.of(table, file, limit));
    }

    private Sight plain(String label, FileEntry entry) {
        return new Sight(label, Meaning.Nothing.NOTHING, Decoders.plain(table, entry));
    }

    @Override
    public void forEachVersion(StoragePath directory, Node.Visitor each) throws IOException {
        if (!directory.isRoot()) {
            return;
        }
        try {
            Entries.forEach(table, LogListing.DIRECTORY, entry -> {
                LogFileName name = LogFileName.of(entry.name());
                return !(name instanceof LogFileName.Commit commit)
                        || each.see(version(commit.version(), new LogFile(name, entry)));
            });
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return;
        }
    }

    @Override
    public Optional<Node> version(StoragePath directory, String name) throws IOException {
        Matcher digits = VERSION.matcher(name);
        if (!directory.isRoot() || !digits.matches()) {
            return Optional.empty();
        }
        long version = Long.parseLong(digits.group(1));
        StoragePath usual = LogListing.DIRECTORY.child(String.format("%020d.json", version));
        Optional<FileEntry> file = table.stat(usual);
        return file.map(entry -> version(version, new LogFile(LogFileName.of(entry.name()), entry)));
    }

    private Node version(long version, LogFile commit) {
        Sight sight = new Sight("", new Meaning.TableVersion(version), limit -> CommitView.of(table, commit, limit));
        return new VersionNode("v" + version, sight, () -> List.of(new Node.Spot(table, commit.entry())));
    }
}
