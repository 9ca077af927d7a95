package dev.tidemark.io;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The tree that the entries of an archive make. Names are normalised ({@code ./a//b/} is {@code a/b}); one that is
 * absolute, goes up, comes twice, or is both a file and a directory makes the archive unreadable as a whole: what such
 * an archive holds depends on who unpacks it.
 */
final class ArchiveIndex {
    /** More entries than any checkpoint has; each costs some hundred bytes of memory. */
    static final int MOST_ENTRIES = 2_000_000;

    /** More letters than the names of any checkpoint have; a hostile archive makes long names of few bytes. */
    static final long MOST_LETTERS = 128_000_000;

    private static final int LONGEST_NAME = 4_096;

    /** What lies inside a checkpoint or table and is never the folder that holds one. */
    private static final Set<String> INNER_NAMES =
            Set.of("_delta_log", "_spark_metadata", "commits", "metadata", "offsets", "sources", "state");

    private static final String MACOS_ATTRIBUTES = "__MACOSX";

    private final String archive;
    private final Map<String, ArchivedFile> byPath = new HashMap<>();
    private final Map<String, Map<String, ArchivedFile>> byDirectory = new HashMap<>();
    private long letters;

    ArchiveIndex(String archive) {
        this.archive = archive;
        byDirectory.put("", new TreeMap<>());
    }

    /** Adds an entry under the name that the archive gives it. */
    void add(String rawName, EntryKind kind, long sizeBytes, long modifiedAtMs, long position)
            throws UnreadableArchiveException {
        String path = normalise(rawName);
        if (path.isEmpty()) {
            return;
        }
        ArchivedFile known = byPath.get(path);
        boolean isHarmless =
                kind != EntryKind.FILE && known != null && known.entry().kind() == kind;
        if (isHarmless) {
            return;
        }
        if (known != null) {
            throw new UnreadableArchiveException(archive, "the entry " + path + " comes twice");
        }
        insert(new ArchivedFile(new FileEntry(new StoragePath(path), kind, sizeBytes, modifiedAtMs), position));
    }

    /** The entry at a path of the archive, the root not counted as one. */
    Optional<ArchivedFile> find(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /** The entries of a directory by name, or empty when there is no such directory. */
    Optional<Collection<ArchivedFile>> list(String directory) {
        return Optional.ofNullable(byDirectory.get(directory)).map(Map::values);
    }

    /** The directory that everything lies in, when the archive was made of one folder; else the root. */
    String top() {
        String top = "";
        while (true) {
            List<ArchivedFile> inside =
                    new ArrayList<>(byDirectory.getOrDefault(top, Map.of()).values());
            inside.removeIf(file -> file.entry().name().equals(MACOS_ATTRIBUTES));
            if (inside.size() != 1
                    || !inside.get(0).entry().isDirectory()
                    || INNER_NAMES.contains(inside.get(0).entry().name())) {
                return top;
            }
            top = inside.get(0).entry().path().value();
        }
    }

    private void insert(ArchivedFile file) throws UnreadableArchiveException {
        StoragePath path = file.entry().path();
        letters += path.value().length();
        if (byPath.size() >= MOST_ENTRIES || letters > MOST_LETTERS) {
            throw new UnreadableArchiveException(
                    archive, "more than " + MOST_ENTRIES + " entries, or as much of names");
        }
        String parent = path.parent().value();
        Map<String, ArchivedFile> siblings = byDirectory.get(parent);
        if (siblings == null) {
            ArchivedFile inTheWay = byPath.get(parent);
            if (inTheWay != null) {
                throw new UnreadableArchiveException(archive, parent + " is a file and a directory at once");
            }
            insert(new ArchivedFile(
                    new FileEntry(
                            path.parent(), EntryKind.DIRECTORY, 0, file.entry().modifiedAtMs()),
                    -1));
            siblings = byDirectory.get(parent);
        }
        byPath.put(path.value(), file);
        if (siblings != null) {
            siblings.put(path.name(), file);
        }
        if (file.entry().isDirectory()) {
            byDirectory.put(path.value(), new TreeMap<>());
        }
    }

    private String normalise(String rawName) throws UnreadableArchiveException {
        if (rawName.length() > LONGEST_NAME) {
            throw new UnreadableArchiveException(archive, "an entry's name has " + rawName.length() + " characters");
        }
        if (rawName.startsWith("/") || rawName.indexOf('\0') >= 0) {
            throw new UnreadableArchiveException(archive, "the entry " + rawName + " leaves the archive");
        }
        List<String> segments = new ArrayList<>();
        for (String segment : rawName.split("/")) {
            if (segment.equals("..")) {
                throw new UnreadableArchiveException(archive, "the entry " + rawName + " leaves the archive");
            }
            if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(segment);
            }
        }
        return String.join("/", segments);
    }
}
