package dev.tidemark.delta.replay;

import java.util.Comparator;
import java.util.List;

import dev.tidemark.delta.action.DeletionVectorDescriptor;
import dev.tidemark.delta.action.DomainMetadata;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.delta.action.SetTransaction;
import org.jspecify.annotations.Nullable;

/**
 * What a table is at one version.
 *
 * @param protocol null when none was found
 * @param metadata null when none was found
 * @param tombstones removed files, all that replay keeps whatever their age; in no particular order
 * @param transactions by application
 * @param domains live ones, by name
 */
public record TableState(
        @Nullable Protocol protocol,
        @Nullable Metadata metadata,
        LiveFiles files,
        List<Remove> tombstones,
        List<SetTransaction> transactions,
        List<DomainMetadata> domains) {
    /** Nothing at all. */
    public static final TableState NOTHING =
            new TableState(null, null, LiveFiles.of(List.of()), List.of(), List.of(), List.of());

    private static final Comparator<Remove> BY_PATH = Comparator.comparing(Remove::path)
            .thenComparing(TableState::vectorId)
            .thenComparingLong(Remove::deletedAtMs);

    public TableState {
        tombstones = List.copyOf(tombstones);
        transactions = List.copyOf(transactions);
        domains = List.copyOf(domains);
    }

    /** The removed files by path. */
    public List<Remove> tombstonesByPath() {
        return tombstones.stream().sorted(BY_PATH).toList();
    }

    private static String vectorId(Remove remove) {
        DeletionVectorDescriptor vector = remove.deletionVector();
        return vector == null ? "" : vector.uniqueId();
    }
}
