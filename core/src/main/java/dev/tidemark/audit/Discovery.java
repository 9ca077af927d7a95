package dev.tidemark.audit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.tidemark.delta.log.LogListing;
import dev.tidemark.io.EntryKind;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.sink.file.FileSinkLog;

/**
 * Walks down from a root and finds checkpoints, Delta tables and outputs of file sinks, by the names in each directory. It
 * does not go into what it finds, but for checkpoints that are kept inside their table, nor into partitions
 * ({@code day=2026-01-01}), nor through links, nor deeper than told. Names are taken in order, so that two walks find the
 * same in the same order; one directory's names are in memory at a time for each level.
 */
public final class Discovery {
    /** How deep below a root, unless told otherwise. */
    public static final int DEFAULT_DEPTH = 10;

    private static final String METADATA = "metadata";
    private static final Set<String> CHECKPOINT_LOGS = Set.of("offsets", "commits");
    private static final Set<String> CHECKPOINT_PARTS =
            Set.of(METADATA, ".metadata.crc", "offsets", "commits", "sources", "state");
    private static final String KEPT_INSIDE = "_checkpoint";

    private final Storage root;
    private final int maxDepth;
    private final Sink sink;
    private final Deque<Step> ahead = new ArrayDeque<>();

    /** Takes what is found. */
    public interface Sink {
        /** One item, by its path below the root. */
        void found(ItemKind kind, StoragePath path) throws IOException;

        /** A directory that could not be listed. */
        void refused(StoragePath path, IOException reason) throws IOException;
    }

    /** A directory yet to be listed. */
    private record Step(StoragePath directory, int depth) {}

    private Discovery(Storage root, int maxDepth, Sink sink) {
        this.root = root;
        this.maxDepth = maxDepth;
        this.sink = sink;
    }

    /** Walks a root; the root itself may be an item. */
    public static void walk(Storage root, int maxDepth, Sink sink) throws IOException {
        Discovery discovery = new Discovery(root, maxDepth, sink);
        discovery.ahead.push(new Step(StoragePath.ROOT, 0));
        while (!discovery.ahead.isEmpty()) {
            discovery.visit(discovery.ahead.pop());
        }
    }

    private void visit(Step step) throws IOException {
        Names names = new Names();
        try {
            root.forEachEntry(step.directory(), names::add);
        } catch (FileNotFoundException gone) {
            if (step.depth() == 0) {
                sink.refused(step.directory(), gone);
            }
            return;
        } catch (IOException refused) {
            sink.refused(step.directory(), refused);
            return;
        }
        Optional<ItemKind> kind = names.kind();
        if (kind.isPresent()) {
            sink.found(kind.get(), step.directory());
        }
        if (step.depth() < maxDepth) {
            descend(step, names.directories, kind);
        }
    }

    private void descend(Step step, List<String> directories, Optional<ItemKind> kind) throws IOException {
        Collections.sort(directories, Collections.reverseOrder());
        for (String name : directories) {
            StoragePath child = step.directory().child(name);
            if (isWorthAVisit(name, kind) && !root.isLink(child)) {
                ahead.push(new Step(child, step.depth() + 1));
            }
        }
    }

    private static boolean isWorthAVisit(String name, Optional<ItemKind> parent) {
        if (parent.isPresent()) {
            return parent.get() != ItemKind.CHECKPOINT && name.startsWith(KEPT_INSIDE);
        }
        boolean isPartition = name.indexOf('=') > 0;
        return !isPartition && (!name.startsWith("_") || name.startsWith(KEPT_INSIDE));
    }

    /** What the names in one directory come to. */
    private static final class Names {
        private final List<String> directories = new ArrayList<>();
        private final Set<String> parts = new HashSet<>();
        private boolean hasOthers;

        void add(FileEntry entry) {
            String name = entry.name();
            if (entry.kind() == EntryKind.DIRECTORY) {
                directories.add(name);
            }
            boolean isPart = CHECKPOINT_PARTS.contains(name);
            hasOthers |= !isPart;
            if (isPart && entry.isDirectory() != name.endsWith(METADATA)) {
                parts.add(name);
            }
        }

        Optional<ItemKind> kind() {
            if (directories.contains(LogListing.DIRECTORY.value())) {
                return Optional.of(ItemKind.DELTA_TABLE);
            }
            if (directories.contains(FileSinkLog.DIRECTORY.value())) {
                return Optional.of(ItemKind.FILE_SINK_OUTPUT);
            }
            boolean hasLog = parts.stream().anyMatch(CHECKPOINT_LOGS::contains);
            boolean isFresh = parts.contains(METADATA) && !hasOthers;
            return hasLog || isFresh ? Optional.of(ItemKind.CHECKPOINT) : Optional.empty();
        }
    }
}
