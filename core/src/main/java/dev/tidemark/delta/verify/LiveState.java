package dev.tidemark.delta.verify;

import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import dev.tidemark.delta.replay.PathKeys;
import org.jspecify.annotations.Nullable;

/**
 * A table while its log is walked: live files by path, then by deletion vector, tombstones, and all else. Unlike a
 * reader's replay it tells what each action met.
 */
final class LiveState {
    /** Most paths are live once and stand for themselves; the rest is a list. */
    private final Map<String, Object> live = new HashMap<>();

    private final Map<String, Remove> tombstones = new HashMap<>();
    final Map<String, SetTransaction> transactions = new TreeMap<>();
    final Map<String, DomainMetadata> domains = new TreeMap<>();

    @Nullable
    Protocol protocol;

    @Nullable
    Metadata metadata;

    private long count;
    private long sizeBytes;

    /** What all spellings of a path that readers take for one file have in common. */
    static String keyOf(String path) throws URISyntaxException {
        return PathKeys.isPlain(path) ? path : PathKeys.key(PathKeys.canonical(path));
    }

    /** What tells one deletion vector of a file from another; empty for none. */
    static String vectorOf(@Nullable DeletionVectorDescriptor vector) {
        return vector == null ? "" : vector.uniqueId();
    }

    /** Makes a file live; returns what stood there under the same identity. */
    @Nullable
    Add add(String key, Add add) {
        String vector = vectorOf(add.deletionVector());
        tombstones.remove(key + "\n" + vector);
        Add before = take(key, vector);
        Object there = live.get(key);
        if (there == null) {
            live.put(key, add);
        } else {
            List<Add> several = listOf(there);
            several.add(add);
            live.put(key, several);
        }
        count++;
        sizeBytes += add.sizeBytes();
        return before;
    }

    /** Ends a file; returns what was live, or null. */
    @Nullable
    Add remove(String key, Remove remove) {
        String vector = vectorOf(remove.deletionVector());
        tombstones.put(key + "\n" + vector, remove);
        return take(key, vector);
    }

    private @Nullable Add take(String key, String vector) {
        Add found = find(key, vector);
        if (found == null) {
            return null;
        }
        count--;
        sizeBytes -= found.sizeBytes();
        Object there = live.get(key);
        if (there instanceof Add) {
            live.remove(key);
        } else {
            List<Add> several = listOf(java.util.Objects.requireNonNull(there));
            several.remove(found);
            live.put(key, several.size() == 1 ? several.get(0) : several);
        }
        return found;
    }

    @Nullable
    Add find(String key, String vector) {
        Object there = live.get(key);
        if (there == null) {
            return null;
        }
        if (there instanceof Add only) {
            return vectorOf(only.deletionVector()).equals(vector) ? only : null;
        }
        for (Add add : listOf(there)) {
            if (vectorOf(add.deletionVector()).equals(vector)) {
                return add;
            }
        }
        return null;
    }

    /** How often a path is live, whatever its deletion vectors. */
    int countOf(String key) {
        Object there = live.get(key);
        return there == null ? 0 : there instanceof Add ? 1 : listOf(there).size();
    }

    @SuppressWarnings("unchecked")
    private static List<Add> listOf(Object there) {
        return there instanceof Add only ? new ArrayList<>(List.of(only)) : (List<Add>) there;
    }

    long count() {
        return count;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    void forEachLive(Consumer<Add> each) {
        for (Object there : live.values()) {
            listOf(there).forEach(each);
        }
    }

    /** Receives live files with their keys. */
    interface KeyedConsumer {
        void accept(String key, Add add);
    }

    void forEachKeyed(KeyedConsumer each) {
        live.forEach((key, there) -> listOf(there).forEach(add -> each.accept(key, add)));
    }

    /** Tombstones by path key and deletion vector. */
    Map<String, Remove> tombstones() {
        return tombstones;
    }
}
