package dev.tidemark.audit;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

import dev.tidemark.io.FileEntry;
import dev.tidemark.io.Places;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;

/**
 * A place with wildcards: {@code /lake/*}{@code /ckpt}, {@code s3a://bucket/{orders,returns}-*}. A star stays inside one
 * name. It works on any storage, for shells know only local names.
 */
final class RootPattern {
    private static final String WILDCARDS = "*?[{";

    private RootPattern() {}

    /** Whether the text has wildcards. */
    static boolean isPattern(String place) {
        return place.chars().anyMatch(c -> WILDCARDS.indexOf(c) >= 0);
    }

    /**
     * The places that match, in order; none when nothing does.
     *
     * @throws PatternSyntaxException when it is no pattern
     */
    static List<String> expand(String pattern, Places places) throws IOException {
        int firstWildcard = 0;
        while (WILDCARDS.indexOf(pattern.charAt(firstWildcard)) < 0) {
            firstWildcard++;
        }
        int slash = pattern.lastIndexOf('/', firstWildcard);
        String base = slash < 0 ? "." : slash == 0 ? "/" : pattern.substring(0, slash);
        String prefix = slash < 0 ? "" : pattern.substring(0, slash + 1);
        List<String> matches = new ArrayList<>();
        try (Storage storage = places.open(base)) {
            List<String> segments = List.of(pattern.substring(slash + 1).split("/+"));
            match(storage, StoragePath.ROOT, segments, prefix, matches);
        }
        return matches;
    }

    private static void match(
            Storage storage, StoragePath directory, List<String> segments, String prefix, List<String> matches)
            throws IOException {
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + segments.get(0));
        List<StoragePath> found = new ArrayList<>();
        try {
            storage.forEachEntry(directory, entry -> {
                if (isMatch(matcher, entry)) {
                    found.add(entry.path());
                }
            });
        } catch (FileNotFoundException | NotDirectoryException nothing) {
            return;
        }
        found.sort(null);
        for (StoragePath path : found) {
            if (segments.size() == 1) {
                matches.add(prefix + path.value());
            } else {
                match(storage, path, segments.subList(1, segments.size()), prefix, matches);
            }
        }
    }

    private static boolean isMatch(PathMatcher matcher, FileEntry entry) {
        try {
            return entry.isDirectory() && matcher.matches(Path.of(entry.name()));
        } catch (InvalidPathException unnameable) {
            return false;
        }
    }
}
