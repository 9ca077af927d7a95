package dev.tidemark.delta.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import org.jspecify.annotations.Nullable;

/**
 * Replays actions as Spark does, oldest first; of two about one thing the last wins, whatever stands between them.
 *
 * <p>Authority: Delta 4.2: {@code InMemoryLogReplay}.
 */
final class SparkLogReplay {
    private final boolean keepsCancelled;
    private final FileTable<Add> active = new FileTable<>();
    private long activeBytes;
    private final FileTable<Remove> removed = new FileTable<>();
    private final FileTable<Remove> cancelled = new FileTable<>();
    private final Map<String, SetTransaction> transactions = new TreeMap<>();
    private final Map<String, DomainMetadata> domains = new TreeMap<>();

    SparkLogReplay(DeltaBehaviour behaviour) {
        this.keepsCancelled = behaviour.keepsCancelledTombstones();
    }

    /** A file action's identity is its key and its deletion vector; other actions bring no key. */
    void apply(Action action, String pathKey) {
        if (action instanceof Add add) {
            add(add, pathKey);
        } else if (action instanceof Remove remove) {
            remove(remove, pathKey);
        } else if (action instanceof SetTransaction transaction) {
            transactions.put(transaction.appId(), transaction);
        } else if (action instanceof DomainMetadata domain) {
            if (domain.removed()) {
                domains.remove(domain.domain());
            } else {
                domains.put(domain.domain(), domain);
            }
        }
    }

    private void add(Add add, String path) {
        String vector = idOf(add.deletionVector());
        Add before = active.put(path, vector, add);
        activeBytes += add.sizeBytes() - (before == null ? 0 : before.sizeBytes());
        if (removed.size() > 0) {
            removed.remove(path, vector);
        }
        if (cancelled.size() > 0) {
            cancelled.remove(path, vector);
        }
    }

    private void remove(Remove remove, String path) {
        String vector = idOf(remove.deletionVector());
        Add before = active.remove(path, vector);
        activeBytes -= before == null ? 0 : before.sizeBytes();
        (before != null && keepsCancelled ? cancelled : removed).put(path, vector, remove);
    }

    private static @Nullable String idOf(@Nullable DeletionVectorDescriptor vector) {
        return vector == null ? null : vector.uniqueId();
    }

    LiveFiles files() {
        return new LiveFiles(active::forEach, active.size(), activeBytes);
    }

    List<Remove> tombstones() {
        List<Remove> tombstones = new ArrayList<>();
        removed.forEach(tombstones::add);
        cancelled.forEach(tombstones::add);
        return tombstones;
    }

    List<SetTransaction> transactions() {
        return List.copyOf(transactions.values());
    }

    List<DomainMetadata> domains() {
        return List.copyOf(domains.values());
    }
}
