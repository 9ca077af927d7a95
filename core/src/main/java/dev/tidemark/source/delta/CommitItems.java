package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import dev.tidemark.delta.action.Action;
import dev.tidemark.delta.action.Add;
import dev.tidemark.delta.action.AddCdcFile;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.action.FileAction;
import dev.tidemark.delta.action.Metadata;
import dev.tidemark.delta.action.Protocol;
import dev.tidemark.delta.action.Remove;
import dev.tidemark.format.json.JsonObject;
import dev.tidemark.format.json.JsonText;
import org.jspecify.annotations.Nullable;

/** What a commit gives the stream: its files between two sentinels, or the refusal of what the options do not allow. */
final class CommitItems {
    private final DeltaSourceOptions options;
    private final TableHistory history;
    private final StreamSchema schema;
    private final DeltaSourceBehaviour behaviour;

    CommitItems(DeltaSourceOptions options, TableHistory history, StreamSchema schema, DeltaSourceBehaviour behaviour) {
        this.options = options;
        this.history = history;
        this.schema = schema;
        this.behaviour = behaviour;
    }

    /**
     * The files that were added.
     *
     * @param end where the batch ends that reads them, null while an end is sought
     */
    List<IndexedFile> plain(TableHistory.Commit commit, @Nullable DeltaOffset end) throws IOException {
        List<Action> actions = history.actions(commit);
        long version = commit.version();
        Checked checked = end != null && end.version() == version && end.index() == DeltaOffset.BASE
                ? Checked.UNSEEN
                : check(actions, version);
        List<IndexedFile> items = new ArrayList<>();
        items.add(IndexedFile.sentinel(version, DeltaOffset.BASE));
        addBarrier(items, checked, version);
        if (!checked.isSkipped()) {
            long index = 0;
            for (Action action : actions) {
                if (action instanceof Add add && add.dataChange()) {
                    items.add(new IndexedFile(version, index++, add));
                }
            }
        }
        items.add(IndexedFile.sentinel(version, DeltaOffset.END));
        return items;
    }

    /** The changes, as recorded or, where they are not, by the files that come and go. Authority: filterCDCActions. */
    List<IndexedFile> changes(TableHistory.Commit commit) throws IOException {
        List<Action> actions = history.actions(commit);
        boolean isRecorded = actions.stream().anyMatch(AddCdcFile.class::isInstance);
        long version = commit.version();
        Metadata metadata = null;
        Protocol protocol = null;
        boolean isNoChange = false;
        List<FileAction> files = new ArrayList<>();
        for (Action action : actions) {
            if (action instanceof Metadata found) {
                metadata = onlyMetadata(found, metadata, version);
            } else if (action instanceof Protocol found) {
                if (!isRecorded) {
                    history.requireReadable(found);
                    onlyProtocol(found, protocol);
                }
                protocol = found;
            } else if (action instanceof CommitInfo info) {
                isNoChange = !isRecorded && isMergeWithoutChange(info);
            } else if (action instanceof FileAction file && isChangeOf(file, isRecorded)) {
                files.add(file);
            }
        }
        List<IndexedFile> items = new ArrayList<>();
        items.add(IndexedFile.sentinel(version, DeltaOffset.BASE));
        addBarrier(items, new Checked(false, metadata, protocol), version);
        for (int i = 0; i < files.size() && !isNoChange; i++) {
            items.add(new IndexedFile(version, i, files.get(i)));
        }
        items.add(IndexedFile.sentinel(version, DeltaOffset.END));
        return items;
    }

    private void addBarrier(List<IndexedFile> items, Checked checked, long version) {
        if (schema.isTracking() && schema.isChange(checked.metadata(), checked.protocol(), version)) {
            items.add(IndexedFile.sentinel(version, DeltaOffset.METADATA_CHANGE));
        }
    }

    /** What was found in a commit that the stream may read. */
    private record Checked(
            boolean isSkipped,
            @Nullable Metadata metadata,
            @Nullable Protocol protocol) {
        static final Checked UNSEEN = new Checked(false, null, null);
    }

    /** Refuses a commit that the options do not allow. Authority: DeltaSource.validateCommitAndDecideSkipping. */
    private Checked check(List<Action> actions, long version) throws IOException {
        boolean adds = false;
        String removed = null;
        String operation = null;
        Metadata metadata = null;
        Protocol protocol = null;
        for (Action action : actions) {
            if (action instanceof Add add) {
                adds |= add.dataChange();
            } else if (action instanceof Remove remove) {
                removed = removed == null && remove.dataChange() ? remove.path() : removed;
            } else if (action instanceof Metadata found) {
                metadata = onlyMetadata(found, metadata, version);
            } else if (action instanceof Protocol found) {
                history.requireReadable(found);
                protocol = onlyProtocol(found, protocol);
            } else if (action instanceof CommitInfo info) {
                operation = info.operation().orElse("null") + " (" + parameters(info) + ")";
            }
        }
        if (removed != null && adds && !options.allowsChanges()) {
            throw DeltaSourceErrors.ignoreChanges(version, operation == null ? removed : operation, history.location());
        }
        if (removed != null && !adds && !options.allowsDeletes()) {
            throw DeltaSourceErrors.ignoreDelete(version, removed, history.location());
        }
        return new Checked(removed != null && options.skipsChangeCommits(), metadata, protocol);
    }

    private Metadata onlyMetadata(Metadata found, @Nullable Metadata before, long version) {
        schema.check(found, version);
        if (before != null) {
            throw DeltaSourceErrors.assertion("Should not encounter two metadata actions in the same commit");
        }
        return found;
    }

    private static Protocol onlyProtocol(Protocol found, @Nullable Protocol before) {
        if (before != null) {
            throw DeltaSourceErrors.assertion("Should not encounter two protocol actions in the same commit");
        }
        return found;
    }

    /** As Scala prints the map. */
    private String parameters(CommitInfo info) {
        List<String> parameters = new ArrayList<>();
        for (JsonObject.Member member : info.operationParameters().members()) {
            boolean isDecoded = !behaviour.keepsParametersAsJson() && member.value() instanceof JsonText;
            String value = isDecoded
                    ? ((JsonText) member.value()).value()
                    : member.value().toString();
            parameters.add(member.name() + " -> " + value);
        }
        return "Map(" + String.join(", ", parameters) + ")";
    }

    private static boolean isChangeOf(FileAction file, boolean isRecorded) {
        if (isRecorded) {
            return file instanceof AddCdcFile;
        }
        return (file instanceof Add add && add.dataChange()) || (file instanceof Remove remove && remove.dataChange());
    }

    private static boolean isMergeWithoutChange(CommitInfo info) {
        return info.operation().filter("MERGE"::equals).isPresent()
                && List.of("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsDeleted").stream()
                        .allMatch(metric -> info.operationMetrics()
                                .text(metric)
                                .filter("0"::equals)
                                .isPresent());
    }
}
