package dev.tidemark.source.file;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

import dev.tidemark.checkpoint.log.CompactibleLog;
import dev.tidemark.checkpoint.log.CompactionRule;
import dev.tidemark.checkpoint.log.LogListing;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.sink.file.FileSinkEntry;
import dev.tidemark.sink.file.FileSinkLog;
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
     * @param path of the directory, as the query names it; without a scheme it is a local one
     */
    InputDirectory(Storage storage, String path, FileSourceOptions options) {
        this.storage = storage;
        this.place = qualified(path);
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

    private boolean isSinkOutput() throws IOException {
        return storage.stat(FileSinkLog.DIRECTORY)
                .filter(FileEntry::isDirectory)
                .isPresent();
    }

    private List<Input> listed() throws IOException {
        List<FileEntry> leaves = new ArrayList<>();
        Deque<StoragePath> directories = new ArrayDeque<>(List.of(StoragePath.ROOT));
        while (!directories.isEmpty()) {
            StoragePath directory = directories.poll();
            try {
                storage.forEachEntry(directory, entry -> keep(entry, leaves, directories));
            } catch (FileNotFoundException gone) {
                return new ArrayList<>();
            }
        }
        boolean isPartitioned = !leaves.isEmpty()
                && leaves.stream().allMatch(leaf -> leaf.path().parent().name().contains("="));
        List<Input> inputs = new ArrayList<>();
        for (FileEntry leaf : leaves) {
            if (isPartitioned
                    || options.looksUpRecursively()
                    || leaf.path().parent().isRoot()) {
                inputs.add(input(leaf));
            }
        }
        return inputs;
    }

    private void keep(FileEntry entry, List<FileEntry> leaves, Deque<StoragePath> directories) {
        if (isHidden(entry.name())) {
            return;
        }
        if (entry.isDirectory()) {
            directories.add(entry.path());
        } else if (entry.isFile() && matchesGlob(entry.name())) {
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
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
        return matcher.matches(Path.of(name));
    }

    private Input input(FileEntry file) {
        return new Input(pathOf(file.path()), file.path(), file.sizeBytes(), file.modifiedAtMs());
    }

    private String pathOf(StoragePath file) {
        try {
            String authority = place.getRawAuthority() == null ? "" : place.getRawAuthority();
            String path = new URI(null, null, place.getPath() + "/" + file.value(), null).getRawPath();
            return place.getScheme() + "://" + authority + path;
        } catch (URISyntaxException odd) {
            throw new SourceUndecidedException("the name " + file + " cannot be written as a URI");
        }
    }

    private List<Input> listedBySink() throws IOException {
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
