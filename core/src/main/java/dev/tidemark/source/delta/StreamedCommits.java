package dev.tidemark.source.delta;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

import dev.tidemark.delta.action.Action;
import org.jspecify.annotations.Nullable;

/** The commits of a table as a stream walks over them: in order, and none left out unless the options allow that. */
final class StreamedCommits {
    private final TableHistory history;
    private final DeltaSourceOptions options;
    private final DeltaSourceBehaviour behaviour;

    StreamedCommits(TableHistory history, DeltaSourceOptions options, DeltaSourceBehaviour behaviour) {
        this.history = history;
        this.options = options;
        this.behaviour = behaviour;
    }

    /** One after the other from a version on; a hole is found when it is stepped over. */
    Walk from(long version) {
        return new Walk(version);
    }

    /** Those of a range of versions, both ends included. */
    List<TableHistory.Commit> between(long from, long to) {
        List<TableHistory.Commit> found = new ArrayList<>();
        Walk walk = from(from);
        for (TableHistory.Commit commit = walk.next(); commit != null && commit.version() <= to; commit = walk.next()) {
            found.add(commit);
        }
        return found;
    }

    /** The action of a kind that a version holds, or null. */
    <T extends Action> @Nullable T actionAt(Class<T> kind, long version) throws IOException {
        for (TableHistory.Commit commit : between(version, version)) {
            for (Action action : history.actions(commit)) {
                if (kind.isInstance(action)) {
                    return kind.cast(action);
                }
            }
        }
        return null;
    }

    /** A walk over the commits. */
    final class Walk {
        private final Iterator<TableHistory.Commit> files;
        private long lastSeen;

        private Walk(long fromVersion) {
            files = history.commitsFrom(fromVersion).iterator();
            lastSeen = fromVersion - 1;
        }

        /** The next commit, or null behind the last. */
        TableHistory.@Nullable Commit next() {
            if (!files.hasNext()) {
                return null;
            }
            TableHistory.Commit commit = files.next();
            if (options.failsOnDataLoss() && commit.version() > lastSeen + 1) {
                throw DeltaSourceErrors.missingVersions(
                        lastSeen + 1, commit.version(), behaviour.namesFirstVersionOfLog());
            }
            lastSeen = commit.version();
            return commit;
        }
    }
}
