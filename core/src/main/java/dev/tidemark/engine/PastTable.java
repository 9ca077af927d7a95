package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import dev.tidemark.delta.DeltaBehaviour;
import dev.tidemark.delta.action.ActionDetail;
import dev.tidemark.delta.action.ActionFileReader;
import dev.tidemark.delta.action.CommitInfo;
import dev.tidemark.delta.log.LogFileName;
import dev.tidemark.evidence.Location;
import dev.tidemark.io.FileEntry;
import dev.tidemark.io.OverlayStorage;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import dev.tidemark.source.StreamSource;
import dev.tidemark.source.delta.DeltaSources;
import org.jspecify.annotations.Nullable;

/** A Delta table as it stood at its earlier versions, for a source that read it then. */
final class PastTable {
    private static final StoragePath LOG = new StoragePath("_delta_log");

    private final QueryDescription query;
    private final SourceDescription source;
    private final Storage table;
    private final Map<Long, OptionalLong> committedMs = new HashMap<>();
    private @Nullable Long known;
    private @Nullable StreamSource knownSource;

    PastTable(QueryDescription query, SourceDescription source, Storage table) {
        this.query = query;
        this.source = source;
        this.table = table;
    }

    /** The source as it was made when a version was the newest. */
    StreamSource at(long version) throws IOException {
        if (knownSource == null || known == null || known != version) {
            knownSource = make(version);
            known = version;
        }
        return knownSource;
    }

    private StreamSource make(long version) throws IOException {
        OverlayStorage then = OverlayStorage.over(table);
        for (FileEntry entry : table.list(LOG)) {
            LogFileName name = LogFileName.of(entry.name());
            boolean isLater = (name instanceof LogFileName.Versioned versioned && versioned.version() > version)
                    || (name instanceof LogFileName.Compaction compaction && compaction.endVersion() > version);
            if (entry.isFile() && (isLater || name instanceof LogFileName.Special)) {
                then.delete(entry.path());
            }
        }
        String delta = query.versions().delta();
        DeltaSources.Setup setup = new DeltaSources.Setup(
                source.options(), query.confs(), delta == null ? DeltaBehaviour.DEFAULT.release() : delta);
        DeltaSources made = new DeltaSources(
                setup, then, "file:" + source.path(), new NoSchemaLogs(), DeltaSources.DataFiles.unread());
        return made.create("");
    }

    /** Whether a version has its commit on record. */
    boolean has(long version) throws IOException {
        return table.stat(commit(version)).isPresent();
    }

    private static StoragePath commit(long version) {
        return LOG.child("%020d.json".formatted(version));
    }

    /** When a version was committed by its writer's clock, epoch milliseconds; empty when the log does not say. */
    OptionalLong committedMs(long version) throws IOException {
        OptionalLong found = committedMs.get(version);
        if (found == null) {
            found = read(version);
            committedMs.put(version, found);
        }
        return found;
    }

    private OptionalLong read(long version) throws IOException {
        OptionalLong[] ms = {OptionalLong.empty()};
        try (InputStream in = table.open(commit(version))) {
            ActionFileReader.read(in, Location.of("_delta_log"), ActionDetail.EVERYTHING, (action, line) -> {
                if (action instanceof CommitInfo info) {
                    ms[0] = info.timestampMs();
                }
            });
        } catch (FileNotFoundException gone) {
            return OptionalLong.empty();
        }
        return ms[0];
    }

    /** Schema logs of another time cannot be told. */
    private static final class NoSchemaLogs implements DeltaSources.SchemaLogs {
        @Override
        public Map<Long, String> entries(String location) {
            return Map.of();
        }

        @Override
        public void write(String location, String name, String content) {
            // nothing of it is kept
        }

        @Override
        public List<String> checkpoints() {
            return List.of();
        }
    }
}
