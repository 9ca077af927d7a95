package dev.tidemark.io;

import java.util.Optional;

/**
 * A place inside one {@link Storage}: segments joined by {@code /}, relative to the storage's root, which is the empty
 * path. It cannot leave the root: no empty, {@code .} or {@code ..} segment is accepted.
 */
public record StoragePath(String value) implements Comparable<StoragePath> {
    /** The root of a storage. */
    public static final StoragePath ROOT = new StoragePath("");

    public StoragePath {
        if (!value.isEmpty() && !isInside(value)) {
            throw new IllegalArgumentException("not a path inside a storage: " + value);
        }
    }

    /** The path a name found in evidence spells, or empty when it is absolute or would leave its directory. */
    public static Optional<StoragePath> inside(String untrusted) {
        return isInside(untrusted) ? Optional.of(new StoragePath(untrusted)) : Optional.empty();
    }

    private static boolean isInside(String path) {
        if (path.indexOf('\0') >= 0) {
            return false;
        }
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return false;
            }
        }
        return true;
    }

    /** The entry {@code name} in this directory; {@code name} may hold several segments. */
    public StoragePath child(String name) {
        return new StoragePath(isRoot() ? name : value + "/" + name);
    }

    /** Whether this is the root of the storage. */
    public boolean isRoot() {
        return value.isEmpty();
    }

    /** The last segment; empty for the root. */
    public String name() {
        return value.substring(value.lastIndexOf('/') + 1);
    }

    /** The directory this stands in; the root's parent is the root. */
    public StoragePath parent() {
        int slash = value.lastIndexOf('/');
        return slash < 0 ? ROOT : new StoragePath(value.substring(0, slash));
    }

    @Override
    public int compareTo(StoragePath other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
