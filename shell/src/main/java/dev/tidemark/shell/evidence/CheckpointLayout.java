package dev.tidemark.shell.evidence;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tidemark.checkpoint.Checkpoint;
import dev.tidemark.checkpoint.StreamMetadataParser;
import dev.tidemark.checkpoint.commit.CommitEntry;
import dev.tidemark.checkpoint.commit.CommitEntryParser;
import dev.tidemark.checkpoint.log.BatchLog;
import dev.tidemark.checkpoint.log.SmallFile;
import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.OffsetEntryParser;
import dev.tidemark.evidence.Location;
import dev.tidemark.evidence.Parsed;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.StoragePath;
import dev.tidemark.report.Report;
import dev.tidemark.state.StateConf;
import dev.tidemark.state.StateFile;
import dev.tidemark.state.StateStoreId;
import dev.tidemark.stream.CheckpointState;
import dev.tidemark.view.LogEntryView;
import dev.tidemark.view.state.StateVersionView;

/** What the names in a checkpoint mean; a partition's directory holds the versions that its files make up. */
final class CheckpointLayout implements Layout {
    private static final Pattern STATE_FILE =
            Pattern.compile("(\\d{1,18})(?:_[0-9a-fA-F-]+)*\\.(delta|snapshot|zip|changelog)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
    private static final Pattern SMALL_NUMBER = Pattern.compile("\\d{1,9}");

    private final Checkpoint checkpoint;

    CheckpointLayout(Checkpoint checkpoint) {
        this.checkpoint = checkpoint;
    }

    /** Turns the bytes of one file into a report. */
    @FunctionalInterface
    private interface Viewer<T> {
        Report view(Location at, Parsed<T> parsed);
    }

    @Override
    public Sight sight(FileEntry entry) {
        String[] parts = entry.path().value().split("/");
        boolean isFile = entry.isFile();
        if (parts.length == 1) {
            return isFile && parts[0].equals("metadata")
                    ? small(
                            "the query's id",
                            Meaning.Nothing.NOTHING,
                            entry,
                            StreamMetadataParser::parse,
                            LogEntryView::metadata)
                    : plain(topLabel(entry), entry);
        }
        boolean isBatch =
                isFile && parts.length == 2 && NUMBER.matcher(parts[1]).matches();
        return switch (parts[0]) {
            case "offsets" -> isBatch ? offsets(entry, Long.parseLong(parts[1])) : plain("", entry);
            case "commits" -> isBatch ? commit(entry, Long.parseLong(parts[1])) : plain("", entry);
            case "sources" -> plain(parts.length == 2 ? "log of source " + parts[1] : "", entry);
            case "state" -> state(entry, parts);
            default -> plain("", entry);
        };
    }

    private static String topLabel(FileEntry entry) {
        return switch (entry.path().value()) {
            case "" -> "a checkpoint";
            case "offsets" -> "what each batch was to read";
            case "commits" -> "which batches are done";
            case "sources" -> "what the sources keep";
            case "state" -> "state by operator, partition, version";
            default -> "";
        };
    }

    private Sight offsets(FileEntry entry, long batchId) {
        return this.<OffsetEntry>small(
                "", new Meaning.Batch(batchId), entry, OffsetEntryParser::parse, LogEntryView::offsets);
    }

    private Sight commit(FileEntry entry, long batchId) {
        return this.<CommitEntry>small(
                "", new Meaning.Batch(batchId), entry, CommitEntryParser::parse, LogEntryView::commit);
    }

    private <T> Sight small(
            String label, Meaning meaning, FileEntry entry, BatchLog.EntryParser<T> parser, Viewer<T> viewer) {
        return new Sight(label, meaning, limit -> {
            Parsed<T> parsed = SmallFile.read(checkpoint.storage(), entry.path(), BatchLog.LIMIT_BYTES, parser)
                    .orElseThrow(() -> new FileNotFoundException(entry.path().value()));
            return viewer.view(Location.of(entry.path().value()), parsed);
        });
    }

    private Sight plain(String label, FileEntry entry) {
        return new Sight(label, Meaning.Nothing.NOTHING, Decoders.plain(checkpoint.storage(), entry));
    }

    /** {@code state/operator[/partition[/store][/file]]}. */
    private Sight state(FileEntry entry, String[] parts) {
        if (!SMALL_NUMBER.matcher(parts[1]).matches()) {
            return plain("", entry);
        }
        int operatorId = Integer.parseInt(parts[1]);
        Integer partitionId =
                parts.length > 2 && SMALL_NUMBER.matcher(parts[2]).matches() ? Integer.valueOf(parts[2]) : null;
        Optional<StateStoreId> store = storeOf(entry.path().parent());
        Matcher file = STATE_FILE.matcher(entry.name());
        if (entry.isFile() && store.isPresent() && file.matches()) {
            return stateFile(store.get(), Long.parseLong(file.group(1)), file.group(2));
        }
        Meaning meaning = new Meaning.Operator(operatorId, partitionId);
        String label = parts.length == 2
                ? "operator " + operatorId
                : parts.length == 3 && partitionId != null ? "partition " + partitionId : "";
        return new Sight(label, meaning, Decoders.plain(checkpoint.storage(), entry));
    }

    private Sight stateFile(StateStoreId store, long version, String suffix) {
        boolean holdsChanges = suffix.equals("delta") || suffix.equals("changelog");
        String label = holdsChanges ? "changes of batch " + (version - 1) : "all rows after batch " + (version - 1);
        StateVersionView.Part part = holdsChanges ? StateVersionView.Part.CHANGES : StateVersionView.Part.ROWS;
        return new Sight(
                label,
                new Meaning.StateVersion(store, version),
                limit -> StateVersionView.of(CheckpointState.of(checkpoint), store, version, part, limit));
    }

    /** The store whose files lie in a directory. */
    private static Optional<StateStoreId> storeOf(StoragePath directory) {
        String[] parts = directory.value().split("/");
        boolean isPartition = parts.length >= 3
                && parts.length <= 4
                && parts[0].equals("state")
                && SMALL_NUMBER.matcher(parts[1]).matches()
                && SMALL_NUMBER.matcher(parts[2]).matches();
        if (!isPartition || (parts.length == 4 && parts[3].startsWith("_"))) {
            return Optional.empty();
        }
        String name = parts.length == 4 ? parts[3] : StateStoreId.DEFAULT_STORE;
        return Optional.of(new StateStoreId(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), name));
    }

