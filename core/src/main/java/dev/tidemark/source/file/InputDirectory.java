package dev.tidemark.source.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.sink.file.FileSinkEntry;
import dev.tidemark.sink.file.FileSinkLog;
import dev.tidemark.source.SourceError;
import dev.tidemark.source.SourceFailureException;
import dev.tidemark.source.SourceUndecidedException;
import org.jspecify.annotations.Nullable;

/**
 * The directory a file source reads, as Spark lists it. Authority: Spark 4.1 FileStreamSource.fetchAllFiles,
 * InMemoryFileIndex, PartitioningAwareFileIndex.allFiles, HadoopFSUtils.shouldFilterOutPathName.
 */
final class InputDirectory {
    private static final int MOST_FILES = 5_000_000;

    private final Storage storage;
    private final URI place;
    private final String pattern;
    private final FileSourceOptions options;

    /**
     * A file that is there.
     *
     * @param path URL-encoded, as the source's log spells it
     */
    record Input(String path, StoragePath file, long sizeBytes, long modifiedAtMs) {
        /** The same file with another modification time. */
        Input at(long newModifiedAtMs) {
            return new Input(path, file, sizeBytes, newModifiedAtMs);
        }
    }

    /**
     * A directory.
     *
     * @param storage of the directory, or of the one above the first component that is a pattern
     * @param path of the directory, as the query names it; without a scheme it is a local one
     */
    InputDirectory(Storage storage, String path, FileSourceOptions options) {
        this.storage = storage;
        this.place = qualified(HadoopGlob.base(path));
        this.pattern = path.substring(HadoopGlob.base(path).length());
        this.options = options;
    }

    private static URI qualified(String path) {
        String trimmed = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        try {
            if (!trimmed.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*")) {
                return new URI("file", "", trimmed, null, null);
            }
            int colon = trimmed.indexOf(':');
            String rest = trimmed.substring(colon + 1);
            String scheme = trimmed.substring(0, colon);
            if (!rest.startsWith("//")) {
                return new URI(scheme, "", rest, null, null);
            }
            int slash = rest.indexOf('/', 2);
            return new URI(
                    scheme,
                    slash < 0 ? rest.substring(2) : rest.substring(2, slash),
                    slash < 0 ? "" : rest.substring(slash),
                    null,
                    null);
        } catch (URISyntaxException odd) {
            throw new SourceUndecidedException("the source path " + path + " is no URI");
        }
    }

    /** All input files, oldest first, or newest first when so asked; those of one time by name. */
    List<Input> list() throws IOException {
        List<Input> inputs = isSinkOutput() ? listedBySink() : listed();
        Comparator<Input> byTime = Comparator.comparingLong(Input::modifiedAtMs);
        inputs.sort((options.takesLatestFirst() ? byTime.reversed() : byTime).thenComparing(Input::path));
        return inputs;
    }

    /** Whether the query names a file, not a directory. */
    boolean isFile() throws IOException {
        return pattern.isEmpty()
                && storage.stat(StoragePath.ROOT).filter(FileEntry::isFile).isPresent();
    }

    private boolean isSinkOutput() throws IOException {
        return pattern.isEmpty()
                && storage.stat(FileSinkLog.DIRECTORY)
                        .filter(FileEntry::isDirectory)
                        .isPresent();
    }

    /**
     * Files of the root paths, which a pattern may name several of. Where some directory below is one of a partition, the
     * files at every depth count, else those alone that lie in a root path.
     */
    private List<Input> listed() throws IOException {
        Set<StoragePath> roots = roots();
        Map<StoragePath, FileEntry> leaves = new LinkedHashMap<>();
        for (StoragePath root : roots) {
            leavesBelow(root).forEach(leaf -> leaves.putIfAbsent(leaf.path(), leaf));
        }
        boolean takesAll = options.looksUpRecursively() || isPartitioned(roots, leaves.values());
        List<Input> inputs = new ArrayList<>();
        for (FileEntry leaf : leaves.values()) {
            boolean isAtRoot = roots.contains(leaf.path())
                    || (!leaf.path().isRoot() && roots.contains(leaf.path().parent()));
            if ((takesAll || isAtRoot) && matchesGlob(leaf.name())) {
                inputs.add(input(leaf));
            }
        }
        return inputs;
    }

    private Set<StoragePath> roots() throws IOException {
        Set<StoragePath> roots = new TreeSet<>();
        if (pattern.isEmpty()) {
            roots.add(StoragePath.ROOT);
            return roots;
        }
        for (String each : HadoopGlob.expanded(pattern)) {
            List<StoragePath> level = List.of(StoragePath.ROOT);
            for (String component : each.split("/", -1)) {
                level = component.isEmpty() ? level : matching(level, HadoopGlob.component(component));
            }
            roots.addAll(level);
        }
        return roots;
    }

    private List<StoragePath> matching(List<StoragePath> directories, Pattern component) throws IOException {
        List<StoragePath> found = new ArrayList<>();
        for (StoragePath directory : directories) {
            try {
                storage.forEachEntry(directory, entry -> {
                    if (component.matcher(entry.name()).matches()) {
                        found.add(entry.path());
                    }
                });
            } catch (FileNotFoundException | NotDirectoryException noDirectory) {
                continue;
            }
        }
        return found;
    }

