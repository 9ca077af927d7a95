package dev.tidemark.engine;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.tidemark.checkpoint.offset.OffsetEntry;
import dev.tidemark.checkpoint.offset.SourceLine;
import dev.tidemark.engine.SourceChecks.Match;
import dev.tidemark.io.Storage;
import dev.tidemark.io.StoragePath;
import dev.tidemark.query.QueryDescription;
import dev.tidemark.query.SourceDescription;
import org.jspecify.annotations.Nullable;

/**
 * Which of the names in a checkpoint a source goes by where the description does not say: that of what it has read, or the
 * only one that is left over. Source evolution of Spark 4.2 keeps offsets and the files of a source under its name.
 */
final class SourceNames {
    private static final StoragePath SOURCES = new StoragePath("sources");
    private static final String POSITION = "\\d+";

    private final QueryDescription query;
    private final SourceChecks sources;
    private final Storage checkpoint;

    SourceNames(QueryDescription query, SourceChecks sources, Storage checkpoint) {
        this.query = query;
        this.sources = sources;
        this.checkpoint = checkpoint;
    }

    /**
     * The name of each source; one that no name of the checkpoint can be gets a stand-in.
     *
     * @param newest entry of the offset log; null when there is none
     * @param notes takes what was supposed
     * @throws UndecidedException when a name may or may not be that of a source
     */
    List<String> of(@Nullable OffsetEntry newest, List<String> notes) throws IOException {
        Map<String, @Nullable String> free = names(newest);
        List<String> names = new ArrayList<>();
        List<Integer> nameless = new ArrayList<>();
        for (SourceDescription source : query.sources()) {
            int index = names.size();
            if (source.name() == null) {
                nameless.add(index);
            }
            names.add(source.name() == null ? "source " + index + " without a name" : source.name());
        }
        names.forEach(free::remove);
        boolean isSameCount = nameless.size() == free.size();
        for (int source : List.copyOf(nameless)) {
            Optional<String> own = first(source, free, Match.YES);
            if (own.isPresent()) {
                take(source, own.get(), names, free);
                nameless.remove(Integer.valueOf(source));
            }
        }
        for (int source : nameless) {
            Optional<String> likely = first(source, free, Match.UNTOLD);
            if (likely.isPresent() && isSameCount && free.size() == 1) {
                take(source, likely.get(), names, free);
            } else if (!free.isEmpty()) {
                throw new UndecidedException("which of the named sources of the checkpoint source " + source
                        + " is, or whether it is a new one, is not in the files: name: in the description says it");
            } else {
                sources.source(source).takeName(names.get(source));
                notes.add("source " + source + " has no name in the query description, and no named source of the"
                        + " checkpoint is left to be it: taken as a new one");
            }
        }
        return names;
    }

    private void take(int source, String name, List<String> names, Map<String, @Nullable String> free) {
        sources.source(source).takeName(name);
        names.set(source, name);
        free.remove(name);
    }

    private Optional<String> first(int source, Map<String, @Nullable String> free, Match wanted) throws IOException {
        for (Map.Entry<String, @Nullable String> name : free.entrySet()) {
            if (sources.source(source).matches(name.getKey(), name.getValue()) == wanted) {
                return Optional.of(name.getKey());
            }
        }
        return Optional.empty();
    }

    /** The names in an entry with their offsets, and those that have a directory. */
    private Map<String, @Nullable String> names(@Nullable OffsetEntry newest) throws IOException {
        Map<String, @Nullable String> names = new LinkedHashMap<>();
        if (newest != null) {
            for (SourceLine line : newest.sources()) {
                if (!line.sourceId().matches(POSITION)) {
                    names.put(line.sourceId(), line.isVoid() ? null : line.text());
                }
            }
        }
        try {
            checkpoint.forEachEntry(SOURCES, entry -> {
                if (entry.isDirectory() && !entry.name().matches(POSITION + "|[._].*")) {
                    names.putIfAbsent(entry.name(), null);
                }
            });
        } catch (FileNotFoundException none) {
            return names;
        }
        return names;
    }
}