    @Override
    public void forEachVersion(StoragePath directory, Node.Visitor each) throws IOException {
        Optional<StateStoreId> store = storeOf(directory);
        if (store.isEmpty()) {
            return;
        }
        TreeSet<Long> versions = new TreeSet<>();
        try {
            Entries.forEach(checkpoint.storage(), directory, entry -> {
                Matcher file = STATE_FILE.matcher(entry.name());
                if (entry.isFile() && file.matches()) {
                    versions.add(Long.parseLong(file.group(1)));
                }
                return true;
            });
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return;
        }
        for (long version : versions) {
            if (!each.see(version(store.get(), version))) {
                return;
            }
        }
    }

    @Override
    public Optional<Node> version(StoragePath directory, String name) throws IOException {
        Optional<StateStoreId> store = storeOf(directory);
        if (store.isEmpty() || !NUMBER.matcher(name).matches()) {
            return Optional.empty();
        }
        long version = Long.parseLong(name);
        boolean[] isThere = {false};
        try {
            Entries.forEach(checkpoint.storage(), directory, entry -> {
                Matcher file = STATE_FILE.matcher(entry.name());
                isThere[0] = file.matches() && Long.parseLong(file.group(1)) == version;
                return !isThere[0];
            });
        } catch (FileNotFoundException | NotDirectoryException absent) {
            return Optional.empty();
        }
        return isThere[0] ? Optional.of(version(store.get(), version)) : Optional.empty();
    }

    private Node version(StateStoreId store, long version) {
        Sight sight = new Sight(
                "after batch " + (version - 1),
                new Meaning.StateVersion(store, version),
                limit -> StateVersionView.of(
                        CheckpointState.of(checkpoint), store, version, StateVersionView.Part.ROWS, limit));
        return new VersionNode(Long.toString(version), sight, () -> files(store, version));
    }

    /** The lineage: the files a version is loaded from. */
    private List<Node.Spot> files(StateStoreId store, long version) throws IOException {
        CheckpointState state = CheckpointState.of(checkpoint);
        long batchId = Math.max(0, version - 1);
        StateConf conf = state.conf(batchId);
        List<Node.Spot> files = new ArrayList<>();
        for (StateFile file : state.stores(store.operatorId(), conf)
                .open(store)
                .lineage(state.writtenBy(store, batchId))
                .files()) {
            checkpoint
                    .storage()
                    .stat(file.path())
                    .ifPresent(entry -> files.add(new Node.Spot(checkpoint.storage(), entry)));
        }
        return files;
    }
}