    private List<FileEntry> leavesBelow(StoragePath root) throws IOException {
        List<FileEntry> leaves = new ArrayList<>();
        FileEntry top = storage.stat(root).orElse(null);
        if (top == null) {
            return leaves;
        }
        if (top.isFile()) {
            keep(top, leaves, new ArrayDeque<>());
            return leaves;
        }
        Deque<StoragePath> directories = new ArrayDeque<>(List.of(root));
        while (!directories.isEmpty()) {
            StoragePath directory = directories.poll();
            try {
                storage.forEachEntry(directory, entry -> keep(entry, leaves, directories));
            } catch (FileNotFoundException gone) {
                return new ArrayList<>();
            }
        }
        return leaves;
    }

    /** Authority: PartitioningUtils.parsePartitions. A pattern's root paths are each their own base. */
    private boolean isPartitioned(Set<StoragePath> roots, Collection<FileEntry> leaves) {
        Set<List<String>> columns = new LinkedHashSet<>();
        Set<StoragePath> bases = new TreeSet<>();
        for (FileEntry leaf : leaves) {
            if (leaf.sizeBytes() == 0 || leaf.path().isRoot()) {
                continue;
            }
            List<String> names = new ArrayList<>();
            StoragePath at = leaf.path().parent();
            while (!at.isRoot() && !roots.contains(at)) {
                int equals = at.name().indexOf('=');
                if (equals <= 0 && !names.isEmpty()) {
                    break;
                }
                if (equals > 0) {
                    names.add(0, at.name().substring(0, equals));
                }
                at = at.parent();
            }
            columns.add(names);
            bases.add(at);
        }
        boolean isPartitioned = columns.stream().anyMatch(names -> !names.isEmpty());
        if (isPartitioned && (bases.size() > 1 || columns.size() > 1)) {
            throw new SourceUndecidedException("directories of partitions below " + location()
                    + " do not agree with each other: Spark refuses them, or fails to read what lies beside them");
        }
        return isPartitioned;
    }

    private void keep(FileEntry entry, List<FileEntry> leaves, Deque<StoragePath> directories) {
        if (isHidden(entry.name())) {
            return;
        }
        if (entry.isDirectory()) {
            directories.add(entry.path());
        } else if (entry.isFile()) {
            if (leaves.size() >= MOST_FILES) {
                throw new SourceUndecidedException("the source directory holds more than " + MOST_FILES + " files");
            }
            leaves.add(entry);
        }
    }

    private static boolean isHidden(String name) {
        boolean isExcluded =
                (name.startsWith("_") && !name.contains("=")) || name.startsWith(".") || name.endsWith("._COPYING_");
        return isExcluded && !name.startsWith("_common_metadata") && !name.startsWith("_metadata");
    }

    private boolean matchesGlob(String name) {
        @Nullable String glob = options.pathGlobFilter();
        if (glob == null) {
            return true;
        }
        return HadoopGlob.component(glob).matcher(name).matches();
    }

    private Input input(FileEntry file) {
        return new Input(pathOf(file.path()), file.path(), file.sizeBytes(), file.modifiedAtMs());
    }

    private String pathOf(StoragePath file) {
        try {
            String authority = place.getRawAuthority() == null ? "" : place.getRawAuthority();
            String below = file.isRoot() ? "" : "/" + file.value();
            String path = new URI(null, null, place.getPath() + below, null).getRawPath();
            return place.getScheme() + "://" + authority + path;
        } catch (URISyntaxException odd) {
            throw new SourceUndecidedException("the name " + file + " cannot be written as a URI");
        }
    }

    private List<Input> listedBySink() throws IOException {
        if (options.cleans()) {
            throw new SourceFailureException(
                    SourceError.conditioned(
                            "org.apache.spark.SparkUnsupportedOperationException",
                            "_LEGACY_ERROR_TEMP_2189",
                            null,
                            "Clean up source files is not supported when reading from the output directory of FileStreamSink."));
        }
        CompactibleLog<FileSinkEntry> log = FileSinkLog.in(storage);
        LogListing listing = log.list();
        OptionalLong latest = listing.batches().last();
        List<Input> inputs = new ArrayList<>();
        if (latest.isEmpty()) {
            return inputs;
        }
        CompactionRule rule = CompactionRule.of(listing, CompactionRule.DEFAULT_INTERVAL);
        for (long id = rule.needed(latest.getAsLong()).first(); id <= latest.getAsLong(); id++) {
            boolean isDamaged = log.forEachEntry(
                            rule.fileName(id),
                            entry -> entry.value().ifPresent(file -> {
                                if (file.action().equals(FileSinkEntry.ADD)) {
                                    inputs.add(new Input(
                                            file.path(), StoragePath.ROOT, file.sizeBytes(), file.modifiedAtMs()));
                                }
                            }))
                    .isPresent();
            if (isDamaged) {
                throw new SourceUndecidedException(
                        "the source lists through _spark_metadata/" + rule.fileName(id) + ", which is damaged");
            }
        }
        return inputs;
    }

    /** The place of the directory without escapes, as messages print it. */
    String location() {
        String authority = place.getRawAuthority() == null ? "" : "//" + place.getRawAuthority();
        return place.getScheme() + ":" + authority + place.getPath();
    }

    /** Where an entry of the log lies in the directory; empty when it lies elsewhere. */
    java.util.Optional<StoragePath> fileOf(String path) {
        try {
            String file = new URI(path).getPath();
            String root = place.getPath() + "/";
            return file != null && file.startsWith(root)
                    ? StoragePath.inside(file.substring(root.length()))
                    : java.util.Optional.empty();
        } catch (URISyntaxException odd) {
            return java.util.Optional.empty();
        }
    }
}
